// Tabs: what the windows of one browser tell each other, and which of them does something for all.

const PAUSE = 1000; // ms

const channel = window.BroadcastChannel ? new BroadcastChannel("scorekeeper") : null;
const heardBy = new Map(); // what to call, by kind of message

// Tells all other tabs; `message` has a `kind`.
export const tellTabs = (message) => channel?.postMessage(message);

// Calls `work` with each message of a kind from another tab.
export const onTabs = (kind, work) => heardBy.set(kind, [...(heardBy.get(kind) ?? []), work]);

channel?.addEventListener("message", ({ data }) => heardBy.get(data.kind)?.forEach((work) => work(data)));

// One tab at a time leads: one that waited for the one before to let go, or that claimed it. `changed` gets true or false. Without locks, as on
// plain http, a tab leads unless another one has said that it does.
export function leadership(name, changed) {
  let leads = false;
  let isWaiting = false;
  let end = () => {};
  const become = (now) => now !== leads && changed((leads = now));

  function hold() {
    const held = new Promise((resolve) => (end = resolve));
    become(true);
    return held;
  }

  async function lock(options) {
    isWaiting = true;
    try {
      await navigator.locks.request(name, options, hold);
      isWaiting = false;
      become(false);
    } catch (error) {
      become(false);
      // Another tab claimed it, and this one is next when that closes. Anything else, as on a page that is being left, would fail again at once.
      if (error.name === "AbortError") lock({});
      else setTimeout(() => lock({}), PAUSE);
    }
  }

  function claim() {
    if (leads) return;
    if (navigator.locks) return lock({ steal: true });
    tellTabs({ kind: name });
    become(true);
  }

  // Lets another tab lead.
  function letGo() {
    if (navigator.locks) return end();
    if (leads) tellTabs({ kind: name, isOver: true });
    become(false);
  }

  // Leads once no other tab does.
  function wait() {
    if (leads || isWaiting) return;
    if (navigator.locks) return lock({});
    isWaiting = true;
    tellTabs({ kind: name, asks: true });
    setTimeout(() => isWaiting && claim(), 500);
  }

  if (!navigator.locks) {
    onTabs(name, ({ asks, isOver }) => {
      if (asks) return leads && tellTabs({ kind: name });
      if (isOver) return document.hidden || claim();
      isWaiting = false;
      become(false);
    });
    addEventListener("pagehide", letGo);
  }

  return { claim, letGo, wait, leads: () => leads };
}
