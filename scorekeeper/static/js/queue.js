// The queue: sends requests one after the other, and keeps each post until it is answered. The next page of a game sends what a
// closed one left.
import { showConnection } from "./connection.js";
import { pointersReleased } from "./pointers.js";

const SLOW = 4000; // ms until the page says that it is still sending
const TIMEOUT = 12000; // ms until a request without an answer is sent again
const RETRY_AFTER = 4000; // ms between two tries
const GONE_AFTER = 90000; // ms without a sign of the page that stored taps: it was closed or crashed
const STORED = "taps ";
const OWN = STORED + Math.random();

const queue = leftByOthers();
let restored = queue.length > 0; // from before a reload: show the answer only on its own page
let sending = false;
let retry = 0;
let onAnswered = null;

// Calls `callback(page, alerts)` when all requests are answered: with the last page, or null, and the alerts of earlier pages.
export function startQueue(callback) {
  onAnswered = callback;
  addEventListener("online", send);
  addEventListener("pagehide", () => store(0));
  addEventListener("pageshow", ({ persisted }) => persisted && queue.length && location.reload());
  addEventListener("storage", () => queue.push(...leftByOthers()) && send()); // a page that closes while this one opens
  if (queue.length) send();
}

function leftByOthers() {
  const found = Object.keys(localStorage).filter((key) => key.startsWith(STORED));
  const left = found.map((key) => ({ key, ...JSON.parse(localStorage[key]) })).filter(({ at }) => Date.now() - at > GONE_AFTER);
  left.forEach(({ key }) => localStorage.removeItem(key));
  return left.flatMap(({ taps }) => taps);
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
      const slow = setTimeout(showConnection, SLOW, "slow");
      const reply = await ask(queue[0]);
      clearTimeout(slow);
      if (!reply) return onOffline();
      queue.shift();
      if (page?.isWrong) continue; // show the first refusal
      if (page) alerts.push(...alertsIn(page.text));
      page = reply;
    }
    await pointersReleased();
  } while (queue.length);
  sending = false;
  showConnection(null);
  if (page) page.belongs = !restored || !page.address || new URL(page.address).pathname === location.pathname;
  restored = false;
  onAnswered(page, alerts);
}

const alertsIn = (text) => new DOMParser().parseFromString(text, "text/html").querySelectorAll('main [role="alert"]');

// Marks the document as sending, and stores the queue in case the page is closed.
function store(at = Date.now()) {
  document.documentElement.toggleAttribute("data-sending", queue.length > 0);
  const taps = queue.filter((request) => request.body);
  if (taps.length) localStorage[OWN] = JSON.stringify({ at, taps });
  else localStorage.removeItem(OWN);
  return true;
}

// The post with this page's token: the session may have changed since the tap.
const fresh = (body) => {
  const token = document.querySelector('[name="csrf_token"]')?.value;
  return token ? body.replace(/csrf_token=[^&]*/, `csrf_token=${encodeURIComponent(token)}`) : body;
};

// The page in the response, an empty object if it is not a page, or null if there is no response.
async function ask({ address, body }) {
  const form = { method: "POST", body: body && fresh(body), headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html" } };
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
  showConnection("offline", send);
}
