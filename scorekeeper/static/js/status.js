// Status: says what the taps of this page's game wait for, and why.
import { inTurn } from "./game.js";
import { showAgain, showClosed, showFinished } from "./news.js";
import { loadAlong } from "./router.js";
import { importFile, savedFile } from "./saved.js";
import { forgetGames, keepAround, waitsSealed } from "./store.js";

/** @import { Around, Status, StoredTap } from "./types.js" */
/** @import { Button } from "./connection.js" */
/** @import { Game } from "./game.js" */
/** @typedef {{ words: string, buttons: Button[] }} Notice */

const NO_LINE = ["offline", "slow"]; // why taps wait if nothing answers

/**
 * How many taps the server lacks, with a bid for the own seat.
 * @param {Game} game
 */
const waitingOf = ({ around, record }) => record.waiting() + (waitsSealed(around) ? 1 : 0);

/**
 * What to say, if that is not only that an answer is on its way.
 * @param {Game} game
 * @param {Status} status
 * @returns {Promise<Notice> | Notice | null}
 */
function noticeOf(game, { phase, code, refused = "", lost = [], went_on = false, why = "" }) {
  const stuck = game.record.stuck();
  if (stuck) return stuckNotice(game, stuck);
  if (phase === "refused") return refusedNotice(game, refused, why);
  if (phase === "lost") return lostNotice(game, lost, went_on);
  const isHeld = game.around.start && phase !== "starting"; // on its way, what it waited for is over
  if (phase !== "paused" && !(code && (waitingOf(game) || isHeld))) return null;
  openWithoutServer(game, code);
  return codeNotice(game, code);
}

/**
 * A link that was tapped while an answer was awaited opens as it would from now on: the service worker shows what this phone has. Without one the page
 * stays; the server may be gone for long, and a page that opens by itself then would be in the way.
 * @param {Game} game
 * @param {string} code
 */
function openWithoutServer(game, code) {
  const { link } = game;
  game.link = null;
  if (link && NO_LINE.includes(code) && navigator.serviceWorker?.controller) location.assign(link);
}

/**
 * Says on each page of a game that another phone goes on with it; this one can, too, if that one never got it.
 * @param {Game} game
 */
function showHanded(game) {
  const { around, core, id } = game;
  const place = document.querySelector("[data-play]") ?? document.getElementById("main");
  if (place.querySelector("[data-handed]")) return;
  const notice = Object.assign(document.createElement("div"), { className: "notice" });
  notice.dataset.handed = "";
  const back = Object.assign(document.createElement("button"), { className: "button small", textContent: core.take_back_words() });
  back.addEventListener("click", async () => {
    await keepAround(id, { handed: undefined, may_write: true });
    location.reload();
  });
  const words = Object.assign(document.createElement("p"), { role: "status", textContent: core.handed_words(around.handed?.who ?? "") });
  notice.append(words, back); // a notice that is a status itself is a toast, which nobody can tap
  place.prepend(notice);
}

/**
 * @param {Game} game
 * @param {string} id of a tap
 * @param {string} why
 */
function refusedNotice(game, id, why) {
  const { core, record, sender } = game;
  const tap = record.tap(id);
  if (!tap) return null; // another tab has it, and says so
  const words = core.rejected_words(record.state(), record.numberOf(id), why);
  const again = { press: () => sender.decide(game.id, "Resumed") };
  return { words, buttons: [again, { label: sender.words().drop_words(), press: () => dropTap(game, tap) }] };
}

/**
 * A person gives a tap up; those after it go on, and the page says which of them no longer fit.
 * @param {Game} game
 * @param {StoredTap} [tap] the one that is asked about, if it is not named
 */
async function dropTap(game, tap) {
  await inTurn(game, () => game.record.drop(tap));
  await showAgain(game);
  showStatus(game);
  return game.sender.changed(game.id);
}

/**
 * @param {Game} game
 * @param {number[]} lost
 * @param {boolean} wentOn
 */
function lostNotice(game, lost, wentOn) {
  const { around, id, record, sender } = game;
  const texts = sender.words();
  const keep = { label: texts.save_words(), press: () => (savedFile(game), sender.decide(id, "LetGo")) };
  const again = { label: texts.again_words(), press: () => sender.decide(id, "RecordAgain") };
  const other = { label: texts.own_game_words(), press: () => importFile(game) };
  const isOffered = wentOn ? around.may_import : around.may_write;
  const compare = { label: texts.compare_words(), press: () => showCopies(game).catch(console.warn) }; // without a line, the notice says so
  const buttons = isOffered ? [wentOn ? other : again, keep] : [keep];
  if (wentOn) buttons.push(compare);
  return { words: texts.lost_words(record.handsAt([...lost]), lost.length, wentOn), buttons };
}

