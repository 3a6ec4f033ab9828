// Following a game: what other phones write shows here within two seconds, and the screen stays awake while the game runs.
const EVERY = 2000; // ms

export function follow(show, idle) {
  let lock = null;
  let busy = false;

  async function look() {
    const at = document.querySelector("[data-version]");
    if (!at || document.hidden || busy || !idle()) return;
    busy = true;
    try {
      const reply = await fetch(at.dataset.follow, { headers: { "If-None-Match": `"${at.dataset.version}"` }, cache: "no-store" });
      if (reply.status === 200 && idle()) await refresh(at);
    } catch {
      // no connection: the next look tells
    }
    busy = false;
  }

  async function refresh(at) {
    // Counts that are being given stay: what changed shows once they are saved or left.
    if (new URL(location.href).searchParams.size && document.querySelector(".counts")) return;
    const reply = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (reply.ok && idle() && at.isConnected) show(await reply.text(), reply.url);
  }

  async function awake() {
    const runs = document.querySelector("[data-awake]") && !document.hidden;
    if (runs && !lock) {
      lock = await navigator.wakeLock?.request("screen").catch(() => null);
      lock?.addEventListener("release", () => (lock = null));
    } else if (!runs && lock) {
      await lock.release();
    }
  }

  setInterval(() => (look(), awake()), EVERY);
  document.addEventListener("visibilitychange", () => (look(), awake()));
  awake();
}
