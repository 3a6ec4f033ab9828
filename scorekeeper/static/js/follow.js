// Follow: shows what other phones record without a reload, and keeps the screen on while the game is in progress.
import { pointersReleased } from "./pointers.js";
import { showPage } from "./swap.js";

const LOOK_EVERY = 2000; // ms
const LONGEST_IDLE = 3600000; // ms without a tap or a new page until the screen may turn off

let lastSign = Date.now();
let lock = null;
let looking = false;

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
    if ([401, 403, 404].includes(status)) location.reload(); // access was revoked, and the page will say so
    if (status === 200) await renew(shown);
  } catch {
    // offline: the next poll tries again
  }
  looking = false;
}

async function renew(shown) {
  // Do not replace counts in progress: changes show once they are saved or cancelled.
  if (location.search && document.querySelector('[data-kind="counts"]')) return;
  const reply = await fetch(location.href, { headers: { Accept: "text/html" } });
  const text = await reply.text();
  await pointersReleased();
  if (reply.ok && isIdle() && shown.isConnected) showPage(text, reply.url);
}

async function stayAwake() {
  const runs = document.querySelector("[data-awake]") && !document.hidden && Date.now() - lastSign < LONGEST_IDLE;
  if (runs && !lock) {
    lock = { release() {} }; // a placeholder, to request the lock only once
    lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
    lock?.addEventListener("release", () => (lock = null));
  } else if (!runs && lock) {
    await lock.release();
  }
}

for (const sign of ["pointerdown", "pageshown"]) addEventListener(sign, () => (lastSign = Date.now()));
document.addEventListener("visibilitychange", () => (look(), stayAwake()));
setInterval(() => (look(), stayAwake()), LOOK_EVERY);
stayAwake();
