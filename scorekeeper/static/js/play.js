// Play: what happens to a game that this phone draws (taps, links, what the outbox says), and what comes of it. The network only empties the outbox.
import { replaceChanges, replaceParts } from "./changes.js";
import { isRuleError } from "./fold.js";
import { fieldsOf, prepare, takePrepared } from "./prerender.js";
import { eventsOf, forgetOld, keepGame, keepOnce, outboxOf, sealedOf } from "./store.js";
import { keepBlank } from "./starting.js";
import { dimLinks, onLinks } from "./links.js";
import { nextId } from "./ids.js";
import { findRematches, inTurn, openGame } from "./game.js";
import { flashRefusal, flashRefusals, isCurrent, showAgain, showNews, shownVersion } from "./news.js";
import { pathOf } from "./places.js";
import { ownBidAt } from "./sealed.js";
import { recordOf } from "./record.js";
import { startWorker } from "./register.js";
import { keepTable } from "./tables.js";
import { savedFile } from "./saved.js";
import { CARRY, SETTLE, formAt, gameUrl, hasPage, isAt, loadFor, nextPage, pageAt, rematch, twoBids } from "./router.js";
import { showStatus } from "./status.js";
import { OWN_LANGUAGE, speakAsPage } from "./texts.js";

/** @import { Around, Fields, GameData, GameModule, PageRequest, StoredEvent } from "./types.js" */
/** @import { Game, GamePage, Outcome } from "./game.js" */
/** @import { Heard } from "./sending.js" */
/** @import { Page } from "./swap.js" */

const MAX_BUSY = 2000; // ms until a phone that is never idle loads what it needs later

/**
 * Draws a game from now on; what taps and links then do. Resolves to null if phones cannot draw it, or may not any more.
 * @param {GameData} around from the server
 * @param {GamePage} page
 */
async function start(around, page) {
  const { lang, dataset } = document.documentElement;
  if (lang !== OWN_LANGUAGE && !dataset.texts) return null; // a pseudo-locale
  let begun = () => {};
  const game = await openGame(around, page, new Promise((resolve) => (begun = () => resolve(null))));
  const { id, record, sender } = game;
  const isOffline = () => !game.isLeft && page.isOffline();
  const isHere = (/** @type {URL} */ url) => hasPage(game, url) || game.rematches.some(([rematch]) => pathOf(url).endsWith(rematch));
  sender.attach(id, { around, record, inTurn: (work) => inTurn(game, work), heard: (message) => heard(game, message).catch(console.warn), board: () => boardOf(game) });
  onLinks((link, event) => onLink(game, link, event));
  page.replaceWith(replaceChanges, replaceParts);
  await inTurn(game, () => begin(game, around.events)).catch((error) => (sender.detach(id), notBegun(game, error))); // what is heard meanwhile comes after it
  sender.changed(id, true); // other windows may show taps that no longer fit
  begun();
  showStatus(game);
  if (flashRefusals(game) || record.waiting() || around.sealed || document.querySelector("[data-shell]")) await showAgain(game);
  else if (!around.start && !isCurrent(game) && !page.isOffline()) await catchUp(game); // the server drew this page, a question perhaps, after it listed the events
  dimLinks(isOffline, isHere, () => sayOffline(game));
  const whenIdle = window.requestIdleCallback ?? ((work) => setTimeout(work));
  whenIdle(() => fetch(around.static["over.css"]).catch(() => {}), { timeout: MAX_BUSY }); // into the browser's cache: the end of the game waits for it
  keepNext(game).catch(() => {}); // the browser does not trust the certificate
  if (!around.start) keepMore(game).catch(console.warn); // the storage may be full
  persist(game);
  if (game.isLeft) return null; // this phone may no longer record, and the page says so already
  return {
    /** The page after a tap, or null if the server draws it. */
    answer: (/** @type {PageRequest} */ tap) => answer(game, tap),
    prepare: (/** @type {PageRequest} */ tap) => !game.isLeft && isCurrent(game) && prepare(game, tap),
    pageAt: (/** @type {URL} */ url) => pageAt(game, url),
    /** Shows what the server has since. */
    follow: async () => {
      await catchUp(game);
      await showOnce(game);
    },
  };
}

