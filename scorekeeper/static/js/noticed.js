// Noticed: every page says how many taps wait that it does not show itself; a pad says once that this phone cannot store any.
import { showBanner } from "./banner.js";
import { clock } from "./offset.js";
import { attach, cannotStore, changed, decide, detach, hasLost, keepSealed, load, news, onShow, quiet, rematched, statusOf, waitingElsewhere, wake, words } from "./sending.js";
import { outboxOf } from "./store.js";

const LEAVES = 4000; // ms until the notice above the keys has been read

const unstored = { words: "", until: 0 }; // why this phone stores nothing, and when that has been read, also on a page that replaces this one

function say() {
  const text = words() && waitingElsewhere();
  const shown = document.getElementById("waiting");
  if ((shown?.textContent ?? null) !== (text || null)) {
    shown?.remove();
    if (text) showBanner(notice({ id: "waiting", textContent: text }));
    else if (document.querySelector("[data-stands]")) location.reload(); // how games stand there is without these taps
  }
  const pad = document.querySelector("[data-phase]");
  const why = document.documentElement.dataset.unstored ?? "";
  if (pad && why !== unstored.words) Object.assign(unstored, { words: why, until: Date.now() + LEAVES });
  if (why && Date.now() < unstored.until && !document.getElementById("unstored")) pad?.prepend(notice({ id: "unstored", textContent: why }));
}

/** @param {{ textContent: string, id?: string }} values */
function notice(values) {
  const made = Object.assign(document.createElement("p"), { className: "notice", ...values });
  made.setAttribute("role", "status");
  return made;
}

onShow(say);
addEventListener("pageshown", say);

export { attach, cannotStore, changed, clock, decide, detach, hasLost, keepSealed, load, news, outboxOf, quiet, rematched, statusOf, wake, words };
