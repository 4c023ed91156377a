/** What makes the first screen lovely, and is not needed for pressing its buttons: it comes right after them. */

import { drawDog } from "../core/dogs.js";
import { makeFace } from "../core/face.js";
import { drawLandscape } from "../core/landscape.js";
import { settings } from "../core/settings.js";
import { drawPaw, drawSled } from "../core/sled.js";
import { nextRace } from "./quick-race.js";
import { COMPANY } from "./race-choice.js";

export { drawLandscape };

/** Three teams above the title. */
export const drawTeams = () => [1, 2, 3].map((seat) => drawSled(seat));

/** Those whom Race now would race against. */
export const makeRivals = () => COMPANY[nextRace().strength].map((name, i) => makeFace({ seat: i + 1, kind: "musher", name }, name));

/** One's own face: a dog, or a paw for whoever has chosen none. */
export const drawOwnFace = () => (settings.dog ? drawDog(settings.dog) : drawPaw());
