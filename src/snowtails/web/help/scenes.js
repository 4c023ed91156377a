/** The pictures of the help; what each shows is told in the file of each language. */

/**
 * A picture: a course, sleds on it, and the way that one of them goes.
 * @typedef {object} Scene
 * @property {string} course its line
 * @property {[from: string, to: string]} frame spaces at two corners of what is shown
 * @property {number} [above] how much more is shown above them, for signs beside the track
 * @property {Record<string, string>} [sleds] spaces by seat
 * @property {number} [mover] the seat that moves
 * @property {string} [steps] its steps: `^` ahead, `<` and `>` drifts
 * @property {number} [bonus] how many of the steps are bonus
 * @property {"^" | "<" | ">"} [crash] the step after them that ends in a crash
 * @property {number} [dents] what it costs
 * @property {string[]} [order] spaces of those who are first, second, …
 */

/** Pictures by clause. @type {Record<string, Scene>} */
export const SCENES = {
  "MOVE-3": { course: "srs", frame: ["1a1", "1e5"], sleds: { 1: "1b1" }, mover: 1, steps: ">^>^" },
  "MOVE-4": { course: "srs", frame: ["1a3", "2e3"], sleds: { 3: "1b4" }, mover: 3, steps: "^>^>" },
  "MOVE-6": { course: "srs", frame: ["1a1", "1e5"], sleds: { 2: "1c1", 0: "1b3" }, mover: 2, steps: "^^^^", bonus: 2 },
  "DENT-1": { course: "srs", frame: ["1a2", "2e3"], above: 2.3, sleds: { 2: "1c2" }, mover: 2, steps: "^^^^^", dents: 1 },
  "DENT-2": { course: "srs", frame: ["1a1", "1e5"], sleds: { 1: "1d1", 4: "1c4" }, mover: 1, steps: "^^", crash: "<" },
  "DENT-3": { course: "srs", frame: ["1a1", "1e5"], above: 0.5, sleds: { 3: "1b1" }, mover: 3, steps: "<^^", crash: "<", dents: 1 },
  "DENT-6": { course: "t", frame: ["1a1", "1e5"], sleds: { 4: "1b1" }, mover: 4, steps: "^^^", dents: 1 },
  "ORDER-3": { course: "srs", frame: ["1a2", "2e3"], sleds: { 1: "1d3", 2: "1b3", 3: "2d1" }, order: ["2d1", "1d3", "1b3"] },
  "SETUP-4": { course: "srs", frame: ["0a1", "1e4"], sleds: { 0: "0e1", 1: "0c1" } },
  "END-1": { course: "s", frame: ["1a4", "3e3"], sleds: { 0: "3b2", 1: "3d2", 2: "2c1" }, order: ["3d2", "3b2", "2c1"] },
  "TILE-3": { course: "srs", frame: ["1a4", "3e1"], above: 2.3 },
  "TILE-4": { course: "dlct", frame: ["1a1", "3e5"] },
};
