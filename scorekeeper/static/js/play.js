// Play: draws the result of each tap on the phone; the network only empties the outbox.
import { replaceChanges, replaceParts } from "./changes.js";
import { aheadOf, fieldsOf } from "./prerender.js";
import { eventsOf, forgetOld, keepGame, keepOnce, keptPages, outboxOf } from "./store.js";
import { keepBlank, rematchesHere } from "./starting.js";
import { followLinks, watchLinks } from "./links.js";
import { isRuleError } from "./fold.js";
import { drawingOf, newId } from "./drawing.js";
import { newsOf } from "./news.js";
import { recordOf } from "./record.js";
import { savedFile } from "./saved.js";
import { screensOf } from "./router.js";
import { waitingOf } from "./status.js";

/** @import { GameData, GameEvent, GameModule, PageRequest, Send } from "./types.js" */
/** @import { Outcome } from "./prerender.js" */
/** @import { Page } from "./swap.js" */
/** @import { FirstBundle } from "./follow.js" */
/** @typedef {"afterFrame" | "ask" | "here" | "isOffline" | "pointersReleased" | "readPage" | "replaceWith" | "send" | "showConnection" | "showPage" | "untilRetry"} Given */
/** @typedef {Pick<FirstBundle, Given> & { open(found: GameData): Promise<Page | null | undefined>, stop(): unknown }} GamePage */

const LANGUAGE = "en"; // of the module: in any other, the server draws the pages
const LONGEST_BUSY = 2000; // ms until a phone that is never idle loads what it needs without the server

/**
 * `around` comes from the server, `page` from the loader. Resolves to null if phones cannot draw this page.
 * @param {GameData} around
 * @param {GamePage} page
 */
