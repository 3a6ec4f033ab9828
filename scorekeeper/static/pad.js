// Taps without a page load. Every form still says what it says without this script; the page that answers takes this one's place.
import { lifted, show } from "./page.js";

const PATIENCE = 12000; // ms before a tap without an answer is sent again
const AGAIN = 4000; // ms between two tries
const KEPT = "taps";

// Sent one after the other, in the order in which they came; a post is kept until it is answered, over a reload too.
const taps = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
let sending = false;
let waits = null; // the form whose answer brings what can be tapped next
const wishes = []; // tapped while others were under way: done one by one, each once what it follows is answered
let retry = 0;
let leftOver = taps.length > 0; // from before a reload: what comes of it shows only where it belongs

document.addEventListener("submit", (event) => {
  const { target: form, submitter: button } = event;
  if (event.defaultPrevented || !button || form.target || form.enctype === "multipart/form-data") return;
  event.preventDefault();
  if (waits === form && form.method === "post") return; // a second tap of the same
  if (waits || (taps.length && !form.hasAttribute("data-simple"))) return waitFor(form, button);
  taps.push(request(form, button));
  form.dataset.sent = "";
  waits = answerAtOnce(form, button) ? null : form;
  send();
});

function request(form, button) {
  const given = new URLSearchParams(new FormData(form));
  if (button.name) given.append(button.name, button.value);
  const address = new URL(button.getAttribute("formaction") || form.getAttribute("action") || "", location.href);
  if (form.method === "post") return { address: address.href, body: given.toString() };
  address.search = given;
  return { address: address.href };
}

async function send() {
  if (sending) return;
  sending = true;
  clearTimeout(retry);
  let page = null;
  const alerts = [];
  do {
    while (keep() && taps.length) {
      const reply = await ask(taps[0]);
      if (!reply) return stumble();
      taps.shift();
      if (page?.isWrong) continue; // the first refusal is what must be seen
      if (page) alerts.push(...alertsIn(page.text));
      page = reply;
    }
    await lifted();
  } while (taps.length);
  sending = false;
  waits = null;
  if (page?.isWrong) wishes.length = 0; // what was refused is seen first
  document.getElementById("stumbled")?.remove();
  const belongs = !leftOver || !page?.address || new URL(page.address).pathname === location.pathname;
  if (page?.text && belongs) show(page.text, page.address, true);
  leftOver = false;
  document.querySelector(".play")?.prepend(...alerts);
  goOn();
}

const alertsIn = (text) => new DOMParser().parseFromString(text, "text/html").querySelectorAll('main [role="alert"]');

// What is under way, for whoever asks the document, and for the next page should this one be loaded anew.
function keep() {
  document.documentElement.toggleAttribute("data-sending", taps.length > 0);
  sessionStorage.setItem(KEPT, JSON.stringify(taps.filter((tap) => tap.body)));
  return true;
}

async function ask({ address, body }) {
  const form = { method: "POST", body, headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html" } };
  try {
    const reply = await fetch(address, { ...(body ? form : { headers: { Accept: "text/html" } }), signal: AbortSignal.timeout?.(PATIENCE) });
    if ([502, 503, 504].includes(reply.status)) return null;
    if (!reply.headers.get("Content-Type")?.startsWith("text/html")) return location.assign(reply.url), {};
    const stands = reply.redirected || !body;
    return { text: await reply.text(), address: stands ? reply.url : null, isWrong: !reply.ok };
  } catch {
    return null;
  }
}

// Another tap of the same kind takes the place of the one before. A key that follows a tap on a count is for that count.
function waitFor(form, button) {
  const kind = form.className;
  const follows = waits?.matches(".counts") || wishes.some((wish) => wish.kind.includes("counts"));
  if (wishes.at(-1)?.kind === kind) wishes.pop();
  wishes.push({ kind, action: form.getAttribute("action"), name: follows ? null : button.name, value: button.value });
  mark(form, button);
}

function goOn() {
  if (!wishes.length) return;
  const { action, name, value } = wishes.shift();
  const isWished = (each) => each.form.getAttribute("action") === action && each.value === value && each.name === (name ?? each.name);
  const button = [...document.querySelectorAll("form button:enabled")].find(isWished);
  if (button) button.form.requestSubmit(button);
  else wishes.length = 0; // the table has gone on otherwise
}

// What is certain shows before the server has spoken: the key that was pressed, and whose turn it is next.
function answerAtOnce(form, button) {
  mark(form, button);
  const goesOn = form.hasAttribute("data-simple") && nextSeat(form, button);
  if (goesOn) setTimeout(() => button.removeAttribute("aria-pressed"), 120);
  else form.closest(".pad")?.setAttribute("aria-busy", "true");
  return goesOn;
}

function mark(form, button) {
  const [row, on] = form.matches(".seats, .counts") ? ["aria-current", "step"] : ["aria-pressed", "true"];
  form.querySelectorAll(`[${row}]`).forEach((each) => each.removeAttribute(row));
  if (button.matches(".key, .seat, .count")) button.setAttribute(row, on);
  const count = form.matches(".keys.low") && document.querySelector(".count[aria-current] b");
  if (count) count.textContent = button.firstChild.data.trim();
}

function nextSeat(form, button) {
  const seats = [...document.querySelectorAll(".seats .seat")];
  const now = seats.find((seat) => seat.hasAttribute("aria-current"));
  const next = seats.find((seat) => seat !== now && seat.querySelector(".said.none"));
  const said = now?.querySelector(".said");
  if (!said) return false;
  said.textContent = button.firstChild.data.trim();
  said.classList.remove("none");
  now.removeAttribute("aria-current");
  if (!next) return false;
  next.setAttribute("aria-current", "step");
  form.elements.seat.value = next.dataset.seat;
  document.querySelector(".pad .head span").textContent = `${next.dataset.name} bids`;
  document.querySelector(".pad .head small")?.remove();
  return true;
}

// The connection is gone: nothing is lost, and it is tried again by itself (its id makes a tap one entry, however often it arrives).
function stumble() {
  sending = false;
  retry = setTimeout(send, AGAIN);
  if (document.getElementById("stumbled")) return;
  const notice = Object.assign(document.createElement("div"), { id: "stumbled", className: "notice bad" });
  const again = Object.assign(document.createElement("button"), { className: "button small", textContent: "Send now" });
  const words = Object.assign(document.createElement("p"), { textContent: "No connection. Nothing is lost: it is sent once there is one." });
  notice.setAttribute("role", "alert");
  again.addEventListener("click", send);
  notice.append(words, again);
  document.getElementById("main").prepend(notice);
}

addEventListener("online", send);
document.addEventListener("click", ({ target }) => {
  const menu = document.querySelector(".more[open]");
  if (menu && !menu.contains(target)) menu.removeAttribute("open");
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") document.querySelector(".more[open]")?.removeAttribute("open");
});
if (taps.length) send();
