/**
 * Lets the installed page start without a network: then it says what needs the server. Nothing else is answered from here, so that
 * nobody ever runs old code. The server fills in what is in braces; another version of the page is another worker.
 */

const CACHE = "snowtails-{hash}";
const OFFLINE = "/offline";
const KEPT = [
  OFFLINE,
  "{assets}/style/tokens.css",
  "{assets}/style/page.css",
  "{assets}/style/winter.css",
  "{assets}/icon.svg",
  "{assets}/core/server-return.js",
];

// Typed as any: the types of service workers and of pages cannot be had at once.
const worker = /** @type {any} */ (self);

/** @param {any} event */
const installed = (event) =>
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(KEPT))
      .then(() => worker.skipWaiting()),
  );

async function forgetOthers() {
  for (const name of await caches.keys()) if (name.startsWith("snowtails-") && name !== CACHE) await caches.delete(name);
  await worker.clients.claim();
}

/** @param {Request} request */
async function answered(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request.mode === "navigate" ? OFFLINE : request, { cacheName: CACHE });
    if (kept) return kept;
    throw error;
  }
}

worker.addEventListener("install", installed);
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forgetOthers()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.mode === "navigate" || KEPT.includes(path)) event.respondWith(answered(request));
});
