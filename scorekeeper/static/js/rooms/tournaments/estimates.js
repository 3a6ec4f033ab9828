// Estimates: asks the server again what a set-up takes while somebody types. Without this script, Enter in a field does the same.

const PAUSE = 250; // ms without another letter
const asking = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-estimates]"));
const FOLLOWS = ".format b, .format .estimate, #notes, [data-title] > p";

let latest = 0;
/** @type {number | undefined} */
let soon;

async function estimateAgain() {
  if (!asking) return;
  const own = ++latest;
  const body = new FormData(asking);
  body.set("again", "1");
  const answer = await fetch(asking.action, { method: "POST", body }).catch(() => null);
  if (!answer?.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").querySelectorAll(FOLLOWS);
  if (own === latest) document.querySelectorAll(FOLLOWS).forEach((each, i) => each.replaceChildren(...(next[i]?.childNodes ?? [])));
}

asking?.addEventListener("input", () => {
  clearTimeout(soon);
  soon = setTimeout(estimateAgain, PAUSE);
});
