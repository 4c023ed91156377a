/** Types of the page's own; what the server tells is in types.d.ts. */

import type { MapSpace, Presence, Problem, View } from "./types";

/** An answer of the server, or why it refused. */
export type Answer<T> = { ok: true; value: T } | Refusal;

export interface Refusal extends Problem {
  ok: false;
  status: number;
  /** Seconds after which it may be worth asking again. */
  wait: number;
}

/** Whether the page hears the server. */
export type Connection = "connecting" | "open" | "lost";

/** A place on the board, in lane widths and degrees. */
export type Place = Pick<MapSpace, "x" | "y" | "heading">;

/** A table as it is seen, and who is there. */
export interface Now {
  view: View;
  presence: Presence | null;
}

/** A part of a screen: it is shown anew whenever what it shows has changed. */
export interface Part<State> {
  element: HTMLElement;
  show(state: State): void;
}

/** All fields of the members of a union; those that a member lacks are undefined in it. */
export type Flat<U> = { [K in U extends unknown ? keyof U : never]: U extends unknown ? (K extends keyof U ? U[K] : undefined) : never };
