// Clock: how much of a game's time is left, by the server's clock. It tells everyone at five minutes and at time, and asks for nothing.
import { clock } from "./offset.js";

const SOON = 5; // minutes
const TICK = 1000; // ms
/** @type {string | null} */
let spoken = null; // what was said last

addEventListener("pageshown", showClock);
setInterval(showClock, TICK);
showClock();

function showClock() {
  const shown = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-clock]"));
  for (const element of shown) {
    const { clock: started = "", minutes, left = "", over = "" } = element.dataset;
    const rest = Math.ceil((Date.parse(started) + Number(minutes) * 60000 - Date.now() - clock()) / 60000);
    const words = rest > 0 ? left.replace("%1", String(rest)) : over;
    if (element.textContent !== words) element.textContent = words;
    element.toggleAttribute("data-soon", rest <= SOON);
    const place = element.nextElementSibling;
    if (place instanceof HTMLElement && place.matches("[data-spoken]")) tell(place, rest > SOON ? "" : rest > 0 ? "soon" : "over");
  }
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
