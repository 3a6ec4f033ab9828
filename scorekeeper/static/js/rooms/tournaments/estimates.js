// Estimates: asks the server again what a form comes to while somebody types: how long a set-up takes, what settings say in words. `data-estimates`
// selects what follows. Without this script, sending the form does the same.

const PAUSE = 250; // ms without another letter
const asking = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-estimates]"));

let latest = 0;
/** @type {number | undefined} */
let soon;

async function estimateAgain() {
  if (!asking) return;
  const own = ++latest;
  const body = new FormData(asking);
  const follows = String(asking.dataset.estimates);
  body.set("again", "1");
  const answer = await fetch(asking.action, { method: "POST", body }).catch(() => null);
  if (!answer?.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").querySelectorAll(follows);
  if (own === latest) document.querySelectorAll(follows).forEach((each, i) => each.replaceChildren(...(next[i]?.childNodes ?? [])));
}

asking?.addEventListener("input", () => {
  clearTimeout(soon);
  soon = setTimeout(estimateAgain, PAUSE);
});
