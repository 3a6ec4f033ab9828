// Status: connects the page of a game with the outbox, and says what waits and why.
import { importFile, savedFile } from "./saved.js";

const OFFLINE = "offline"; // the kind of notice

/** @import { Around, GameModule, Status } from "./types.js" */
/** @import { Attached } from "./sending.js" */
/** @import { Retry } from "./connection.js" */
/** @import { GamePage } from "./play.js" */
/** @import { GameRecord } from "./record.js" */
/** @typedef {{ words: string, press: Retry } | null} Notice */

/**
 * Calls `changed` when something else is to be shown; `finished` when all taps are sent; `flash` with the server's notices; `stopped` when this
 * phone may not record any more. `complete` loads what a function needs.
 * @param {GameModule} core
 * @param {Around} around
 * @param {GameRecord} record
 * @param {GamePage} page
 * @param {typeof import("./noticed.js")} sender
 * @param {object} callbacks
 * @param {() => Promise<unknown>} callbacks.changed
 * @param {import("./saved.js").Complete} callbacks.complete
 * @param {() => unknown} callbacks.finished
 * @param {(words: string, category: string) => unknown} callbacks.flash
 * @param {(words: string, label: string) => Promise<unknown>} callbacks.stopped
 */
export function waitingOf(core, around, record, page, sender, { changed, complete, finished, flash, stopped }) {
  const { id } = around.game;
  const root = document.documentElement;
  let isLeft = false; // this page shows another game now
  /** @type {Promise<any>} */
  let turn = Promise.resolve();
  /** @type {string | null} */
  let tappedLink = null;
  let hadTaps = false;
  let isCatchingUp = false;
  /** @type {typeof OFFLINE | null} */
  let said = null; // what this page says of its taps

  // One change at a time. Nothing in it waits for the network: a tap would wait too.
  /** @type {Attached["inTurn"]} */
  const inTurn = (work) => (turn = turn.then(work, work));

  /**
   * Opens a link once the server has all taps, unless it cannot be reached meanwhile; null for none. Nothing follows.
   * @type {(address: string | null) => Promise<never>}
   */
  const openOnceSent = (address) => ((tappedLink = address), new Promise(() => {}));

  // A page that a service worker cannot open again says that it must stay open.
  const isOnlyHere = () => !navigator.serviceWorker?.controller;

  /** @type {Record<string, (status: Required<Status>) => Notice | Promise<Notice>>} */
  const notices = {
    refused: ({ refused }) => rejected(refused),
    lost: ({ lost, went_on }) => lostNotice(lost, went_on),
    paused: ({ code }) => codeNotice(code),
  };

  /**
   * @param {string} code
   * @returns {Notice}
   */
  function codeNotice(code) {
    tappedLink = null;
    const words = sender.words().waiting_words(code, record.waiting(), isOnlyHere());
    const before = code === "early" ? around.rematch_of : undefined;
    const open = () => window.open(around.events_url.replace(id, before ?? id).replace(/\/events$/, ""));
    return { words, press: before ? Object.assign(open, { label: sender.words().open_words() }) : sender.wake };
  }

  /**
   * @param {string} tap
   * @returns {Promise<Notice>}
   */
  async function rejected(tap) {
    const found = record.tap(tap);
    if (found && record.isUndone(found)) return undo(found);
    const words = await complete(() => core.rejected_words(record.state(), record.numberOf(tap)));
    return { words, press: () => sender.decide(id, "Resumed") };
  }

  /** @param {import("./types.js").StoredTap} tap */
  async function undo(tap) {
    await inTurn(() => record.drop(tap));
    sender.changed(id);
    return null;
  }

  /**
   * @param {number[]} lost
   * @param {boolean} wentOn
   * @returns {Notice}
   */
  function lostNotice(lost, wentOn) {
    const hands = record.handsAt([...lost]);
    const save = () => savedFile(core, around, record, complete);
    const keep = Object.assign(async () => (await save(), sender.decide(id, "LetGo")), { label: sender.words().save_words() });
    const again = Object.assign(() => sender.decide(id, "RecordAgain"), { label: sender.words().again_words() });
    const other = Object.assign(() => importFile(core, around, record, complete), { label: sender.words().own_game_words() });
    const offered = (!wentOn && around.may_write && again) || (wentOn && around.may_import && other);
    const words = sender.words().lost_words(hands, lost.length, wentOn);
    return { words, press: offered ? Object.assign(offered, { more: keep }) : keep };
  }

  // Marks the document while taps wait, and says what they wait for if that is not only the answer.
  async function show() {
    if (isLeft) return;
    const status = sender.statusOf(id);
    hadTaps ||= record.waiting() > 0;
    root.toggleAttribute("data-sending", record.waiting() > 0 || Boolean(around.start));
    if (status.phase === "closed") return stopped(`${sender.messageOf(id)} ${sender.words().closed_words(record.waiting())}`, sender.words().save_words());
    const shown = notices[status.phase] ?? (status.code && record.waiting() ? notices.paused : null);
    const notice = shown && (await shown(/** @type {Required<Status>} */ (status)));
    if (notice) page.showConnection((said = OFFLINE), notice.press, notice.words);
    else if (!shown && said) page.showConnection((said = null));
    if (record.waiting() || isLeft || status.phase !== "ready" || around.start) return;
    if (tappedLink) follow();
    else if (hadTaps) (hadTaps = false), finished();
  }

  // Once: a second time would end the first one on its way.
  function follow() {
    const link = tappedLink;
    [tappedLink, hadTaps] = [null, false];
    if (link) location.assign(link);
  }

  // Asks for what other phones recorded, and waits until it is here; whoever asks shows it.
  async function catchUp() {
    isCatchingUp = true;
    await sender.news(id);
    await sender.quiet(id);
    isCatchingUp = false;
  }

  function moved(/** @type {string} */ to) {
    const there = (/** @type {string} */ address) => address.replaceAll(id, to);
    isLeft = true;
    history.replaceState(null, "", there(page.here()));
    tappedLink ? location.assign(there(tappedLink)) : location.reload();
  }

  sender.attach(id, { around, record, inTurn, flash, moved, changed: () => (isLeft || isCatchingUp ? show() : changed().then(show)), reload: () => location.reload() });
  sender.onShow(show);
  return { catchUp, inTurn, leave: () => ((isLeft = true), sender.detach(id)), openOnceSent, send: () => sender.changed(id), showWaiting: show };
}
