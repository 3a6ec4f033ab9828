// Tabs: what the windows of one browser tell each other, and which of them does something for all.

const channel = window.BroadcastChannel ? new BroadcastChannel("scorekeeper") : null;
const heard = new Map(); // by kind of message

// Tells all other tabs; `message` has a `kind`.
export const tellTabs = (message) => channel?.postMessage(message);

// Calls `work` with each message of a kind from another tab.
export const onTabs = (kind, work) => heard.set(kind, [...(heard.get(kind) ?? []), work]);

channel?.addEventListener("message", ({ data }) => heard.get(data.kind)?.forEach((work) => work(data)));

// One tab at a time leads: the last that claimed it. `changed` gets true or false. Without locks, as on plain http, tabs that hear
// no other one lead too: what they send twice the server records once.
export function leadership(name, changed) {
  let leads = false;
  let letGo = () => {};
  const become = (now) => now !== leads && changed((leads = now));
  const hold = () => (become(true), new Promise((resolve) => (letGo = resolve)));

  async function lock(options) {
    try {
      await navigator.locks.request(name, options, hold);
    } catch {
      become(false); // another tab claimed it; this one is next when that closes
      lock({});
    }
  }

  if (!navigator.locks) {
    onTabs(name, ({ isOver }) => (isOver ? !document.hidden && claim() : become(false)));
    addEventListener("pagehide", () => leads && (become(false), tellTabs({ kind: name, isOver: true })));
  }

  function claim() {
    if (leads) return;
    if (navigator.locks) return lock({ steal: true });
    tellTabs({ kind: name });
    become(true);
  }

  return { claim, leads: () => leads, letGo: () => letGo() };
}
