/** Keeping up with the server: after an upgrade it has newer files only, and may tell things otherwise. */

const RELOADED = "snowtails-reloaded";

/** Load the page anew, once for each version; return whether that was not tried before. */
export function reloadOnce() {
  if (sessionStorage.getItem(RELOADED) === import.meta.url) return false;
  sessionStorage.setItem(RELOADED, import.meta.url);
  location.reload();
  return true;
}

/** Load the page anew if the server does not have this version's files any more. */
export async function reloadIfOutdated() {
  const answer = await fetch(import.meta.url, { cache: "no-store" }).catch(() => null);
  if (answer?.status === 404) reloadOnce();
}
