// Shows times in the phone's time zone and format, and gives the server the zone for pages without a script.
import { root } from "./root.js";

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const zoneCookie = `scorekeeper_zone${root.replaceAll("/", ".")}=${timeZone}`;
if (timeZone && !("alone" in document.documentElement.dataset) && !document.cookie.split("; ").includes(zoneCookie)) {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${zoneCookie}; path=${root || "/"}; max-age=34560000; samesite=lax${secure}`; // 400 days, the most that browsers allow
}

const { lang } = document.documentElement;
const family = (/** @type {string} */ code) => code.split("-")[0];
// How this page writes times: as the phone does, such as with a 12-hour clock, if that speaks its language; otherwise as the server.
export const timeLocale = navigator.languages.find((code) => family(code) === family(lang)) ?? (lang === "en" ? "en-GB" : lang);

const own = new Intl.DateTimeFormat(timeLocale, { timeStyle: "short" });
const ownWithDay = new Intl.DateTimeFormat(timeLocale, { dateStyle: "medium", timeStyle: "short" });

/**
 * A day as 2026-11-20, to compare it with the day in the server's time zone.
 * @param {Date} moment
 */
export function dayOf(moment) {
  const part = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${moment.getFullYear()}-${part(moment.getMonth() + 1)}-${part(moment.getDate())}`;
}

/** @type {NodeListOf<HTMLTimeElement>} */
const times = document.querySelectorAll("time[data-day]");
for (const time of times) {
  const moment = new Date(time.dateTime);
  time.textContent = (dayOf(moment) === time.dataset.day ? own : ownWithDay).format(moment);
}
for (const zone of document.querySelectorAll("[data-zone]")) zone.hidden = true;
