// Worker: opens the app and the games of this phone without the server. Of the POSTs it answers only those that start a game. `/worker.js` sets `self.app`.
import { forgetGames, keptGame, keptGames, keptPages } from "./store.js";
import { addressesOf } from "./patterns.js";
import { OF_GAME, canStart, startHere } from "./starting.js";
import { forgetTable, keepPosted, keepTable, keptTable, postedAt } from "./tables.js";

/** @import { Around } from "./types.js" */

const SERVER_TIMEOUT = 2000; // ms to wait for the server if this phone has something else to show
const BUSY = [502, 503, 504];
const DRAWN = [
  ...["games.show", "games.deals", "live.across", "live.screen", "corrections.new", "why.hand", "why.total", "what_wins.show", "log.show"],
  ...["rulings.index", "rulings.renege", "rulings.points", "rulings.misdeal", "rulings.forfeit", "rulings.time", "rulings.substitute", "rulings.swap"],
  ...["ending.new", "result_card.show", "exports.game", "rules.settle"],
]; // the pages of a game that phones draw

/**
 * What `/worker.js` says of the app: URLs of its files by name, of its empty pages, and which addresses are a game's, its events', those that
 * leave a table and those of its next game, as regular expressions.
 * @typedef {object} App
 * @property {string} root
 * @property {string} version
 * @property {Record<string, string>} files
 * @property {{ game: string, other: string, begin: string, take: string }} pages
 * @property {[game: string, events: string, leaving: string, newGame: string, create: string]} patterns
 * @property {string} begin
 * @property {string} events
 * @property {string} quick
 */

const worker = /** @type {ServiceWorkerGlobalScope & { app: App }} */ (/** @type {unknown} */ (self));
const { version, files, pages, patterns, events, quick, begin } = worker.app;
const filePath = new URL(files["pad.js"], location.href).pathname.replace(/[^/]+$/, "");
const [gamePath, eventsPath, leavingPath, newGamePath, createPath] = patterns.map((pattern) => new RegExp(pattern));
const ownerOf = (/** @type {string} */ cache) => cache.replace(/[^/]*$/, ""); // the path of an instance on this host
const shells = () => caches.open(version);

worker.addEventListener("install", (event) => {
  const stored = async () => (await shells()).addAll([...Object.values(files), ...Object.values(pages)]);
  event.waitUntil(stored().then(() => worker.skipWaiting()));
  // What is new in a game, and each tap, go to the server without this worker, which the browser would have to start first.
  const straight = [{ urlPattern: { pathname: events, search: "after=*" } }, { urlPattern: { pathname: events }, requestMethod: "POST" }];
  /** @type {any} */ (event).addRoutes?.(straight.map((condition) => ({ condition, source: "network" }))); // not in every browser yet, nor in its types
});

worker.addEventListener("activate", (event) => {
  const dropped = async () => {
    for (const name of await caches.keys()) if (name !== version && ownerOf(name) === ownerOf(version)) await caches.delete(name);
    await worker.registration.navigationPreload?.disable(); // an earlier version enabled it: with it, Firefox opens no page offline
    await worker.clients.claim();
  };
  event.waitUntil(dropped());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method !== "GET" && url.pathname === quick) return event.respondWith(quickGame(event));
  const table = url.search ? undefined : createPath.exec(url.pathname)?.[1]; // a game that has begun here has a query: see begin.js
  if (request.method === "POST" && table) return event.respondWith(beginAtTable(event, table));
  if (request.method !== "GET") return leave(event, url.pathname);
  if (url.pathname.startsWith(filePath)) return event.respondWith(fileAt(request));
  if (request.mode === "navigate") return event.respondWith(pageAt(event, url.pathname));
  const game = url.search ? null : eventsPath.exec(url.pathname)?.[1];
  if (game) event.respondWith(eventsAt(event, game));
});

/**
 * Deletes a table's games from a phone that leaves it.
 * @param {FetchEvent} event
 * @param {string} path
 */
function leave(event, path) {
  const table = leavingPath.exec(path)?.[1];
  const forgotten = async () => {
    const games = (await keptGames()).filter(({ around }) => around.table.id === table);
    await forgetGames(games.map(({ id }) => id));
    await forgetTable(table ?? "");
  };
  if (table) event.waitUntil(forgotten());
}

/**
 * The server's answer to the form of a quick game. Without one, this phone starts the game: the server knows it by the form's id when it comes.
 * @param {FetchEvent} event
 * @returns {Promise<Response>}
 */