/**
 * Keeps what the table's next game begins like, for the service worker. No message asks that to do it: Chromium opens no page any more if one wakes
 * a worker while the next version takes over.
 * @param {Game} game
 */
async function keepNext({ around, page, sender }) {
  const { may_write, routes, table, worker } = around;
  const found = await startWorker(worker);
  if (found && sender.isAlone) return keepRest(found);
  if (!found || !may_write || around.start) return; // the server may have no such table
  await keepTable(table.id, routes["games.begin"].replace(/<\w+>/, encodeURIComponent(table.id)), page.send);
}

/**
 * Asks the worker of a pad that is files to keep all of them, once it is known that no next version takes over.
 * @param {ServiceWorkerRegistration} found
 */
async function keepRest(found) {
  const { active } = await navigator.serviceWorker.ready;
  await found.update();
  if (!found.installing && !found.waiting && found.active === active) active?.postMessage(""); // see files.js
}

/**
 * Keeps what this phone may need later without the server.
 * @param {Game} game
 */
async function keepMore({ around, drawing, id, kept, page }) {
  await forgetOld();
  await keepOnce(id, new URL(drawing.urlOf("rules.sheet")).pathname, kept, page.send);
  await keepBlank(around, page.send);
}

/** @param {Game} game */
const boardOf = ({ core, record }) => core.board_view(record.state().board, record.state().setup.names);

/**
 * A server that was restored from an older copy may lack what this phone has: that stays until a person decides.
 * @param {Game} game
 * @param {StoredEvent[]} events those that the server lists
 */
async function begin(game, events) {
  const { around, id, record, sender } = game;
  const own = around.start ? [] : await eventsOf(id);
  const isLost = own.length > 0 && (await sender.hasLost(own, events));
  if (!isLost) await keepGame(around, events).catch((error) => around.start || Promise.reject(error)); // no server can draw it instead
  around.sealed = await sealedOf(id).catch(() => null);
  await record.begin(isLost ? own : events);
  if (isLost) sender.news(id);
}

// Taps

/**
 * @param {Game} game
 * @param {PageRequest} tap
 * @returns {Promise<Page | null | undefined>}
 */
async function answer(game, tap) {
  const { address, body } = tap;
  const url = new URL(address);
  game.link = null;
  if (shownVersion() && !isCurrent(game)) await catchUp(game); // the server drew the page
  if (body !== undefined && isAt(game, url, "games.rematch")) return playAgain(game, url.href, body);
  if (game.sender.isAlone && isAt(game, url, "ending.delete")) return game.sender.forget?.(game.id); // no server can
  await loadFor(game, url);
  if (body === undefined) return takePrepared(game, tap)?.page ?? pageAt(game, url);
  const ownBid = ownBidAt(game, url);
  if (ownBid) return inTurn(game, () => recordOwnBid(game, ownBid, body)).catch((error) => notStored(game, error));
  const form = formAt(game, url);
  if (!form) return game.record.waiting() ? sentFirst(game) : null;
  return inTurn(game, async () => {
    const next = await recordTap(game, form, fieldsOf(game.core, body), takePrepared(game, tap));
    showStatus(game);
    game.page.afterFrame(() => (game.sender.changed(game.id), persist(game))); // once the page is on the screen
    return next;
  }).catch((error) => notStored(game, error));
}

/**
 * @param {Game} game
 * @param {NonNullable<ReturnType<typeof ownBidAt>>} ownBid
 * @param {string} body
 */
async function recordOwnBid(game, ownBid, body) {
  const next = await ownBid(game, fieldsOf(game.core, body));
  showStatus(game);
  game.page.afterFrame(() => game.sender.changed(game.id)); // once the page is on the screen
  return next;
}

/**
 * Records a tap, whose outcome may be `known`, or says why not: on the same page, or as a question if another phone bid something else.
 * @param {Game} game
 * @param {NonNullable<ReturnType<typeof formAt>>} form
 * @param {Fields} fields
 * @param {Outcome | null} known
 * @returns {Promise<Page | null>}
 */
