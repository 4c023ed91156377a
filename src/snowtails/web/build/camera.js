/** Looking closer at a drawing: by wheel, by pinching, by dragging the ground, by keys and buttons. */

import { around, fitted, panned, within, zoomed } from "./viewport.js";

/** @import {View} from "./viewport.js" */

/** How much closer a key or a button brings one. */
const STEP = 1.5;
/** How far a pointer moves before it moves the ground. */
const SLACK = 5;

/**
 * @param {Element} element that shows the drawing
 * @param {(view: View) => void} moved
 * @param {(event: PointerEvent) => boolean} isFree whether a pointer may move the ground
 * @param {AbortSignal} signal
 */
export function makeCamera(element, moved, isFree, signal) {
  /** All there is to see. @type {View} */ let home = { x: 0, y: 0, width: 1, height: 1 };
  let view = home;
  /** Fingers, or the mouse, by id: where they are. @type {Map<number, { x: number, y: number }>} */
  const pointers = new Map();
  let dragging = false;

  const isHome = () => view.width >= home.width - 1e-6;

  /** @param {View} next */
  function go(next) {
    view = within(next, home);
    element.classList.toggle("close", !isHome());
    moved(view);
  }

  /** A point of the page in the drawing's lengths. @param {{ x: number, y: number }} point */
  function toDrawing({ x, y }) {
    const box = element.getBoundingClientRect();
    return { x: view.x + ((x - box.left) / box.width) * view.width, y: view.y + ((y - box.top) / box.height) * view.height };
  }

  element.addEventListener(
    "wheel",
    (event) => {
      if (!(event instanceof WheelEvent)) return;
      // Where the page itself scrolls, the wheel is for that, unless a key says otherwise.
      const scrolls = (document.scrollingElement?.scrollHeight ?? 0) > innerHeight + 1;
      if (scrolls && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      go(zoomed(view, Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), toDrawing({ x: event.clientX, y: event.clientY })));
    },
    { signal, passive: false },
  );
  element.addEventListener(
    "pointerdown",
    (event) => {
      if (!(event instanceof PointerEvent) || event.button !== 0) return;
      if (pointers.size === 0 && !isFree(event)) return;
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      dragging = pointers.size > 1;
    },
    { signal },
  );
  document.addEventListener(
    "pointermove",
    (event) => {
      const from = pointers.get(event.pointerId);
      if (!from) return;
      // It was let go where nobody could see it.
      if (!event.buttons) return release(event);
      const to = { x: event.clientX, y: event.clientY };
      if (!dragging && Math.hypot(to.x - from.x, to.y - from.y) < SLACK) return;
      dragging = true;
      element.classList.add("moving");
      const [a, b] = [toDrawing(from), toDrawing(to)];
      const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      pointers.set(event.pointerId, to);
      const other = others[0];
      if (!other) return go(panned(view, b.x - a.x, b.y - a.y));
      const by = Math.hypot(to.x - other.x, to.y - other.y) / Math.max(1, Math.hypot(from.x - other.x, from.y - other.y));
      const middle = toDrawing({ x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 });
      go(panned(zoomed(view, by, middle), (b.x - a.x) / 2, (b.y - a.y) / 2));
    },
    { signal },
  );
  /** @param {PointerEvent} event */
  const release = (event) => {
    if (!pointers.delete(event.pointerId) || pointers.size) return;
    element.classList.remove("moving");
    // Whoever has moved the ground did not tap it.
    if (dragging) {
      element.addEventListener("click", swallow, { capture: true });
      setTimeout(() => element.removeEventListener("click", swallow, { capture: true }));
    }
    dragging = false;
  };
  document.addEventListener("pointerup", release, { signal });
  document.addEventListener("pointercancel", release, { signal });

  const middle = () => ({ x: view.x + view.width / 2, y: view.y + view.height / 2 });
  return {
    closer: () => go(zoomed(view, STEP, middle())),
    away: () => go(zoomed(view, 1 / STEP, middle())),
    fit: () => go(home),
    /** All there is to see. */
    home: () => home,
    /** Look at a point from near. @param {{ x: number, y: number }} point @param {number} width */
    lookAt: (point, width) => go(around(view, point, width)),
    /** The drawing, or the room for it, is another: stay close to what is seen. @param {View} bounds @param {number} aspect */
    frame(bounds, aspect) {
      const before = isHome() || home.width === 1;
      home = fitted(bounds, aspect);
      go(before ? home : view);
    },
  };
}

/** @param {Event} event */
const swallow = (event) => event.stopPropagation();
