// Follow: shows what other phones record without a reload, says when the server is gone, and keeps the screen on while the game is in
// progress.

import { rememberBegun } from "./begun.js";
import { readClock } from "./offset.js";
import { timeLocale } from "./times.js";

/** @typedef {typeof import("./swap.js") & typeof import("./asking.js") & typeof import("./connection.js") & typeof import("./pointers.js") & typeof import("./loader.js")} FirstBundle */

const LOOK_EVERY = 2000; // ms
const TOO_LONG = 4000; // ms until a poll without an answer has failed
const FAILED = 2; // failed polls in a row until the page says so
const OLD = 10000; // ms without an answer until the page says since when it is old
const OWN = "Cross-Origin-Embedder-Policy"; // a header of each answer with content of the server, and hardly of what may answer for it
const MAX_IDLE = 3600000; // ms without a tap or a new page until the screen may turn off

/** @type {Pick<FirstBundle, "here" | "isOffline" | "onPhone" | "pointersReleased" | "send" | "showConnection" | "showPage" | "stylesOf">} */
let page; // what the loader gives
let lastSign = Date.now();
/** @type {{ release(): unknown } | null} */
let lock = null;
let looking = false;
/** @type {string | null} */
let heardMeanwhile = null; // the last version that the server sent while the page was looking
let failed = 0;
let heardAt = 0; // when the server last sent this page a message
let answeredAt = Date.now(); // when the server last said anything
let isOld = false; // whether the page says since when
let isAway = false; // out of sight, or without an answer: a restored server may come to the version that the page shows with something else

const isIdle = () => {
  const types = document.activeElement?.matches("input, textarea, select");
  return !document.hidden && !types && !document.documentElement.matches("[data-sending], [data-asking]");
};

/**
 * The server sends the version of the page; it repeats it to keep the stream alive.
 * @param {string} version
 */
export function heard(version) {
  heardAt = answeredAt = Date.now();
  if (looking) return (heardMeanwhile = version);
  const isNews = document.querySelector("[data-version]")?.dataset.version !== version;
  if (failed || isNews) look(isNews && !failed);
}

/**
 * Whatever is not from the server is no answer: a proxy that cannot reach it, a captive portal.
 * @param {{ status: number, headers: Headers }} answer
 */
const isOwn = ({ status, headers }) => status === 304 || (status < 500 && headers.has(OWN));

// Nobody has answered: says so, and after a while since when.
function sayNoAnswer() {
  failed += navigator.onLine ? 1 : FAILED;
  isAway = true;
  if (failed < FAILED || !isIdle()) return;
  const retry = [{ press: look }];
  if (!page.isOffline()) page.showConnection("offline", retry), (isOld = false);
  if (isOld || Date.now() - answeredAt < OLD) return;
  isOld = true;
  const since = new Date(answeredAt).toLocaleTimeString(timeLocale, { timeStyle: "short" });
  page.showConnection("offline", retry, document.getElementById("offline-notice")?.dataset.since?.replace("%", since));
}

/**
 * Looks for news, and shows it; asks for the version unless the server has just told it.
 * @param {unknown} [isTold]
 */
async function look(isTold) {
  const shown = document.querySelector("[data-version]");
  isAway ||= isTold instanceof Event;
  if (!shown?.dataset.follow || looking || !isIdle()) return; // nobody else can change it
  looking = true;
  try {
    /** @type {RequestInit} */
    const asked = { headers: { "If-None-Match": `"${shown.dataset.version}"` }, cache: "no-store", signal: AbortSignal.timeout?.(TOO_LONG) };
    const answer = isTold === true ? null : await fetch(shown.dataset.follow, asked);
    if (answer && !isOwn(answer)) throw new Error("not the server");
    if (answer) readClock(answer);
    const status = answer?.status ?? 200;
    if (failed && isIdle()) page.showConnection(null);
    failed = 0;
    answeredAt = Date.now();
    if ([401, 403, 404].includes(status)) location.reload(); // access was revoked, and the page will say so
    if (status === 200 || (status === 304 && isAway)) await renew(shown);
    isAway = false;
  } catch {
    sayNoAnswer();
  }
  looking = false;
  const version = heardMeanwhile;
  heardMeanwhile = null;
  if (version) heard(version);
}

/** @param {HTMLElement} shown */
async function renew(shown) {
  // Do not replace counts in progress: changes show once they are saved or cancelled.
  if (new URL(page.here()).search && document.querySelector('[data-kind="counts"]')) return;
  const game = page.onPhone();
  if (game) return game.follow();
  const { version } = shown.dataset;
  const reply = await page.send(location.href);
  if (!reply || !isOwn(reply)) throw new Error("no connection");
  const text = { frame: await reply.text() };
  await page.stylesOf({ text, address: reply.url });
  await page.pointersReleased();
  const isSame = shown.isConnected && shown.dataset.version === version; // if not, a tap has brought a newer page meanwhile
  if (!reply.ok || !isIdle() || !isSame) return;
  const restore = rememberBegun();
  page.showPage(text, reply.url);
  restore();
}

async function stayAwake() {
  const runs = document.querySelector("[data-awake]") && !document.hidden && Date.now() - lastSign < MAX_IDLE;
  if (runs && !lock) {
    lock = { release() {} }; // a placeholder, to request the lock only once
    const held = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
    held?.addEventListener("release", () => (lock = null));
    lock = held;
  } else if (!runs && lock) {
    await lock.release();
  }
}

/** @param {typeof page} given */
function start(given) {
  page = given;
  for (const sign of ["pointerdown", "pageshown"]) addEventListener(sign, () => (lastSign = Date.now()));
  // What was said before may not hold any more, except of a tap that no page keeps: it is said until the server has it.
  addEventListener("online", () => document.documentElement.matches("[data-asking]") || page.showConnection(null));
  for (const change of ["online", "offline"]) addEventListener(change, look);
  document.addEventListener("visibilitychange", (event) => (look(event), stayAwake()));
  setInterval(() => {
    if (Date.now() - heardAt > TOO_LONG) look();
    stayAwake();
  }, LOOK_EVERY);
  stayAwake();
}

export { start };