async function recordTap(game, { move, next, address }, fields, known) {
  const { core, drawing, page, record } = game;
  const nextUrl = new URL(address ?? drawing.urlOf(next));
  const stuck = record.stuck();
  try {
    if (stuck) throw stuck.error;
    const event = known?.event ?? move(record.state(), fields); // null: a double tap
    if (event === null) return nextPage(game, nextUrl);
    const isAnswer = record.question();
    const stored = record.press(event, nextId, Object.fromEntries(fields.items()), known?.after);
    if (isAnswer) await stored;
    const refusals = flashRefusals(game); // what no longer fits after it
    const notice = known ? null : core.recorded_notice(event, record.state());
    if (notice) drawing.flash(notice.text, notice.category);
    const drawn = (refusals ? null : known?.page) ?? nextPage(game, nextUrl).catch(notDrawn);
    return stored.then(() => drawn, async (error) => (await drawn, drawing.flashAgain(), Promise.reject(error)));
  } catch (error) {
    if (!isRuleError(error)) throw error;
    if (error instanceof core.BidClash) return twoBids(game, fields);
    flashRefusal(game, error);
    return (await nextPage(game, new URL(page.here()))) ?? nextPage(game, gameUrl(game));
  }
}

/**
 * What the server records may need the taps that wait: a score is confirmed with its last hand.
 * @param {Game} game
 */
async function sentFirst({ id, page, record, sender }) {
  await sender.changed(id);
  for (await sender.quiet(id); record.waiting() && sender.statusOf(id).phase === "paused"; await sender.quiet(id)) {
    await page.untilRetry(undefined, sender.wake);
  }
  return null;
}

/**
 * The tap is recorded, so the server must not get its form too.
 * @param {unknown} error
 */
const notDrawn = (error) => (console.warn(error), {});

/**
 * The server gets a tap that this phone cannot store, after those that wait.
 * @param {Game} game
 * @param {unknown} error
 * @returns {Promise<never>}
 */
async function notStored({ page, record, sender }, error) {
  if (!(error instanceof DOMException)) throw error;
  await sender.cannotStore(error);
  while (record.waiting()) await page.untilRetry(undefined, sender.wake);
  throw error;
}

/**
 * The server draws the page until that loads the game again, and asks about what waits: nothing that is on its way here would tell this record.
 * @param {Game} game
 * @param {unknown} error
 * @returns {Promise<never>}
 */
async function notBegun({ sender }, error) {
  if (error instanceof DOMException) await sender.cannotStore(error);
  throw error;
}

/**
 * Starts the rematch, and shows it.
 * @param {Game} game
 * @param {string} address
 * @param {string} body
 */
async function playAgain(game, address, body) {
  const found = await rematch(game, address, body);
  if ("page" in found) return found.page;
  game.isLeft = true;
  game.sender.detach(game.id);
  game.sender.rematched(game.id);
  return game.page.open(found.begun);
}

/**
 * A game with a hand is worth keeping: asks the browser, once, not to make room of it.
 * @param {Game} game
 */
function persist(game) {
  if (game.isPersistent || !game.record.state().board.hands.length) return;
  game.isPersistent = true;
  navigator.storage?.persist?.().catch(() => {});
}

// Links

/**
 * @param {Game} game
 * @param {HTMLAnchorElement} link
 * @param {Event} event
 */
async function onLink(game, link, event) {
  const next = follow(game, new URL(link.href));
  if (!next) return;
  event.preventDefault();
  const page = await next;
  if (!page?.text) return;
  await game.page.stylesOf(page);
  game.page.showPage(page.text, page.address, true);
  if (page.address) document.getElementById(new URL(page.address).hash.slice(1))?.scrollIntoView();
}

/**
 * The page at a link, if the phone must draw it: the server lacks waiting taps or the game itself, or cannot be reached. What only the
 * server can show opens once it has them: before, it might not know it, and going there may be ended by what comes then.
 * @param {Game} game
 * @param {URL} url
 * @returns {Promise<Page | null> | Page | null} null if the server draws it
 */