async function start(around, page) {
  if (around.language !== LANGUAGE) return null;
  /** @type {GameModule} */
  const core = { ...(await import(around.static["phone.js"])) };
  const others = async () => Object.assign(core, (await import(around.static["pages.js"])).more(core.shared));
  /** @type {typeof import("./noticed.js")} */
  const sender = await import(around.static["send.js"]);
  /** @type {import("./types.js").Rematch[]} */
  const here = []; // the rematches that only this phone has
  const hereAgain = async () => navigator.serviceWorker?.controller && here.splice(0, here.length, ...(await rematchesHere(around.game.id))); // the worker opens them
  await hereAgain();
  const drawing = drawingOf(core, around, here);
  around.clock = sender.clock();
  const record = recordOf(core, around, outboxOf(around.game.id));
  const kept = await keptPages(around.game.id);
  const screens = screensOf(core, around, drawing, record, kept, others);
  const { complete } = screens;
  const ahead = aheadOf(core, around, drawing, record, screens, page);
  const { changed, isCurrent, isLeft, refusals, refused, shown, ...news } = newsOf(core, around, drawing, record, screens, page);
  const mayWrite = around.may_write;
  let isPersistent = false;
  const showChange = () => (mayWrite && !around.may_write ? location.reload() : news.showNews());
  /** @type {(none?: unknown) => void} */
  let begun = () => {};
  /** @type {Promise<unknown>} */
  let showing = new Promise((resolve) => (begun = resolve)); // what the outbox hears before this page has its events is among them
  const showOnce = () => (showing = showing.then(showChange, showChange)); // one after the other: a notice shows only once
  const callbacks = { ...news, complete, flash: drawing.flash, changed: showOnce };
  const { catchUp, inTurn, leave, openOnceSent, send, showWaiting } = waitingOf(core, around, record, page, sender, callbacks);
  const sendSoon = () => page.afterFrame(() => (send(), persist())); // once the page is on the screen
  const gameUrl = () => new URL(drawing.urlOf("games.show"));
  /**
   * The page after a tap, or null if the server draws it.
   * @param {PageRequest} request
   * @returns {Promise<Page | null | undefined>}
   */
  async function answer({ address, body }) {
    openOnceSent(null);
    const url = new URL(address);
    if (shown() && !isCurrent()) await catchUp(); // the server drew the page
    if (body !== undefined && screens.isRematch(url)) return screens.rematch(url.href, body, { ...page, open });
    await screens.ready(url);
    if (body === undefined) return ahead.take({ address, body })?.page ?? screens.drawn(url);
    const form = screens.formAt(url);
    return form && inTurn(async () => {
      const next = await recordTap(form, fieldsOf(core, body), ahead.take({ address, body }));
      showWaiting();
      sendSoon();
      await refusals();
      return next;
    }).catch(notStored);
  }

  /**
   * The server gets a tap that this phone cannot store, after those that wait.
   * @param {unknown} error
   * @returns {Promise<never>}
   */
  async function notStored(error) {
    if (!(error instanceof DOMException)) throw error;
    await sender.cannotStore(error);
    while (record.waiting()) await page.untilRetry(undefined, sender.wake);
    throw error;
  }

  const open = (/** @type {GameData} */ rematch) => (news.leave(), leave(), sender.rematched(around.game.id), page.open(rematch));

  /**
   * Records a tap, whose outcome may be `known`, or says why not: on the same page, or as a question if another phone bid something else.
   * @param {NonNullable<ReturnType<typeof screens.formAt>>} form
   * @param {import("./types.js").Fields} fields
   * @param {Outcome | null} known
   */
  async function recordTap({ move, next }, fields, known) {
    try {
      const event = known?.event ?? await complete(() => move(record.state(), fields)); // null: a double tap
      if (event === null) return screens.next(new URL(drawing.urlOf(next)));
      const isAnswer = record.question();
      const stored = record.press(event, newId(), Object.fromEntries(fields.items()), known?.after);
      if (isAnswer) await stored;
      const drawn = known?.page ?? complete(() => core.recorded_notice(event, record.state()))
        .then((notice) => notice && drawing.flash(notice.text, notice.category), console.warn)
        .then(() => screens.next(new URL(drawing.urlOf(next)))).catch(notDrawn);
      return stored.then(() => drawn);
    } catch (error) {
      if (!isRuleError(error)) throw error;
      if (error instanceof core.BidClash) return screens.twoBids(fields);
      await refused(error);
      return (await screens.next(new URL(page.here()))) ?? screens.next(gameUrl());
    }
  }

  // The tap is recorded, so the server must not get its form too.
  const notDrawn = (/** @type {unknown} */ error) => (console.warn(error), {});

  /**
   * The page at a link, if the phone must draw it: the server lacks waiting taps or the game itself, or cannot be reached. What only the
   * server can show opens once it has them: before, it might not know it, and going there may be ended by what comes then.
   * @param {HTMLAnchorElement} link
   */
  function follow(link) {
    const url = new URL(link.href);
    const isHere = url.pathname === location.pathname && url.hash;
    if (!isLeft() && record.question() && link.href === gameUrl().href) return leaveQuestion();
    if (isLeft() || isHere || !(around.start || record.waiting() || page.isOffline())) return null;
    if (isExport(url) && (around.start || page.isOffline())) return saveFile();
    const maySend = !page.isOffline() && !record.question() && url.origin === location.origin;
    return screens.pageAt(url) ?? (maySend ? openOnceSent(url.href) : null);
  }

  const isExport = (/** @type {URL} */ url) => url.href === drawing.urlOf("exports.game");

  // Without the server, a game's file is the phone's own.
  async function saveFile() {
    await savedFile(core, around, record, complete);
    drawing.flash(core.saved_words(), "success");
    return screens.next(new URL(page.here()));
  }

  async function leaveQuestion() {
    await inTurn(() => record.drop());
    showWaiting();
    await send();
    return screens.next(gameUrl());
  }

  // A server that was restored from an older copy may lack what this phone has: that stays until a person decides.
  async function begin() {
    const own = await eventsOf(around.game.id);
    const isLost = own.length > 0 && (await sender.hasLost(own, around.events));
    if (!isLost) await keepGame(around, around.events);
    await complete(() => record.begin(isLost ? own : around.events));
    if (isLost) sender.news(around.game.id);
  }

  // A game with a hand is worth keeping: asks the browser, once, not to make room of it.
  function persist() {
    if (isPersistent || !record.state().board.hands.length) return;
    isPersistent = true;
    navigator.storage?.persist?.().catch(() => {});
  }

  const show = (/** @type {Page} */ { text, address }) => {
    if (text) page.showPage(text, address, true);
    if (address) document.getElementById(new URL(address).hash.slice(1))?.scrollIntoView();
  };

  sender.onRematch(async ({ before }) => before === around.game.id && !isLeft() && (await hereAgain()) && changed());
  followLinks(follow, show);
  const rulesPath = new URL(drawing.urlOf("rules.sheet")).pathname;
  page.replaceWith(replaceChanges, replaceParts);
  await begin().catch(notStored);
  begun();
  showWaiting();
  if (record.waiting() || document.querySelector("[data-shell]")) await changed();
  else if (!around.start && !isCurrent() && !page.isOffline()) await catchUp(); // the server drew this page, a question perhaps, after it listed the events
  send();
  const whenIdle = window.requestIdleCallback ?? ((work) => setTimeout(work));
  whenIdle(() => screens.loadOthers().then(dim, console.warn), { timeout: LONGEST_BUSY });
  navigator.serviceWorker?.register(around.worker).catch(() => {}); // the browser does not trust the certificate
  const hasPage = (/** @type {URL} */ url) => screens.hasPage(url) || isExport(url) || here.some(([game]) => url.pathname.endsWith(game));
  const dim = watchLinks(() => !isLeft() && page.isOffline(), hasPage, () => page.showConnection("offline", undefined, core.needs_connection()));
  if (!around.start) forgetOld().then(() => keepOnce(around.game.id, rulesPath, kept, page.send)).then(() => keepBlank(around, page.send));
  persist();
  const prepare = (/** @type {PageRequest} */ tap) => !isLeft() && isCurrent() && ahead.prepare(tap);
  return { answer, pageAt: screens.pageAt, prepare, follow: () => catchUp().then(showOnce) };
}

/**
 * Puts the waiting taps of a game after its events, without a page.
 * @param {import("./types.js").Around} around
 * @param {import("./types.js").StoredEvent[]} events
 */
async function rebase(around, events) {
  /** @type {GameModule} */
  const core = { ...(await import(around.static["phone.js"])) };
  Object.assign(core, (await import(around.static["pages.js"])).more(core.shared));
  await recordOf(core, around, outboxOf(around.game.id), true).begin(events);
}

export { rebase, start };
