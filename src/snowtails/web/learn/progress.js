/** Where somebody is in Learn: a scene and a step of it, kept as text such as `drift.1`. */

/** @typedef {{ name: string, steps: unknown[] }} Chapter what a scene is, as far as its place matters */
/** @typedef {{ scene: number, step: number }} Place */

/** @param {Chapter[]} scenes @param {Place} place */
export const writePlace = (scenes, { scene, step }) => `${scenes[scene]?.name ?? ""}.${step}`;

/** The place that was kept, or the first if there is none such. @param {Chapter[]} scenes @param {string} kept @returns {Place} */
export function readPlace(scenes, kept) {
  const [name, number = "0"] = kept.split(".");
  const scene = scenes.findIndex((each) => each.name === name);
  const step = Number(number);
  if (scene < 0) return { scene: 0, step: 0 };
  return { scene, step: step in (scenes[scene]?.steps ?? []) ? step : 0 };
}

/** The step after one; null after the last. @param {Chapter[]} scenes @param {Place} place @returns {Place | null} */
export function placeAfter(scenes, { scene, step }) {
  if (step + 1 < (scenes[scene]?.steps.length ?? 0)) return { scene, step: step + 1 };
  return scene + 1 < scenes.length ? { scene: scene + 1, step: 0 } : null;
}

/** The step before one; null before the first. @param {Chapter[]} scenes @param {Place} place @returns {Place | null} */
export function placeBefore(scenes, { scene, step }) {
  if (step > 0) return { scene, step: step - 1 };
  return scene > 0 ? { scene: scene - 1, step: (scenes[scene - 1]?.steps.length ?? 1) - 1 } : null;
}

/** The scenes that are learnt, with one more if its last step was done; each once. @param {Chapter[]} scenes @param {string[]} learnt @param {Place} done */
export function learntWith(scenes, learnt, { scene, step }) {
  const { name = "", steps = [] } = scenes[scene] ?? {};
  return step === steps.length - 1 && !learnt.includes(name) ? [...learnt, name] : learnt;
}
