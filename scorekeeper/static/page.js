// The page as the server has it now: another takes this one's place without a load, and what other phones write shows by itself.
const LOOK_EVERY = 2000; // ms
const FORGOTTEN = 3600000; // ms without a tap or an entry, after which the screen may go dark

const voice = Object.assign(document.createElement("p"), { className: "vh" });
voice.setAttribute("aria-live", "polite");
document.body.append(voice);

let path = location.pathname;
let lastSign = Date.now();
let lock = null;
let looking = false;

// `address`: where the page stands, or null for the answer to a refused form, which stands nowhere.
export function show(text, address, tapped = false) {
  const next = new DOMParser().parseFromString(text, "text/html");
  const moved = address !== null && new URL(address).pathname !== path;
  const before = moved ? [] : totals();
  const putBack = place(tapped, moved);
  if (tapped && next.title !== document.title) scrollTo(0, 0);
  takeStyles(next);
  document.title = next.title;
  [...document.body.childNodes].forEach((old) => old === voice || old.remove());
  voice.before(...next.body.childNodes);
  if (address !== null) history[moved ? "pushState" : "replaceState"](null, "", address);
  path = location.pathname;
  lastSign = Date.now();
  putBack();
  countUp(before);
  say();
}

// Nothing is replaced under a finger: its tap would be lost. A tap's click comes a moment after the finger is lifted; one that rests
// longer taps nothing, or was lifted over a list or a window of the browser's, which does not say so.
const LIFTED = 40; // ms
const RESTS = 1000; // ms
const fingers = new Map(); // each by its pointer, with the clock after which it counts as lifted
const whenLifted = [];
addEventListener("pointerdown", liftAfter(RESTS), true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, liftAfter(LIFTED), true);

function liftAfter(time) {
  return ({ pointerId }) => {
    clearTimeout(fingers.get(pointerId));
    fingers.set(pointerId, setTimeout(lift, time, pointerId));
  };
}

function lift(pointerId) {
  fingers.delete(pointerId);
  if (!fingers.size) whenLifted.splice(0).forEach((goOn) => goOn());
}

export const lifted = () => fingers.size && new Promise((goOn) => whenLifted.push(goOn));

function takeStyles(next) {
  next.head.querySelectorAll('link[rel="stylesheet"]').forEach((link) => {
    if (!document.head.querySelector(`link[href="${link.getAttribute("href")}"]`)) document.head.append(link);
  });
}

// What stood open stays open, what was typed stays typed, and the keyboard stays where it was.
function place(tapped, moved) {
  const open = [...document.querySelectorAll("details[id][open]")].map((each) => each.id);
  const fields = document.querySelectorAll("main form:not([data-sent]) :is(input, textarea)");
  const typed = [...fields].filter((each) => each.value !== each.defaultValue);
  const { name, value, id } = document.activeElement;
  const focused = tapped || document.activeElement !== document.body;
  return () => {
    if (moved) return document.getElementById("main")?.focus({ preventScroll: true });
    open.forEach((each) => document.getElementById(each)?.setAttribute("open", ""));
    typed.forEach((each) => {
      const same = document.querySelector(`main [name="${CSS.escape(each.name)}"]:not([type="hidden"])`);
      if (same) same.value = each.value;
    });
    if (focused) at(name, value, id)?.focus({ preventScroll: true });
  };
}

function at(name, value, id) {
  const same = name && document.querySelector(`button[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]:enabled`);
  const first = () => document.querySelector(".pad .keys button:enabled, main .button.main");
  return same || (id && document.getElementById(id)) || first() || document.getElementById("main");
}

function totals() {
  return [...document.querySelectorAll(".board .total")].map((total) => digits(total).data);
}

const digits = (total) => (total.querySelector("a") ?? total).firstChild;

// A total counts up to its new value, where motion is welcome.
function countUp(before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  document.querySelectorAll(".board .total").forEach((total, side) => {
    const text = digits(total);
    const written = text.data;
    const [from, to] = [before[side], written].map(number);
    if (Number.isNaN(from) || Number.isNaN(to) || from === to) return;
    const start = performance.now();
    requestAnimationFrame(function step(now) {
      const part = Math.min(1, Math.max(0, now - start) / 500);
      text.data = part < 1 ? String(Math.round(from + (to - from) * part * (2 - part))).replace("-", "−") : written;
      if (part < 1 && total.isConnected) requestAnimationFrame(step);
    });
  });
}

const number = (text = "") => parseInt(text.replace("−", "-"), 10);

// Who listens hears what happened and what is asked next; an alert speaks for itself.
function say() {
  const heard = document.querySelectorAll('main [role="status"], .ending h2, .pad h2');
  const words = [...heard].map((each) => each.textContent.trim()).join(". ");
  if (words !== voice.textContent) setTimeout(() => (voice.textContent = words), 60);
}

const isIdle = () => {
  const types = document.activeElement.matches("input, textarea, select");
  return !document.hidden && !types && !document.documentElement.hasAttribute("data-sending");
};

async function look() {
  const shown = document.querySelector("[data-version]");
  if (!shown || looking || !isIdle()) return;
  looking = true;
  try {
    const asked = { headers: { "If-None-Match": `"${shown.dataset.version}"` }, cache: "no-store" };
    const { status } = await fetch(shown.dataset.follow, asked);
    if ([401, 403, 404].includes(status)) location.reload(); // put out: the page says so
    if (status === 200) await renew(shown);
  } catch {
    // no connection: the next look tells
  }
  looking = false;
}

async function renew(shown) {
  // Counts that are being given stay: what changed shows once they are saved or left.
  if (location.search && document.querySelector(".counts")) return;
  const reply = await fetch(location.href, { headers: { Accept: "text/html" } });
  const text = await reply.text();
  await lifted();
  if (reply.ok && isIdle() && shown.isConnected) show(text, reply.url);
}

async function stayAwake() {
  const runs = document.querySelector("[data-awake]") && !document.hidden && Date.now() - lastSign < FORGOTTEN;
  if (runs && !lock) {
    lock = { release() {} }; // asked for once, however long the answer takes
    lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
    lock?.addEventListener("release", () => (lock = null));
  } else if (!runs && lock) {
    await lock.release();
  }
}

setInterval(() => (look(), stayAwake()), LOOK_EVERY);
document.addEventListener("visibilitychange", () => (look(), stayAwake()));
addEventListener("pointerdown", () => (lastSign = Date.now()));
addEventListener("popstate", () => location.pathname !== path && location.reload());
stayAwake();
