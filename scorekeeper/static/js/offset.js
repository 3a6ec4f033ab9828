// Offset: how far this phone's clock is behind the server's, in ms, as the server's answers showed.
import { named } from "./root.js";

const CLOCK = named("scorekeeper clock");

export const clock = () => Number(localStorage.getItem(CLOCK) ?? 0);

/** @param {number} now the server's time, in ms */
export const setClock = (now) => localStorage.setItem(CLOCK, String(now - Date.now()));

/**
 * Takes the date of an answer, which is exact to a second, if the clock is further off.
 * @param {Response} answer
 */
export function readClock({ headers }) {
  const now = Date.parse(headers.get("date") ?? "");
  if (Math.abs(now - Date.now() - clock()) > 2000) setClock(now);
}
