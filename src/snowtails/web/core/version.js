/** Keeping up with the server: after an upgrade it has newer files only, and may tell things otherwise. */

/** When this tab was loaded anew from here. */
const RELOADED = "snowtails-reloaded";

/** Milliseconds until the page may be loaded anew once more: one of several servers may still have given out the version before. */
const PAUSE = 60_000;

/** Milliseconds after which the server may have become another one unnoticed. Streams beat more often; browsers let hidden tabs look once a minute. */
const SILENCE = 70_000;

/** Milliseconds until it is asked: what somebody has begun, such as opening a race, gets through first. */
const CALM = 2_000;

let timer = 0;
/** When the server was heard last; never, if it was lost since. */
let heard = Date.now();

/** The server does not answer, or goes: whoever answers next may be another one. */
export function lostServer() {
  heard = Number.NEGATIVE_INFINITY;
}

/** The server was heard. If it was lost, or was silent for long, see whether it is still the same. */
export function heardServer() {
  const silent = Date.now() - heard > SILENCE;
  heard = Date.now();
  if (silent) askLater(CALM);
}

/** @param {number} pause */
function askLater(pause) {
  clearTimeout(timer);
  timer = setTimeout(reloadIfOutdated, pause);
}

/** Load the page anew, unless that was done a moment ago; return whether it is. */
export function reloadOnce() {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < PAUSE) return false;
    sessionStorage.setItem(RELOADED, String(Date.now()));
  } catch {
    // A browser that keeps nothing could load it for ever.
    return false;
  }
  location.reload();
  return true;
}

/** Load the page anew if the server does not have this version's files any more. */
export async function reloadIfOutdated() {
  clearTimeout(timer);
  const answer = await fetch(import.meta.url, { cache: "no-store" }).catch(() => null);
  if (answer?.ok) return;
  if (answer?.status !== 404) lostServer();
  else if (!reloadOnce()) askLater(PAUSE);
}
