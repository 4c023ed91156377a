/** How a race opens: the whole course with its name, then a flight down to the sleds. The space bar or a tap ends it. */

import { make } from "../core/dom.js";
import { paced } from "../core/settings.js";
import { arrived } from "./animations.js";

/** @import {CameraMode} from "./camera-mode.js" */

const LOOK = 700;
const FLIGHT = 1300;

/**
 * Fly from the whole course to where the camera looks; without motion it looks there at once.
 * @param {CameraMode} cameraMode
 * @param {HTMLElement} stage on which the name is shown
 * @param {string} name of the course
 */
export async function flyToGrid(cameraMode, stage, name) {
  const { board } = cameraMode;
  if (!paced(FLIGHT) || board.camera.mode !== "sled") return cameraMode.frame(false);
  cameraMode.flying = true;
  // The course lies as it will be driven: nothing turns on the way, and trees stand all the time.
  const start = cameraMode.sight()?.space;
  board.camera.showBox(board.frame, false, start ? -board.place(start).heading : 0);
  const title = make("p", { class: "opening-title", "aria-hidden": "true" }, make("span", {}, name));
  stage.append(title);
  const shown = [
    { opacity: 0, transform: "translateY(10px)" },
    { opacity: 1, transform: "none", offset: 0.2 },
    { opacity: 1, transform: "none", offset: 0.75 },
    { opacity: 0, transform: "translateY(-8px)" },
  ];
  const fading = title.animate(shown, { duration: paced(LOOK + FLIGHT), easing: "ease-out", fill: "both" });
  const gone = arrived(fading);
  await arrived(title.animate([], { duration: paced(LOOK) }));
  // Whoever skips the look at the course skips the flight as well.
  if (fading.playState === "finished") cameraMode.flying = false;
  cameraMode.frame(cameraMode.flying, FLIGHT);
  await gone;
  title.remove();
  cameraMode.flying = false;
}
