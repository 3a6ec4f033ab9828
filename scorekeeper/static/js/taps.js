// Taps without a page load: each form still works without this script, and the page that answers takes this one's place.
import { showPage } from "./swap.js";
import { answerAtOnce, markPressed } from "./optimistic.js";
import { enqueue, isQueueEmpty, startQueue } from "./queue.js";

let waitsFor = null; // the form whose answer brings what can be tapped next
const pending = []; // tapped while others were under way: pressed one by one, each once those before it are answered

document.addEventListener("submit", (event) => {
  const { target: form, submitter: button } = event;
  if (event.defaultPrevented || !button || form.target || form.enctype === "multipart/form-data") return;
  event.preventDefault();
  if (waitsFor === form && form.method === "post") return; // a second tap of the same
  if (waitsFor || (!isQueueEmpty() && !form.hasAttribute("data-simple"))) return postpone(form, button);
  const request = requestOf(form, button);
  form.dataset.sent = "";
  waitsFor = answerAtOnce(form, button) ? null : form;
  enqueue(request);
});

function requestOf(form, button) {
  const given = new URLSearchParams(new FormData(form));
  if (button.name) given.append(button.name, button.value);
  const address = new URL(button.getAttribute("formaction") || form.getAttribute("action") || "", location.href);
  if (form.method === "post") return { address: address.href, body: given.toString() };
  address.search = given;
  return { address: address.href };
}

// Another tap of the same kind takes the place of the one before. A key that follows a tap on a count is for that count.
function postpone(form, button) {
  const { kind } = form.dataset;
  const follows = waitsFor?.dataset.kind === "counts" || pending.some((tap) => tap.kind === "counts");
  if (pending.at(-1)?.kind === kind) pending.pop();
  pending.push({ kind, action: form.getAttribute("action"), name: follows ? null : button.name, value: button.value });
  markPressed(form, button);
}

function pressNext() {
  if (!pending.length) return;
  const { action, name, value } = pending.shift();
  const isMeant = (each) => each.form.getAttribute("action") === action && each.value === value && each.name === (name ?? each.name);
  const button = [...document.querySelectorAll("form button:enabled")].find(isMeant);
  if (button) button.form.requestSubmit(button);
  else pending.length = 0; // the game has gone on otherwise
}

startQueue((page, alerts) => {
  waitsFor = null;
  if (page?.isWrong) pending.length = 0; // what was refused is seen first
  if (page?.text && page.belongs) showPage(page.text, page.address, true);
  document.querySelector("[data-play]")?.prepend(...alerts);
  pressNext();
});

// The header's menu closes by a tap elsewhere, or by Escape.
const openMenu = () => document.querySelector("[data-menu][open]");
document.addEventListener("click", ({ target }) => {
  const menu = openMenu();
  if (menu && !menu.contains(target)) menu.removeAttribute("open");
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") openMenu()?.removeAttribute("open");
});
