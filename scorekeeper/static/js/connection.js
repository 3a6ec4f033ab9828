// Connection: a notice while the server cannot be reached or does not answer; the next answer removes it.

const LONG = 60; // characters that no longer fit beside the title

/**
 * @typedef {"offline" | "slow"} ConnectionState
 *
 * What the button of a notice does; it may have a label of its own, and something `more` to do, with a label too.
 * @typedef {((event?: any) => unknown) & { label?: string, more?: (() => unknown) & { label: string } }} Retry
 */

const showing = () => document.getElementById("connection");
/** @type {{ state: ConnectionState, retry?: Retry, words?: string } | null} */
let shown = null; // what the notice says, also on a page that replaces this one

/**
 * @param {ConnectionState | null} state null once the server answers
 * @param {Retry} [retry]
 * @param {string} [words] what the notice says
 */
export function showConnection(state, retry = shown?.retry, words = undefined) {
  const isSame = showing()?.dataset.state === state && shown?.words === words;
  shown = state && { state, retry, words };
  if (isSame) return;
  showing()?.remove();
  if (!state) return;
  const notice = document.importNode(document.getElementById(`${state}-notice`).content, true);
  if (words) notice.querySelector("p")?.replaceChildren(words);
  notice.firstElementChild?.toggleAttribute("data-wide", Boolean(retry?.more) || (words ?? "").length > LONG);
  const button = notice.querySelector("button");
  button?.addEventListener("click", () => shown?.retry?.());
  if (retry?.label) button?.replaceChildren(retry.label);
  const also = retry?.more;
  if (also && button) {
    const more = button.cloneNode();
    more.textContent = also.label;
    more.addEventListener("click", also);
    button.after(more);
  }
  document.getElementById("main").prepend(notice);
}

export const isOffline = () => shown?.state === "offline";
addEventListener("pageshown", () => shown && showConnection(shown.state, shown.retry, shown.words));