async function quickGame(event) {
  const form = event.request.clone().formData();
  const hasOwn = await canStart().catch(() => false);
  try {
    return await answered(event, hasOwn);
  } catch {
    return hasOwn ? Response.redirect(await startHere(String((await form).get("entry_id")))) : ((await (await shells()).match(pages.other)) ?? Response.error());
  }
}

/**
 * The page on which this phone begins a game at a table.
 * @param {string} table
 */
async function beginPage(table) {
  const page = await (await shells()).match(pages.begin);
  return page ? new Response((await page.text()).replaceAll(OF_GAME, table), { headers: page.headers }) : Response.error();
}

/**
 * The server's answer to the form of a new game. Without one, this phone goes on with it: its page is at the same address.
 * @param {FetchEvent} event
 * @param {string} table
 * @returns {Promise<Response>}
 */
async function beginAtTable(event, table) {
  const { request } = event;
  const form = request.clone().formData();
  const hasOwn = await keptTable(table).catch(() => null);
  try {
    return await answered(event, hasOwn);
  } catch (error) {
    if (!hasOwn) throw error;
    await keepPosted(table, /** @type {[string, string][]} */ ([...(await form)]));
    return request.mode === "navigate" ? beginPage(table) : new Response(""); // no page: the browser opens its address instead
  }
}

/**
 * Keeps what a table knows for its next game; without an answer, what is kept stays.
 * @param {string} table
 */
const keepFresh = (table) => keepTable(table, begin.replace(OF_GAME, encodeURIComponent(table)), (address) => fetch(address)).catch(() => {});

/**
 * The page of a table's next game; the server's answer also brings what this phone keeps for the time without one.
 * @param {FetchEvent} event
 * @param {string} table
 */
async function newGameAt(event, table) {
  const hasOwn = await keptTable(table).catch(() => null);
  try {
    const reply = await answered(event, hasOwn);
    if (reply.ok) event.waitUntil(keepFresh(table));
    return reply;
  } catch (error) {
    if (!hasOwn) throw error;
    return beginPage(table);
  }
}

/**
 * A URL without a version is that of the current file.
 * @param {Request} request
 */
const fileAt = async (request) =>
  (await (await shells()).match(request, { ignoreVary: true, ignoreSearch: !new URL(request.url).search })) ?? fetch(request);

/**
 * The server's answer; rejects if there is none, or if it is late and this phone can answer itself.
 * @param {FetchEvent} event
 * @param {unknown} hasOwn
 * @returns {Promise<Response>}
 */
async function answered(event, hasOwn) {
  /** @type {Promise<never>} */
  const impatient = new Promise((_, reject) => hasOwn && setTimeout(reject, SERVER_TIMEOUT, new Error("too slow")));
  const reply = await Promise.race([fetch(event.request), impatient]);
  if (hasOwn && BUSY.includes(reply.status)) throw new Error("busy");
  return reply;
}

/**
 * Whether this phone draws the page of a kept game.
 * @param {Around} kept
 * @param {string} path
 */
const isHere = async (kept, path) =>
  DRAWN.some((page) => kept.routes[page] && addressesOf(kept.routes[page]).test(path)) || // a game kept by an older version has fewer
  (await keptPages(kept.game.id)).has(path);

/**
 * @param {FetchEvent} event
 * @param {string} path
 */
async function pageAt(event, path) {
  const [table, begun] = [newGamePath, createPath].map((pattern) => pattern.exec(path)?.[1]);
  if (begun && (await postedAt(begun).catch(() => null))) return beginPage(begun);
  const game = gamePath.exec(path)?.[1];
  const kept = game ? await keptGame(game).catch(() => null) : null;
  const hasOwn = kept && (await isHere(kept, path));
  try {
    if (kept?.start) throw new Error("the server does not have it yet");
    return await (table ? newGameAt(event, table) : answered(event, hasOwn || path === pages.take)); // a proxy may answer for a server that is away
  } catch {
    const page = await (await shells()).match(hasOwn ? pages.game : path === pages.take ? pages.take : pages.other);
    if (!hasOwn || !page) return page ?? Response.error();
    return new Response((await page.text()).replaceAll(OF_GAME, kept.game.id), { headers: page.headers });
  }
}

/**
 * The events of a game and what else its pages need; the files are those of this version.
 * @param {FetchEvent} event
 * @param {string} game
 */
async function eventsAt(event, game) {
  const kept = await keptGame(game).catch(() => null);
  try {
    if (kept?.start) throw new Error("the server does not have it yet");
    return await answered(event, kept);
  } catch {
    return kept ? Response.json({ ...kept, static: files }) : Response.error();
  }
}
