// Game: what this page knows of a game that it draws. Everything that happens to it goes through play.js.
import { drawingOf } from "./drawing.js";
import { recordOf } from "./record.js";
import { rematchesHere } from "./starting.js";
import { keptPages } from "./store.js";
import { movesOf, viewsOf } from "./router.js";
import { speakAsPage } from "./texts.js";

/** @import { Around, GameData, GameEvent, GameModule, GameState, Opaque, PageRequest, Rematch } from "./types.js" */
/** @import { FirstBundle } from "./follow.js" */
/** @import { Moves, Views } from "./router.js" */
/** @import { Page, ShownPage } from "./swap.js" */
/**
 * What the scripts of every page do for a game: they are in a bundle of their own.
 * @typedef {"afterFrame" | "ask" | "here" | "isOffline" | "pointersReleased" | "readPage" | "replaceWith" | "send" | "showConnection" | "showPage" | "showWaiting" | "stylesOf" | "untilRetry"} Shared
 * @typedef {Pick<FirstBundle, Shared> & { open(found: GameData): Promise<Page | null | undefined>, stop(): unknown }} GamePage
 *
 * What comes of a tap, worked out before it: its event and the state after it, if it records something, and the page.
 * @typedef {{ event?: GameEvent, after?: GameState, page: ShownPage }} Outcome
 */
/**
 * @typedef {object} Game
 * @property {string} id
 * @property {GameModule} core the compiled module; what takes games along comes later
 * @property {Around} around
 * @property {ReturnType<typeof drawingOf>} drawing
 * @property {ReturnType<typeof recordOf>} record
 * @property {Views} views
 * @property {Moves} moves
 * @property {import("./types.js").View | null} carry what the page shows that takes it along, once that has loaded
 * @property {((state: GameState, find: string) => { frame: string }) | null} questions draws the questions of a table, once what it needs has loaded
 * @property {Map<string, string>} kept pages of the server by path, which stay the same as long as the game
 * @property {Rematch[]} rematches those that only this phone has
 * @property {GamePage} page
 * @property {typeof import("./noticed.js") & Partial<typeof import("./alone.js")>} sender
 * @property {boolean} mayWrite whether it could when the page opened
 * @property {(PageRequest & Outcome & { basis: unknown[] }) | null} prepared what comes of a tap, and what it was worked out from
 * @property {Promise<any>} turn the last change, see `inTurn`
 * @property {Promise<unknown>} shown the last news, see play.js
 * @property {boolean} isSaved whether a file of it was offered, before it is given up
 * @property {boolean} isLeft whether the server draws the pages from now on, or this page shows another game
 * @property {boolean} isCatchingUp
 * @property {boolean} isPersistent whether the browser was asked to keep it
 * @property {boolean} hadTaps whether some have waited since the page showed the server's
 * @property {boolean} saysHanded whether each page says that another phone goes on
 * @property {string | null} link a tapped one, which opens once the server has all taps
 */

/**
 * @param {Around} around
 * @param {GamePage} page
 * @param {Promise<unknown>} begun what is heard before is not shown
 * @returns {Promise<Game>}
 */
export async function openGame(around, page, begun) {
  const { id } = around.game;
  // All that a game needs without the server is here before the first tap that is not the server's: each is drawn at once, and says what it waits for.
  /** @type {[first: GameModule, sender: Game["sender"], others: { more(shared: Opaque): Partial<GameModule> }]} */
  const [first, sender, others] = /** @type {any} */ (await Promise.all(["phone.js", "send.js", "pages.js"].map((part) => import(around.static[part]))));
  const core = await speakAsPage(Object.assign({ ...first }, others.more(first.shared)));
  await sender.load?.();
  around.clock = sender.clock();
  /** @type {Rematch[]} */
  const rematches = [];
  /** @type {Game} */
  const game = {
    ...{ id, core, around, page, sender, rematches },
    ...{ drawing: drawingOf(core, around, rematches, () => ownBidOf(game)), record: recordOf(core, around, sender.outboxOf(id)), kept: await keptPages(id).catch(() => new Map()) },
    ...{ views: {}, moves: {}, carry: null, questions: null, mayWrite: around.may_write, prepared: null, turn: Promise.resolve(), shown: begun },
    ...{ isLeft: false, isSaved: false, isCatchingUp: false, isPersistent: false, hadTaps: false, saysHanded: false, link: null },
  };
  Object.assign(game, { views: viewsOf(game), moves: movesOf(game) });
  await findRematches(game);
  return game;
}

/**
 * The bid of this phone that waits, and whether it waits here.
 * @param {Game} game
 * @returns {[calls: string[], isHere: boolean]}
 */
function ownBidOf(game) {
  const { own_bid, own_seat, sealed } = game.around;
  return sealed && sealed.seat === own_seat && sealed.fields.deal === game.record.deal() ? [sealed.calls, !sealed.asks] : [own_bid, false];
}

/**
 * Finds the rematches that only this phone has, if this phone can open them; says whether it can.
 * @param {Game} game
 */
export async function findRematches({ id, rematches, sender }) {
  if (!sender.isAlone && !navigator.serviceWorker?.controller) return false;
  rematches.splice(0, rematches.length, ...(await rematchesHere(id)));
  return true;
}

/**
 * One change at a time. Nothing in it waits for the network: a tap would wait too.
 * @template Result
 * @param {Game} game
 * @param {() => Result | Promise<Result>} work
 * @returns {Promise<Result>}
 */
export const inTurn = (game, work) => (game.turn = game.turn.then(work, work));
