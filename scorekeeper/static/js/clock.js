// Clock: how much of a game's time is left, by the server's clock. It tells everyone at five minutes and at time, and asks for nothing.
import { clock } from "./offset.js";

const SOON = 5; // minutes
const TICK = 1000; // ms
/** @type {string | null} */
let spoken = null; // what was said last
/** @type {string | null} */
let asked = null; // of which game and hand the table was asked for the last one

addEventListener("pageshown", showClock);
setInterval(showClock, TICK);
showClock();

function showClock() {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-until]"))) {
    element.hidden = Number(element.dataset.until) < Date.now() + clock();
  }
  callTime();
  const shown = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-clock]"));
  for (const element of shown) {
    const { left = "", over = "" } = element.dataset;
    const rest = Math.ceil(timeLeft(element) / 60000);
    const words = rest > 0 ? left.replace("%1", String(rest)) : over;
    if (element.textContent !== words) element.textContent = words;
    element.toggleAttribute("data-soon", rest <= SOON);
    const place = element.nextElementSibling;
    if (place instanceof HTMLElement && place.matches("[data-spoken]")) tell(place, rest > SOON ? "" : rest > 0 ? "soon" : "over");
  }
}

/**
 * What is left, in ms: of the room's clock where there is one, which may stand, else of the game's own.
 * @param {HTMLElement} element
 */
function timeLeft({ dataset: { clock: started = "", minutes, endsAt, stands } }) {
  if (stands !== undefined) return Number(stands);
  const end = endsAt === undefined ? Date.parse(started) + Number(minutes) * 60000 : Number(endsAt);
  return end - Date.now() - clock();
}

/** At time, the phone that keeps score of a match calls it by itself, or asks the table once which hand is the last. */
function callTime() {
  /** @type {HTMLElement | null} */
  const call = document.querySelector("[data-at-time]");
  /** @type {HTMLElement | null} */
  const shown = document.querySelector("[data-clock]");
  const isDue = call && ("due" in call.dataset || (shown && timeLeft(shown) <= 0));
  if (!isDue || document.activeElement?.matches("input, textarea, select")) return;
  call.removeAttribute("data-at-time");
  if (call instanceof HTMLFormElement) return call.requestSubmit(call.querySelector("button"));
  if (asked === location.pathname + document.title) return;
  asked = location.pathname + document.title;
  call.click();
}

/**
 * Says it once, also after a page in which it is not said yet; the first look says nothing.
 * @param {HTMLElement} place
 * @param {"" | "soon" | "over"} what
 */
function tell(place, what) {
  if (spoken !== null && spoken !== what && what) {
    place.textContent = place.dataset[what] ?? "";
    navigator.vibrate?.(200);
  }
  spoken = what;
}
