// Sending: empties the outbox in order, and reads what other phones recorded. `page` is what the loader gives.
import { LATER, NO_ACCESS } from "./starting.js";
import { handoverOf } from "./handover.js";

const KNOWN = [200, 401, 403, 404, 409, 422];

// Calls `changed` when something else is to be shown, with the reason if a tap was refused; `finished` when all taps are sent; `flash` with the
// server's notices; `stopped` with its page when this phone may not record any more. `complete` loads what a function needs.
// `page.hasOther`: it shows another game, which waits for these taps.
export function senderOf(core, around, record, page, { changed, complete, finished, flash, stopped }) {
  let sending = false;
  let isLeft = false; // this page shows another game now
  let turn = Promise.resolve();
  let tappedLink = null;
  let rejected = null; // the id of a tap that the server rejects in any state of the game

  const waitingWords = () => core.waiting_words(record.waiting(), !navigator.serviceWorker?.controller);

  // One change at a time. Nothing in it waits for the network: a tap would wait too.
  const inTurn = (work) => (turn = turn.then(work, work));

  // Sends the taps of another game that this phone keeps.
  const sendRecord = (game, own) => senderOf(core, game, own, { ...page, hasOther: true }, { complete, changed() {}, finished() {}, flash() {}, stopped() {} }).send();
  const { begin, refusal } = handoverOf(core, around, page, { complete, inTurn, sendRecord, untilRetry, waitingWords, link: () => tappedLink });

  // Opens a link once the server has all taps, unless it cannot be reached meanwhile; null for none.
  const openOnceSent = (address) => ((tappedLink = address), new Promise(() => {}));

  function untilRetry(words, press) {
    tappedLink = null;
    return page.untilRetry(words, press);
  }

  // Marks the document while taps wait, and says how many there are if they cannot be sent.
  function showWaiting() {
    if (isLeft) return;
    document.documentElement.toggleAttribute("data-sending", record.waiting() > 0 || Boolean(around.start) || Boolean(page.hasOther));
    if (rejected) complete(() => core.rejected_words(record.state(), record.seen() + 1)).then(showRejected);
    else if (page.isOffline()) page.showConnection("offline", undefined, refusal()?.words ?? waitingWords());
  }

  const showRejected = (words) => rejected && page.showConnection("offline", tryAgain, words);

  async function catchUp() {
    const reply = await page.send(`${around.events_url}?after=${record.seen()}`);
    if (!reply?.ok) return;
    const { events, notices, ...others } = await reply.json();
    const take = (found) => inTurn(() => {
      notices.splice(0).forEach(([kind, words]) => flash(words, kind));
      Object.assign(around, others);
      return record.catchUp(found);
    });
    if (!events.some(({ kind }) => kind === "erase")) return take(events);
    while (!(await take((await (await page.send(around.events_url)).json()).events))); // all, since earlier ones are rewritten
  }

  // Reads the token of a session that has changed since; the response.
  async function refreshToken() {
    const reply = await page.send(around.events_url);
    if (reply?.ok) around.csrf = (await reply.json()).csrf;
    return reply;
  }

  const bodyOf = ({ kind, payload, reason, id }) =>
    new URLSearchParams({ kind, payload: JSON.stringify(payload), reason: reason ?? "", entry_id: id, seq: record.seen(), csrf_token: around.csrf }).toString();

  const tryAgain = () => ((rejected = null), send());

  // A tap that the server rejects is dropped once the reader has undone it.
  async function dropRejected() {
    const tap = record.next();
    if (tap?.id !== rejected) rejected = null;
    if (!rejected || !record.isUndone(tap)) return;
    rejected = null;
    await inTurn(() => record.drop(tap));
    page.showConnection(null);
  }

  async function send() {
    if (sending) return;
    sending = true;
    if (around.start) return begin();
    const waited = record.waiting();
    await dropRejected();
    while (record.next() && !rejected && !isLeft) {
      const [tap, seen] = [record.next(), record.seen()];
      let reply = await page.send(around.events_url, bodyOf(tap));
      const isStale = reply?.status === 400;
      if (isStale) reply = await refreshToken();
      if (isStale && reply?.ok) reply = await page.send(around.events_url, bodyOf(tap));
      if (reply?.status >= 400 && reply.status < 500 && !KNOWN.includes(reply.status) && !LATER.includes(reply.status)) {
        rejected = tap.id;
        break;
      }
      if (!reply || !KNOWN.includes(reply.status)) {
        await untilRetry(waitingWords());
        continue;
      }
      page.showConnection(null);
      if (NO_ACCESS.includes(reply.status)) return stopped(await reply.text());
      await received(tap, reply);
      showWaiting();
      if (record.next()?.id === tap.id && record.seen() === seen) await untilRetry(waitingWords()); // at once it would be answered the same
    }
    sending = false;
    showWaiting();
    if (record.waiting() || isLeft) return;
    if (tappedLink) location.assign(tappedLink);
    else if (waited) finished();
  }

  // Sends once the page is on the screen.
  const sendSoon = () => page.afterFrame(send);

  async function received(tap, reply) {
    const found = await reply.json();
    if (await inTurn(() => reply.ok && found.seq === record.seen() + 1 && record.acknowledge(tap, found).then(() => true))) return;
    await (reply.status === 422 ? inTurn(() => record.drop(tap)) : catchUp());
    changed(found.error);
  }

  return { catchUp, inTurn, leave: () => (isLeft = true), openOnceSent, send, sendSoon, showWaiting };
}
