// Connection: a notice while the server cannot be reached or does not answer; the next answer removes it.
import { showBanner } from "./banner.js";

/**
 * @typedef {"offline" | "slow"} ConnectionState
 * @typedef {{ press: () => unknown, label?: string }} Button of a notice; the first one has a label already
 */

const showing = () => document.getElementById("connection");
/** @type {{ state: ConnectionState, buttons: Button[], words?: string } | null} */
let shown = null; // what the notice says, also on a page that replaces this one

/**
 * @param {ConnectionState | null} state null once the server answers
 * @param {Button[]} [buttons]
 * @param {string} [words] what the notice says
 */
export function showConnection(state, buttons = shown?.buttons ?? [], words = undefined) {
  const isSame = showing()?.dataset.state === state && shown?.words === words;
  shown = state && { state, buttons, words };
  if (isSame) return;
  showing()?.remove();
  if (!state) return;
  const notice = /** @type {HTMLElement} */ (document.importNode(document.getElementById(`${state}-notice`).content, true).firstElementChild);
  if (words) notice.querySelector("p")?.replaceChildren(words);
  const first = notice.querySelector("button");
  if (first) buttons.forEach(({ label }, i) => {
    const button = /** @type {HTMLButtonElement} */ (i ? first.cloneNode() : first);
    if (label) button.replaceChildren(label);
    button.addEventListener("click", () => shown?.buttons[i].press());
    if (i) first.after(button);
  });
  showBanner(notice, buttons.filter(({ label }) => label).length);
}

export const isOffline = () => shown?.state === "offline";
addEventListener("pageshown", () => shown && showConnection(shown.state, shown.buttons, shown.words));
