/** For the page that is shown while the server is away: it goes on by itself as soon as the server answers again. */

/** Milliseconds between two questions. */
const PAUSE = 3000;

/** Where that page itself is served: loaded anew it would be no other. */
const OFFLINE = "/offline";

async function look() {
  if (document.hidden) return;
  const answer = await fetch("/ready", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

if (location.pathname !== OFFLINE) {
  setInterval(look, PAUSE);
  addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
}

export {}; // else its names would be everybody's