function follow(game, url) {
  const { around, page, record, sender } = game;
  const isHere = pathOf(url) === pathOf(location) && url.hash;
  if (!game.isLeft && record.question() && url.href === gameUrl(game).href) return leaveQuestion(game);
  if (game.isLeft || isHere || !(around.start || record.waiting() || page.isOffline())) return null;
  const isAlone = around.start || page.isOffline();
  if (isAlone && isAt(game, url, CARRY)) return carryPage(game, url);
  if (isAlone && isAt(game, url, SETTLE)) return nextPage(game, url).catch(() => sayOffline(game));
  const maySend = !sender.isAlone && !page.isOffline() && !record.question() && url.origin === location.origin;
  return pageAt(game, url) ?? (maySend ? openOnceSent(game, url) : null);
}

/**
 * What a page needs that was never loaded cannot be loaded now.
 * @param {Game} game
 */
function sayOffline({ core, page }) {
  page.showConnection("offline", undefined, core.needs_connection());
  return null;
}

/**
 * Opens a link once the server has all taps, or cannot be reached: see `showStatus`. Until then, the page stays.
 * @param {Game} game
 * @param {URL} url
 * @returns {Page}
 */
function openOnceSent(game, url) {
  game.link = url.href;
  return {};
}

/**
 * The page that takes a game along. What it needs cannot be loaded now if there is no worker: then the game is saved as a file.
 * @param {Game} game
 * @param {URL} url
 */
async function carryPage(game, url) {
  try {
    return await nextPage(game, url);
  } catch (error) {
    console.warn(error);
    savedFile(game);
    game.drawing.flash(game.core.saved_words(), "success");
    return nextPage(game, new URL(game.page.here()));
  }
}

/** @param {Game} game */
async function leaveQuestion(game) {
  await inTurn(game, () => game.record.drop());
  flashRefusals(game); // what no longer fits without it
  showStatus(game);
  await game.sender.changed(game.id);
  return nextPage(game, gameUrl(game));
}

// The outbox

/**
 * What the outbox of this page says, also of what other tabs did.
 * @param {Game} game
 * @param {Heard} message
 */
async function heard(game, message) {
  if (message.kind === "moved") return moved(game, message.to);
  if (message.kind === "reload") return location.reload();
  if (message.kind === "notice") return game.drawing.flash(message.words, message.category);
  if (message.kind === "sealed") return !game.isLeft && (await showAgain(game), showStatus(game));
  if (message.kind === "rematch") return !game.isLeft && (await findRematches(game)) && showAgain(game);
  if (message.kind === "changed" && !game.isLeft && !game.isCatchingUp) await showOnce(game);
  return showStatus(game);
}

/**
 * Shows news one after the other: a notice shows only once. What is heard before the page has its events is among them.
 * @param {Game} game
 */
const showOnce = (game) => (game.shown = game.shown.then(() => showNews(game), () => showNews(game)));

/**
 * Asks for what other phones recorded, and waits until it is here; whoever asks shows it.
 * @param {Game} game
 */
async function catchUp(game) {
  game.isCatchingUp = true;
  await game.sender.news(game.id);
  await game.sender.quiet(game.id);
  game.isCatchingUp = false;
}

/**
 * The server has the game that began here, under another id.
 * @param {Game} game
 * @param {string} to
 */
function moved(game, to) {
  const there = (/** @type {string} */ address) => address.replaceAll(game.id, to);
  game.isLeft = true;
  history.replaceState(null, "", there(game.page.here()));
  game.link ? location.assign(there(game.link)) : location.reload();
}

/**
 * Puts the waiting taps of a game after its events, without a page.
 * @param {Around} around
 * @param {StoredEvent[]} events
 */
async function rebase(around, events) {
  /** @type {GameModule} */
  const core = { ...(await import(around.static["phone.js"])) };
  await speakAsPage(Object.assign(core, (await import(around.static["pages.js"])).more(core.shared)));
  await recordOf(core, around, outboxOf(around.game.id), true).begin(events);
}

export { rebase, start };
