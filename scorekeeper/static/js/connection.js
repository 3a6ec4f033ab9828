// Connection: a notice while the server cannot be reached or does not answer; the next answer removes it.
import { showBanner } from "./banner.js";

/**
 * @typedef {"offline" | "slow"} ConnectionState
 * @typedef {{ press: () => unknown, label?: string }} Button of a notice; the first one has a label already
 * @typedef {{ state: ConnectionState, buttons: Button[], words?: string }} Notice
 */

const showing = () => document.getElementById("connection");
/** @type {Notice | null} */
let shown = null; // what the notice says, also on a page that replaces this one
/** @type {Notice | null} */
let waits = null; // what it says of taps that wait: that stays until they do not, and shows again after what else was said

/**
 * Says what the taps of this page's game wait for, or with null that they do not any more. The same again hides nothing that was said since.
 * @param {{ buttons: Button[], words: string } | null} notice
 */
export function showWaiting(notice) {
  const isNews = notice?.words !== waits?.words;
  waits = notice && { state: "offline", ...notice };
  if (isNews) show(waits);
}

/**
 * @param {ConnectionState | null} state null once the server answers
 * @param {Button[]} [buttons]
 * @param {string} [words] what the notice says
 */
export const showConnection = (state, buttons = shown?.buttons ?? [], words = undefined) => show(state ? { state, buttons, words } : waits);

/** @param {Notice | null} next */
function show(next) {
  const isSame = showing()?.dataset.state === next?.state && shown?.words === next?.words;
  shown = next;
  if (isSame) return;
  showing()?.remove();
  if (!next) return;
  const { state, buttons, words } = next;
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
addEventListener("pageshown", () => shown && show(shown));
