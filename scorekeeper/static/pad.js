// Taps without a page load. Every form still says what it says without this script; the page that answers takes this one's place.
import { follow } from "./follow.js";

const PATIENCE = 12000; // ms before a tap that got no answer is given back
let queue = Promise.resolve();
let waiting = 0;

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.enctype === "multipart/form-data" || form.hasAttribute("data-whole-page")) return;
  event.preventDefault();
  const asked = request(form, event.submitter);
  answerAtOnce(form, event.submitter);
  send(asked);
});

function request(form, button) {
  const given = new URLSearchParams(new FormData(form, button));
  const address = new URL(button?.getAttribute("formaction") || form.getAttribute("action") || "", location.href);
  if (form.method === "post") return { address, options: { method: "POST", body: given } };
  address.search = given;
  return { address, options: {} };
}

function send(asked) {
  waiting += 1;
  // One after the other: two quick bids arrive in the order in which they were tapped.
  queue = queue.then(() => answer(asked)).finally(() => (waiting -= 1));
}

async function answer({ address, options }) {
  try {
    const reply = await fetch(address, { ...options, signal: AbortSignal.timeout(PATIENCE), headers: { Accept: "text/html" } });
    if (!reply.headers.get("Content-Type")?.startsWith("text/html")) return location.assign(reply.url);
    const text = await reply.text();
    if (waiting === 1) show(text, reply.url);
  } catch {
    stumble({ address, options });
  }
}

// What is certain shows before the server has spoken: the key that was pressed, and whose turn it is next.
function answerAtOnce(form, button) {
  if (!button) return;
  form.querySelectorAll("[aria-pressed]").forEach((key) => key.removeAttribute("aria-pressed"));
  if (button.classList.contains("key")) button.setAttribute("aria-pressed", "true");
  const next = form.hasAttribute("data-simple") ? nextSeat(form, button) : null;
  if (next) setTimeout(() => button.removeAttribute("aria-pressed"), 120);
  else form.closest(".pad")?.setAttribute("aria-busy", "true");
  form.closest("main")?.toggleAttribute("inert", !next);
}

function nextSeat(form, button) {
  const seats = [...document.querySelectorAll(".seats .seat")];
  const now = seats.find((seat) => seat.hasAttribute("aria-current"));
  const open = seats.filter((seat) => seat !== now && seat.querySelector(".said.none"));
  const said = now?.querySelector(".said");
  if (!said) return null;
  said.textContent = button.textContent.trim();
  said.classList.remove("none");
  now.removeAttribute("aria-current");
  if (!open.length) return null;
  open[0].setAttribute("aria-current", "step");
  form.elements.seat.value = open[0].dataset.seat;
  const heading = document.querySelector(".pad .head span");
  if (heading) heading.textContent = `${open[0].dataset.name} bids`;
  document.querySelector(".pad .head small")?.remove();
  return open[0];
}

export function show(text, address) {
  const next = new DOMParser().parseFromString(text, "text/html");
  const before = totals();
  const stood = keepPlace();
  const here = new URL(address).pathname === location.pathname;
  document.title = next.title;
  document.body.replaceChildren(...next.body.childNodes);
  history[here ? "replaceState" : "pushState"](null, "", address);
  if (!here) scrollTo(0, 0);
  stood();
  countUp(before);
  say(document.querySelector('[role="alert"], .ending h2, .pad .head, .pad h2')?.textContent);
}

// Hands that stand open stay open, and the keyboard stays where it was.
function keepPlace() {
  const open = [...document.querySelectorAll("details[id][open]")].map((hand) => hand.id);
  const { name, value } = document.activeElement ?? {};
  return () => {
    open.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
    const same = name && document.querySelector(`button[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]:not(:disabled)`);
    const first = document.querySelector(".save, .pad .keys button:not(:disabled), main .button.main");
    (same || first || document.getElementById("main"))?.focus({ preventScroll: true });
  };
}

function totals() {
  return [...document.querySelectorAll(".board .total")].map((total) => total.firstChild.data);
}

function countUp(before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  document.querySelectorAll(".board .total").forEach((total, side) => {
    const text = total.firstChild;
    const [from, to] = [before[side], text.data].map(number);
    if (!Number.isFinite(from) || !Number.isFinite(to) || from === to) return;
    const start = performance.now();
    requestAnimationFrame(function step(now) {
      const part = Math.min(1, (now - start) / 500);
      text.data = words(Math.round(from + (to - from) * part * (2 - part)));
      if (part < 1 && total.isConnected) requestAnimationFrame(step);
    });
  });
}

const number = (text) => (text === undefined ? NaN : Number(text.trim().replace("−", "-").replaceAll(/[\s ,]/g, "")));
const words = (count) => String(count).replace("-", "−");

function say(text) {
  let voice = document.getElementById("said");
  if (!voice) {
    voice = Object.assign(document.createElement("p"), { id: "said", className: "vh" });
    voice.setAttribute("role", "status");
    document.body.append(voice);
  }
  if (text) setTimeout(() => (voice.textContent = text.trim()), 60);
}

// The connection is gone: nothing is, and the same tap can be sent again (its id makes it one entry, however often it arrives).
function stumble(asked) {
  document.querySelector("main")?.removeAttribute("inert");
  document.querySelector("[aria-busy]")?.removeAttribute("aria-busy");
  document.getElementById("stumbled")?.remove();
  const notice = Object.assign(document.createElement("div"), { id: "stumbled", className: "notice bad" });
  notice.setAttribute("role", "alert");
  const again = Object.assign(document.createElement("button"), { className: "button", textContent: "Send it again" });
  again.addEventListener("click", () => (notice.remove(), send(asked)));
  notice.append(Object.assign(document.createElement("p"), { textContent: "No connection. Nothing is lost." }), again);
  document.querySelector("main > *")?.prepend(notice);
}

addEventListener("popstate", () => location.reload());
follow(show, () => waiting === 0);
