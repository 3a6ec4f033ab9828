// Noticed: every page says how many taps wait that it does not show itself.
import { attach, changed, clock, decide, detach, hasLost, messageOf, news, onRematch, onShow, quiet, rematched, statusOf, waitingElsewhere, wake, words } from "./sending.js";

const LONG = 60; // characters that no longer fit beside the links of the page's head

function say() {
  const text = words() && waitingElsewhere();
  const shown = document.getElementById("waiting");
  if (shown?.textContent === text) return;
  shown?.remove();
  if (!text) return;
  const notice = Object.assign(document.createElement("p"), { id: "waiting", className: "notice", textContent: text });
  notice.setAttribute("role", "status");
  notice.toggleAttribute("data-wide", text.length > LONG);
  document.getElementById("main")?.append(notice);
}

onShow(say);
addEventListener("pageshown", say);

export { attach, changed, clock, decide, detach, hasLost, messageOf, news, onRematch, onShow, quiet, rematched, statusOf, wake, words };
