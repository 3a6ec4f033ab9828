// Offset: how far this phone's clock is behind the server's, in ms, as the server's answers showed.
const CLOCK = "scorekeeper clock";

export const clock = () => Number(localStorage.getItem(CLOCK) ?? 0);

/** @param {number} now the server's time, in ms */
export const setClock = (now) => localStorage.setItem(CLOCK, String(now - Date.now()));
