// Groups games by the nights of the phone's time zone; without this script, by those of the server's.

import { dayOf } from "./times.js";

const EVENING = 17;
const NIGHT_ENDS = 5; // as in web/formatting.py
const fullDate = new Intl.DateTimeFormat(undefined, { dateStyle: "full" });

/**
 * A time on the day that a night began.
 * @param {Date} moment
 */
function nightOf(moment) {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate(), moment.getHours() - NIGHT_ENDS);
}

/**
 * @param {Date} night
 * @param {DOMStringMap} words
 */
function headingOf(night, words) {
  const now = new Date();
  if (dayOf(night) !== dayOf(nightOf(now))) return fullDate.format(night);
  return now.getHours() >= EVENING || now.getHours() < NIGHT_ENDS ? words.tonight : words.today;
}

for (const list of document.querySelectorAll("[data-tonight]")) {
  /** @type {NodeListOf<HTMLElement>} */
  const rows = list.querySelectorAll("[data-at]");
  const games = [...rows].map((row) => ({ row, night: nightOf(new Date(row.dataset.at)) }));
  if (games.every(({ row, night }) => row.parentElement?.dataset.night === dayOf(night))) continue;
  const empty = list.querySelector("ul")?.cloneNode(false);
  if (!empty) continue;
  list.replaceChildren();
  let day = "";
  for (const { row, night } of games) {
    if (dayOf(night) !== day) {
      day = dayOf(night);
      const heading = document.createElement("h2");
      heading.textContent = headingOf(night, list.dataset);
      list.append(heading, empty.cloneNode(false));
    }
    list.lastElementChild?.append(row);
  }
}
