// Connection: a notice while the server cannot be reached or does not answer; the next answer removes it.

const LONG = 60; // characters that no longer fit beside the title

const showing = () => document.getElementById("connection");
let shown = null; // what the notice says, also on a page that replaces this one

// `state`: "offline", "slow", or null once the server answers. `words` is what the notice says, `retry` what its button does, which may have
// a label of its own, and something `more` to do, with a label too.
export function showConnection(state, retry = shown?.retry, words = undefined) {
  const isSame = showing()?.dataset.state === state && shown?.words === words;
  shown = state && { state, retry, words };
  if (isSame) return;
  showing()?.remove();
  if (!state) return;
  const notice = document.getElementById(`${state}-notice`).content.cloneNode(true);
  if (words) notice.querySelector("p").textContent = words;
  notice.firstElementChild.toggleAttribute("data-wide", Boolean(retry?.more) || words?.length > LONG);
  const button = notice.querySelector("button");
  button?.addEventListener("click", () => shown.retry());
  if (retry?.label) button.textContent = retry.label;
  if (retry?.more) {
    const more = button.cloneNode();
    more.textContent = retry.more.label;
    more.addEventListener("click", () => retry.more());
    button.after(more);
  }
  document.getElementById("main").prepend(notice);
}

export const isOffline = () => shown?.state === "offline";
addEventListener("pageshown", () => shown && showConnection(shown.state, shown.retry, shown.words));
