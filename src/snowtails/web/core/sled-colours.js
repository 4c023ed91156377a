/** The colours of the sleds of the table that is shown: people choose theirs (SETUP-1), so they do not follow from the seat. */

/** @import {Colour} from "./types" */

/** In the order of seats that nobody chose for. @type {readonly Colour[]} */
export const COLOURS = ["charcoal", "blue", "vermilion", "teal", "orchid"];

/** By seat. @type {Colour[]} */
let chosen = [];

/** Take the colours of a table; other sleds have those that are left. @param {readonly { seat: number, colour: Colour }[]} [seats] */
export function paintSeats(seats = []) {
  const left = COLOURS.filter((colour) => !seats.some((each) => each.colour === colour));
  chosen = COLOURS.map((colour, seat) => seats.find((each) => each.seat === seat)?.colour ?? left.shift() ?? colour);
}

/** @param {number} seat */
export const colourOf = (seat) => chosen[seat] ?? COLOURS[seat] ?? "charcoal";

/** The class that paints something in the colour of a seat's sled. @param {number} seat */
export const sledClass = (seat) => `sled-${colourOf(seat)}`;
