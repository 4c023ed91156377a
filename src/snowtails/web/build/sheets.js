/** Cutting a drawing into sheets of paper: which there are, and what each shows. All lengths are millimetres. */

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** @typedef {"a4" | "letter"} Paper */
/** @typedef {{ row: number, column: number, box: Box }} Sheet what lies inside its margins */
/** @typedef {{ landscape: boolean, width: number, height: number, bounds: Box, sheets: Sheet[] }} Sheets */

export const PAPERS = { a4: [210, 297], letter: [215.9, 279.4] };
/** What printers leave white. */
export const MARGIN = 10;
/** What neighbours share, to be glued upon each other. */
export const OVERLAP = 8;
/** Widths of a lane: the pieces of a real table, and smaller ones. */
export const LANES = [25, 20, 15];
/** Room around the middles of spaces, in lane widths: to the edge of the track and its banks. */
const ROOM = 1.1;

/** @param {{ x: number, y: number }[]} points @param {number} room @returns {Box} */
function boundsOf(points, room) {
  const [xs, ys] = [points.map((each) => each.x), points.map((each) => each.y)];
  const [left, top] = [Math.min(...xs) - room, Math.min(...ys) - room];
  return { x: left, y: top, width: Math.max(...xs) + room - left, height: Math.max(...ys) + room - top };
}

/** @param {Box} box @param {{ x: number, y: number }} point @param {number} room */
const holds = (box, { x, y }, room) => x > box.x - room && x < box.x + box.width + room && y > box.y - room && y < box.y + box.height + room;

/** @param {{ x: number, y: number }[]} points @param {number} room @param {number[]} paper @param {boolean} landscape @returns {Sheets} */
function cut(points, room, paper, landscape) {
  const [short = 1, long = 1] = paper;
  const [width, height] = landscape ? [long, short] : [short, long];
  const [wide, tall] = [width - 2 * MARGIN, height - 2 * MARGIN];
  const [right, down] = [wide - OVERLAP, tall - OVERLAP];
  const bounds = boundsOf(points, room);
  const columns = Math.max(1, Math.ceil((bounds.width - OVERLAP) / right));
  const rows = Math.max(1, Math.ceil((bounds.height - OVERLAP) / down));
  // What is left over is shared by all edges.
  const left = bounds.x - (columns * right + OVERLAP - bounds.width) / 2;
  const top = bounds.y - (rows * down + OVERLAP - bounds.height) / 2;
  const all = Array.from({ length: rows * columns }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    return { row, column, box: { x: left + column * right, y: top + row * down, width: wide, height: tall } };
  });
  return { landscape, width, height, bounds, sheets: all.filter(({ box }) => points.some((point) => holds(box, point, room))) };
}

/**
 * Cut a drawing into as few sheets as there must be; those on which nothing of the track lies are left out.
 * @param {{ x: number, y: number }[]} spaces their middles, in lane widths
 * @param {number} lane how wide one is printed
 * @param {Paper} paper
 */
export function sheetsOf(spaces, lane, paper) {
  const points = spaces.map(({ x, y }) => ({ x: x * lane, y: y * lane }));
  const [upright, across] = [false, true].map((landscape) => cut(points, ROOM * lane, PAPERS[paper], landscape));
  return /** @type {Sheets} */ (across && upright && across.sheets.length < upright.sheets.length ? across : upright);
}

/** The widest lanes with which all of a drawing fits on one sheet. @param {{ x: number, y: number }[]} spaces @param {Paper} paper */
export function laneOfOneSheet(spaces, paper) {
  const { width, height } = boundsOf(spaces, ROOM);
  const [short = 1, long = 1] = PAPERS[paper].map((each) => each - 2 * MARGIN);
  return Math.floor(10 * Math.max(Math.min(short / width, long / height), Math.min(long / width, short / height))) / 10;
}
