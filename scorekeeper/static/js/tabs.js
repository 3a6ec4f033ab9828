// Tabs: what the windows of one browser tell each other, and which of them does something for all.
import { named } from "./root.js";

const PAUSE = 1000; // ms

/** @import { Leads, TabMessages } from "./types.js" */

const channel = window.BroadcastChannel ? new BroadcastChannel(named("scorekeeper")) : null;
/** @type {Map<string, ((message: any) => unknown)[]>} */
const heardBy = new Map(); // what to call, by kind of message

/**
 * Tells all other tabs.
 * @type {<Kind extends keyof TabMessages>(message: TabMessages[Kind] & { kind: Kind }) => void}
 */
export const tellTabs = (message) => channel?.postMessage(message);

/**
 * Calls `work` with each message of a kind from another tab.
 * @type {<Kind extends keyof TabMessages>(kind: Kind, work: (message: TabMessages[Kind]) => unknown) => void}
 */
export const onTabs = (kind, work) => void heardBy.set(kind, [...(heardBy.get(kind) ?? []), work]);

channel?.addEventListener("message", ({ data }) => heardBy.get(data.kind)?.forEach((work) => work(data)));

/**
 * One tab at a time leads: one that waited for the one before to let go, or that claimed it. `changed` gets true or false. Without locks, as on
 * plain http, a tab leads unless another one has said that it does.
 * @param {Leads} name
 * @param {(leads: boolean) => unknown} changed
 */
export function leadership(name, changed) {
  let leads = false;
  let grants = 0; // how often this tab was given the lock
  const asked = { claim: false, wait: false }; // how it asked for the lock without having been given it yet
  /** @type {(none?: any) => void} */
  let end = () => {};
  const become = (/** @type {boolean} */ now) => now !== leads && changed((leads = now));

  /** @param {"claim" | "wait"} how */
  async function lock(how) {
    if (leads || asked[how]) return;
    asked[how] = true;
    let grant = 0;
    const given = () => {
      asked[how] = false;
      grant = grants += 1;
      const held = new Promise((resolve) => (end = resolve));
      become(true);
      return held;
    };
    /** @type {unknown} */
    const error = await navigator.locks.request(named(name), { steal: how === "claim" }, given).catch((lost) => lost);
    if (!grant) asked[how] = false;
    if (grant === grants) become(false); // if not, this tab claimed the lock from itself, and was given it before it hears of that
    // Another tab claimed it, and this one is next when that closes. Anything else, as on a page that is being left, would fail again at once.
    if (error instanceof DOMException && error.name === "AbortError") lock("wait");
    else if (error) setTimeout(lock, PAUSE, "wait");
  }

  function claim() {
    if (navigator.locks) return lock("claim");
    if (leads) return;
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
    if (navigator.locks) return lock("wait");
    if (leads || asked.wait) return;
    asked.wait = true;
    tellTabs({ kind: name, asks: true });
    setTimeout(() => asked.wait && claim(), 500);
  }

  if (!navigator.locks) {
    onTabs(name, ({ asks, isOver }) => {
      if (asks) return leads && tellTabs({ kind: name });
      if (isOver) return document.hidden || claim();
      asked.wait = false;
      become(false);
    });
    addEventListener("pagehide", letGo);
  }

  return { claim, letGo, wait, leads: () => leads };
}
