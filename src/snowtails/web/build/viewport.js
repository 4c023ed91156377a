/** What is seen of a drawing: rectangles, and how they follow from one another. */

/** @typedef {{ x: number, y: number, width: number, height: number }} View */

/** Nobody needs to see less than this, in lane widths. */
const CLOSEST = 9;

/** The smallest view of a shape that shows all of some bounds. @param {View} bounds @param {number} aspect width by height @returns {View} */
export function fitted({ x, y, width, height }, aspect) {
  const wide = Math.max(width, height * aspect);
  const tall = wide / aspect;
  return { x: x + (width - wide) / 2, y: y + (height - tall) / 2, width: wide, height: tall };
}

/** A view that shows no more than another, moved so that it stays within. @param {View} view @param {View} home @returns {View} */
export function within(view, home) {
  const width = Math.min(home.width, Math.max(view.width, Math.min(CLOSEST, home.width)));
  const height = (width * home.height) / home.width;
  const middle = { x: view.x + view.width / 2, y: view.y + view.height / 2 };
  return {
    x: Math.min(Math.max(middle.x - width / 2, home.x), home.x + home.width - width),
    y: Math.min(Math.max(middle.y - height / 2, home.y), home.y + home.height - height),
    width,
    height,
  };
}

/** Come closer, or go away for a factor below 1; a point stays where it is seen. @param {View} view @param {number} by @param {{ x: number, y: number }} at @returns {View} */
export function zoomed({ x, y, width, height }, by, at) {
  return { x: at.x - (at.x - x) / by, y: at.y - (at.y - y) / by, width: width / by, height: height / by };
}

/** @param {View} view @param {number} x @param {number} y in the drawing's lengths @returns {View} */
export const panned = (view, x, y) => ({ ...view, x: view.x - x, y: view.y - y });

/** A view around a point. @param {View} view @param {{ x: number, y: number }} middle @param {number} width @returns {View} */
export function around(view, middle, width) {
  const height = (width * view.height) / view.width;
  return { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
}
