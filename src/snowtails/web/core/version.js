/** Keeping up with the server: after an upgrade it has newer files only, and may tell things otherwise. */

/** When this tab was loaded anew from here. */
const RELOADED = "snowtails-reloaded";

/** Milliseconds until the page may be loaded anew once more: one of several servers may still have given out the version before. */
const PAUSE = 60_000;

let timer = 0;

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
  if (answer?.status === 404 && !reloadOnce()) timer = setTimeout(reloadIfOutdated, PAUSE);
}
