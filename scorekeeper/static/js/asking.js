// Asking: sends requests that the phone does not handle itself, and repeats them until the server answers.
import { showConnection } from "./connection.js";

/** @import { PageRequest, Reply } from "./types.js" */
/** @import { Page } from "./swap.js" */

const SLOW = 4000; // ms until the page says that it is still sending
const TIMEOUT = 12000; // ms until a request without an answer is sent again
const RETRY_AFTER = 4000; // ms between two tries
const BUSY = [502, 503, 504];

const { dataset } = document.documentElement;

/**
 * The response, or null if there is none, or if the line breaks in the middle of it. What the page reads for itself may take its time: nobody
 * waits for it.
 * @param {string} address
 * @param {string | URLSearchParams} [body]
 * @returns {Promise<Reply | null>}
 */
export async function send(address, body) {
  const slow = setTimeout(() => (body || "asking" in dataset) && showConnection("slow"), SLOW);
  const form = { method: "POST", body, headers: { "Content-Type": "application/x-www-form-urlencoded" } };
  try {
    const reply = await fetch(address, { ...(body === undefined ? { headers: { Accept: "text/html" } } : form), signal: AbortSignal.timeout?.(TIMEOUT) });
    const text = await reply.text();
    return BUSY.includes(reply.status) ? null : Object.assign(reply, { text: () => text, json: () => JSON.parse(text) });
  } catch {
    return null;
  } finally {
    clearTimeout(slow);
  }
}

/**
 * Resolves when it is time to try again: after a while, once there is a connection, or when the reader asks; `press` is what the button does instead.
 * @param {string} [words]
 * @param {() => unknown} [press]
 * @returns {Promise<void>}
 */
export const untilRetry = (words, press) =>
  new Promise((resume) => {
    showConnection("offline", [{ press: press ?? resume }], words ?? dataset.unstored);
    addEventListener("online", () => resume(), { once: true });
    setTimeout(resume, RETRY_AFTER);
  });

/**
 * The page in the response, for which this asks as often as it takes.
 * @param {PageRequest} request
 * @returns {Promise<Page>}
 */
export async function ask({ address, body }) {
  dataset.asking = "";
  let reply = await send(address, body);
  while (!reply) {
    await untilRetry();
    reply = await send(address, body);
  }
  delete dataset.asking;
  showConnection(null);
  return pageIn(reply, body);
}

/**
 * The page in the response; an empty object if it is no page.
 * @param {Reply} reply
 * @param {PageRequest["body"]} body
 * @returns {Promise<Page>}
 */
export async function pageIn(reply, body) {
  if (!reply.headers.get("Content-Type")?.startsWith("text/html")) return location.assign(reply.url), {};
  const hasAddress = reply.redirected || body === undefined;
  return { text: { frame: await reply.text() }, address: hasAddress ? reply.url : null, isWrong: !reply.ok };
}
