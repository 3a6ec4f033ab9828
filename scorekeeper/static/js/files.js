// Files: the service worker of a pad that is files. It opens them without the network, all from one version. `worker.js` there sets `self.app`.

/**
 * @typedef {object} App
 * @property {string} version
 * @property {string[]} first what home and a game need, as addresses beside the worker
 * @property {string[]} rest what else there is, such as the rules
 */

const worker = /** @type {ServiceWorkerGlobalScope & { app: App }} */ (/** @type {unknown} */ (self));
const { version, first, rest } = worker.app;
const scope = new URL("./", location.href).pathname;
const OWN = `files ${scope} `; // how the names of the caches of this folder begin

const fresh = (/** @type {string[]} */ files) => files.map((file) => new Request(file, { cache: "reload" }));
const versions = async () => (await caches.keys()).filter((name) => name.startsWith(OWN));

worker.addEventListener("install", (event) => {
  const stored = async () => {
    await (await caches.open(OWN + version)).addAll(fresh(first));
    return worker.skipWaiting();
  };
  event.waitUntil(stored());
});

worker.addEventListener("activate", (event) => {
  const begun = async () => {
    const old = (await versions()).filter((name) => name !== OWN + version);
    for (const name of old.slice(0, -1)) await caches.delete(name); // a page of the version before goes on, and may need a file of it
    await worker.clients.claim();
  };
  event.waitUntil(begun());
});

// Any message of a page: it is open and idle, so there is time for the rest.
worker.addEventListener("message", (event) => {
  const stored = async () => {
    const now = await caches.open(OWN + version);
    const kept = (await now.keys()).map(({ url }) => new URL(url).pathname);
    await now.addAll(fresh(rest.filter((file) => !kept.includes(scope + file))));
  };
  event.waitUntil(stored().catch(() => {})); // the next message tries again
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method === "GET" && url.origin === location.origin && url.pathname.startsWith(scope)) event.respondWith(fileAt(request, url));
});

/**
 * A file of this version, or one that only an older page asks for: the names of scripts and styles have their version.
 * @param {Request} request
 * @param {URL} url
 */
async function fileAt(request, url) {
  const file = url.pathname.endsWith("/") ? `${url.pathname}index.html` : url.pathname;
  const now = await caches.open(OWN + version);
  const found = (await now.match(file)) ?? (await caches.match(file));
  if (found) return found.redirected ? new Response(found.body, found) : found;
  const reply = await fetch(request);
  if (reply.ok && request.mode === "navigate") await now.put(file, reply.clone()).catch(() => {});
  return reply;
}
