// Loader: when the page is idle, loads what draws a game on this phone.
import { showPage } from "./swap.js";
import { isOffline, showConnection } from "./connection.js";
import { pointersReleased } from "./pointers.js";
import { ask, send, untilRetry } from "./asking.js";

const AFTER = 1000; // ms for the page itself, unless a tap comes first

let game = null;
let loading = false;

// What draws the game of this page; null before it has loaded, and on pages that the server draws.
export const onPhone = () => game;

async function load() {
  const place = document.querySelector("[data-events]");
  if (game || loading || !place || !window.indexedDB) return;
  loading = true;
  try {
    const reply = await send(place.dataset.events);
    const found = reply?.ok && (await reply.json());
    if (found) game = await (await import(found.static["play.js"])).start(found, { ask, isOffline, pointersReleased, send, showConnection, showPage, untilRetry });
  } catch (error) {
    console.warn(error); // the server still draws the pages
  }
  loading = false;
  if (game) document.documentElement.dataset.onPhone = "";
}

setTimeout(() => (window.requestIdleCallback ? requestIdleCallback(load, { timeout: AFTER }) : load()), AFTER);
addEventListener("pointerdown", load);
addEventListener("online", load);
