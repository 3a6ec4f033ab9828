// Buzz: a phone that waits for its next match vibrates once the table is known, if its player wants that. It is asked once.
import { named } from "../../root.js";

const WANTED = named("scorekeeper buzz");
const BUZZED = named("scorekeeper buzzed"); // for which match

function lookForTable() {
  /** @type {HTMLElement | null} */
  const ask = document.querySelector("[data-buzz]");
  if (ask && "vibrate" in navigator && !localStorage.getItem(WANTED)) {
    ask.hidden = false;
    /** @type {HTMLElement | null} */
    const press = ask.querySelector("button");
    if (press) press.onclick = () => turnOn(ask);
  }
  /** @type {HTMLElement | null} */
  const table = document.querySelector("[data-match]");
  const match = table?.dataset.match ?? "";
  if (!match || localStorage.getItem(BUZZED) === match) return;
  localStorage.setItem(BUZZED, match);
  if (localStorage.getItem(WANTED)) navigator.vibrate?.([300, 150, 300]);
}

/** @param {HTMLElement} ask */
function turnOn(ask) {
  localStorage.setItem(WANTED, "on");
  ask.hidden = true;
  navigator.vibrate?.(100);
}

addEventListener("pageshown", lookForTable);
lookForTable();
