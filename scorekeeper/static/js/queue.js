// The queue: requests are sent one after the other, and a post is kept until it is answered, over a reload too.
import { pointersReleased } from "./pointers.js";

const TIMEOUT = 12000; // ms before a request without an answer is sent again
const RETRY_AFTER = 4000; // ms between two tries
const STORED_AS = "taps";

const queue = JSON.parse(sessionStorage.getItem(STORED_AS) ?? "[]");
let restored = queue.length > 0; // from before a reload: the answer shows only where it belongs
let sending = false;
let retry = 0;
let onAnswered = null;

// `callback(page, alerts)` gets the page to show, or null, once all is answered, and the alerts of the pages before it.
export function startQueue(callback) {
  onAnswered = callback;
  addEventListener("online", send);
  if (queue.length) send();
}

export const isQueueEmpty = () => !queue.length;

export function enqueue(request) {
  queue.push(request);
  send();
}

async function send() {
  if (sending) return;
  sending = true;
  clearTimeout(retry);
  let page = null;
  const alerts = [];
  do {
    while (store() && queue.length) {
      const reply = await ask(queue[0]);
      if (!reply) return onOffline();
      queue.shift();
      if (page?.isWrong) continue; // the first refusal is what must be seen
      if (page) alerts.push(...alertsIn(page.text));
      page = reply;
    }
    await pointersReleased();
  } while (queue.length);
  sending = false;
  document.getElementById("offline")?.remove();
  if (page) page.belongs = !restored || !page.address || new URL(page.address).pathname === location.pathname;
  restored = false;
  onAnswered(page, alerts);
}

const alertsIn = (text) => new DOMParser().parseFromString(text, "text/html").querySelectorAll('main [role="alert"]');

// What is under way, for whoever asks the document, and for the next page should this one be loaded again.
function store() {
  document.documentElement.toggleAttribute("data-sending", queue.length > 0);
  sessionStorage.setItem(STORED_AS, JSON.stringify(queue.filter((request) => request.body)));
  return true;
}

// The page that answers, an empty object for what is no page, or null where nobody answers.
async function ask({ address, body }) {
  const form = { method: "POST", body, headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html" } };
  try {
    const reply = await fetch(address, { ...(body ? form : { headers: { Accept: "text/html" } }), signal: AbortSignal.timeout?.(TIMEOUT) });
    if ([502, 503, 504].includes(reply.status)) return null;
    if (!reply.headers.get("Content-Type")?.startsWith("text/html")) return location.assign(reply.url), {};
    const hasAddress = reply.redirected || !body;
    return { text: await reply.text(), address: hasAddress ? reply.url : null, isWrong: !reply.ok };
  } catch {
    return null;
  }
}

// The taps are kept, and sent again without asking: its id makes a tap one entry, however often it arrives.
function onOffline() {
  sending = false;
  retry = setTimeout(send, RETRY_AFTER);
  if (document.getElementById("offline")) return;
  const notice = document.getElementById("offline-notice").content.cloneNode(true);
  notice.querySelector("button").addEventListener("click", send);
  document.getElementById("main").prepend(notice);
}
