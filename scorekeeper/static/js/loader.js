// Loader: when the page is idle, loads the styles it needs later, what follows other phones, and what draws a game on this phone.
import { addLaterStyles, afterFrame, here, readPage, replaceWith, showPage, stylesOf } from "./swap.js";
import { isOffline, showConnection, showWaiting } from "./connection.js";
import { pointersReleased } from "./pointers.js";
import { ask, send, untilRetry } from "./asking.js";

/** @import { GameData } from "./types.js" */
/** @import { Page } from "./swap.js" */
/** @typedef {NonNullable<Awaited<ReturnType<typeof import("./play.js").start>>>} Game */
/** @typedef {typeof import("./play.js")} PlayBundle */

const AFTER = 1000; // ms for the page itself, unless a tap or a key comes first
const LOAD_AGAIN = 10000; // ms; a server that just started may still be making it

/** @type {Map<string | undefined, Game | null>} */
const games = new Map(); // by the URL of its events: what draws a game; null while it loads, and if the server draws it
/** @type {string | undefined} */
let latest; // the one that loaded last

const eventsHere = () => document.querySelector("[data-events]")?.dataset.events ?? latest;

// What draws the game of this page; null before it has loaded, and on pages that the server draws.
export const onPhone = () => games.get(eventsHere()) ?? null;

// Leaves the pages of this game to the server.
const stop = () => games.set(eventsHere(), null);

/** @param {GameData} found */
async function begin(found) {
  /** @type {PlayBundle} */
  const { start } = await import(found.static["play.js"]);
  return start(found, page);
}

/**
 * Continues with a game that this phone has just started; its page. Until that shows, the one of the game before it may still be touched.
 * @param {GameData} found
 * @returns {Promise<Page | null | undefined>}
 */
async function open(found) {
  const url = new URL(found.events_url.replace(/\/events$/, ""), location.href);
  if (navigator.serviceWorker?.controller) return location.assign(url), {};
  const game = await begin(found);
  games.set((latest = found.events_url), game);
  return game?.pageAt(url);
}

// What the scripts of every page do for those that come later.
const page = { afterFrame, ask, here, isOffline, onPhone, open, pointersReleased, readPage, replaceWith, send, showConnection, showPage, showWaiting, stop, stylesOf, untilRetry };

/** @type {Promise<typeof import("./later.js")> | null} */
let following = null;

async function follow() {
  try {
    const { start } = await (following ??= import("./later.js"));
    start(page);
  } catch (error) {
    console.warn(error);
    following = null;
    setTimeout(load, LOAD_AGAIN);
  }
}

function load() {
  addLaterStyles();
  import(document.documentElement.dataset.send).catch(console.warn); // what sends the taps that wait
  drawHere();
  if (!following) follow();
}

async function drawHere() {
  const url = eventsHere();
  if (!url || games.has(url) || !window.indexedDB) return;
  games.set(url, null);
  try {
    const { dataset } = document.documentElement;
    /** @type {import("./types.js").Send} */
    const asked = "alone" in dataset ? (await import(dataset.send)).gameAt : send;
    const reply = await asked(url);
    if (!reply) throw new Error("no connection");
    const game = await begin(await reply.json());
    games.set((latest = url), game);
    if (game) dataset.onPhone = "";
  } catch (error) {
    console.warn(error); // the server still draws the pages
    dispatchEvent(new Event("notdrawn"));
    games.delete(url);
    setTimeout(load, LOAD_AGAIN);
  }
}

// Without idle callbacks, at once: an object is no time to wait.
const loadWhenIdle = () => /** @type {typeof requestIdleCallback} */ (window.requestIdleCallback ?? setTimeout)(load, { timeout: AFTER });

setTimeout(loadWhenIdle, AFTER);
addEventListener("pageshown", loadWhenIdle); // it may be the first one of a game
for (const sign of ["pointerdown", "keydown", "online"]) addEventListener(sign, load);
