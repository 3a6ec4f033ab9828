// Loader: when the page is idle, loads the styles it needs later, what follows other phones, and what draws a game on this phone.
import { addLaterStyles, afterFrame, here, readPage, replaceWith, showPage, stylesLoaded } from "./swap.js";
import { isOffline, showConnection } from "./connection.js";
import { pointersReleased } from "./pointers.js";
import { ask, send, untilRetry } from "./asking.js";

const AFTER = 1000; // ms for the page itself, unless a tap comes first
const LOAD_AGAIN = 10000; // ms; a server that just started may still be making it

let game = null;
let events = null; // the events URL of the game that is loaded, or being loaded

const eventsHere = () => document.querySelector("[data-events]")?.dataset.events ?? events;

// What draws the game of this page; null before it has loaded, and on pages that the server draws.
export const onPhone = () => (events === eventsHere() ? game : null);

// Leaves the pages of this game to the server.
const stop = () => (game = null);

async function begin(found) {
  const { start } = await import(found.static["play.js"]);
  return start(found, { afterFrame, ask, here, isOffline, open, pointersReleased, readPage, replaceWith, send, showConnection, showPage, stop, untilRetry });
}

// Continues with a game that this phone has just started; its page.
async function open(found) {
  const url = new URL(found.events_url.replace(/\/events$/, ""), location);
  if (navigator.serviceWorker?.controller) return location.assign(url), {};
  events = found.events_url;
  game = await begin(found);
  return game.pageAt(url);
}

let following = null;

async function follow() {
  try {
    const { start } = await (following ??= import("./later.js"));
    start({ here, onPhone, pointersReleased, showConnection, showPage, stylesLoaded });
  } catch (error) {
    console.warn(error);
    following = null;
    setTimeout(load, LOAD_AGAIN);
  }
}

function load() {
  addLaterStyles();
  drawHere();
  if (!following) follow();
}

async function drawHere() {
  if (events === eventsHere() || !window.indexedDB) return;
  events = eventsHere();
  game = null;
  try {
    const reply = await send(events);
    if (!reply) throw new Error("no connection");
    game = await begin(await reply.json());
    if (game) document.documentElement.dataset.onPhone = "";
  } catch (error) {
    console.warn(error); // the server still draws the pages
    events = null;
    setTimeout(load, LOAD_AGAIN);
  }
}

setTimeout(() => (window.requestIdleCallback ? requestIdleCallback(load, { timeout: AFTER }) : load()), AFTER);
addEventListener("pointerdown", load);
addEventListener("online", load);