/**
 * Shows this phone's game beside the server's, which went on in another way.
 * @param {Game} game
 */
async function showCopies(game) {
  const { around, core, drawing, page, record } = game;
  const reply = await page.send(`${around.events_url}?after=0`);
  if (!reply?.ok) return;
  await loadAlong(game);
  const { replayed } = await import("./carry.js");
  const view = core.copies_view(record.state(), replayed(core, (await reply.json()).events), true);
  page.showPage(drawing.page("games/copies.html", new core.Dict([["view", view]])), null, true);
}

/**
 * What the server lost no longer fits what it has instead: a person says when it goes, with a file of the game as it is here.
 * @param {Game} game
 * @param {NonNullable<ReturnType<Game["record"]["stuck"]>>} stuck
 */
function stuckNotice(game, { error, taps }) {
  const { core, sender } = game;
  const texts = sender.words();
  const drop = () => (savedFile(game), dropTap(game));
  return { words: `${texts.lost_words([], taps, true)} ${core.refused_words(error)}`, buttons: [{ label: texts.save_words(), press: drop }] };
}

/**
 * @param {Game} game
 * @param {string} code
 */
function codeNotice(game, code) {
  const { around, sender } = game;
  const texts = sender.words();
  const isOnlyHere = !navigator.serviceWorker?.controller; // one that no service worker can open again must stay open
  const words = texts.waiting_words(code, waitingOf(game), isOnlyHere);
  const before = placeBefore(around);
  if (code === "early" && before) return { words, buttons: [{ label: texts.open_words(), press: () => window.open(before) }] };
  const save = () => {
    savedFile(game);
    game.isSaved = true;
    game.page.showWaiting(null); // the same words have another button
    showStatus(game);
  };
  const letGo = game.isSaved ? { label: texts.drop_words(), press: () => forget(game, before) } : { label: texts.save_words(), press: save };
  return { words, buttons: [{ press: sender.wake }, ...(code === "unstarted" ? [letGo] : [])] };
}

/**
 * The page of the game whose rematch this is; empty if it is none.
 * @param {Around} around
 */
const placeBefore = ({ events_url, game, rematch_of }) => (rematch_of ? events_url.replace(game.id, rematch_of).replace(/\/events$/, "") : "");

/**
 * A person gives up a game that the server does not start, and of which a file was offered before: nobody knows whether it was kept.
 * @param {Game} game
 * @param {string} next the page that comes then
 */
async function forget(game, next) {
  const { around, id, record, sender } = game;
  game.isLeft = true;
  sender.detach(id);
  await sender.outboxOf(id).replace(record.taps(), []);
  await forgetGames([id]);
  await sender.changed(id);
  location.assign(next || around.routes["home.index"]);
}

/**
 * Marks the document while taps wait, says what they wait for, and goes on once the server has them all.
 * @param {Game} game
 */
export const showStatus = (game) => say(game).catch(console.warn);

/** @param {Game} game */
async function say(game) {
  const { around, id, page, record, sender } = game;
  if (game.isLeft || !record.state()) return; // the game itself is still being read
  if (around.handed) {
    if (!game.saysHanded) addEventListener("pageshown", () => showHanded(game));
    game.saysHanded = true;
    return showHanded(game);
  }
  const status = sender.statusOf(id);
  game.hadTaps ||= record.waiting() > 0;
  document.documentElement.toggleAttribute("data-sending", waitingOf(game) > 0 || Boolean(around.start && !sender.isAlone));
  if (status.phase === "closed" && !around.start) return showClosed(game, `${status.why ?? ""} ${sender.words().closed_words(record.waiting())}`);
  const refused = status.phase === "refused" ? record.tap(status.refused ?? "") : null;
  if (refused && record.isUndone(refused)) return inTurn(game, () => record.drop(refused)).then(() => sender.changed(id));
  const found = noticeOf(game, status);
  const notice = found && (await found);
  page.showWaiting(notice);
  if (record.waiting() || game.isLeft || status.phase !== "ready" || around.start) return;
  if (game.link) openLink(game, game.link);
  else if (game.hadTaps) (game.hadTaps = false), showFinished(game);
}

/**
 * Once: a second time would end the first one on its way.
 * @param {Game} game
 * @param {string} link
 */
function openLink(game, link) {
  Object.assign(game, { link: null, hadTaps: false });
  location.assign(link);
}
