// The queue: sends requests one after the other, and keeps each post until it is answered, even across a reload.
import { pointersReleased } from "./pointers.js";

const TIMEOUT = 12000; // ms until a request without an answer is sent again
const RETRY_AFTER = 4000; // ms between two tries
const STORED_AS = "taps";

const queue = JSON.parse(sessionStorage.getItem(STORED_AS) ?? "[]");
let restored = queue.length > 0; // from before a reload: show the answer only on its own page
let sending = false;
let retry = 0;
let onAnswered = null;

// Calls `callback(page, alerts)` when all requests are answered: with the last page, or null, and the alerts of earlier pages.
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
      if (page?.isWrong) continue; // show the first refusal
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

// Marks the document as sending, and stores the queue in case the page is reloaded.
function store() {
  document.documentElement.toggleAttribute("data-sending", queue.length > 0);
  sessionStorage.setItem(STORED_AS, JSON.stringify(queue.filter((request) => request.body)));
  return true;
}

// The page in the response, an empty object if it is not a page, or null if there is no response.
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

// Keeps the taps and sends them again by itself; their ids make sure that each is recorded only once.
function onOffline() {
  sending = false;
  retry = setTimeout(send, RETRY_AFTER);
  if (document.getElementById("offline")) return;
  const notice = document.getElementById("offline-notice").content.cloneNode(true);
  notice.querySelector("button").addEventListener("click", send);
  document.getElementById("main").prepend(notice);
}
