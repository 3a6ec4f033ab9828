// Router: which pages of a game are drawn on the phone, and which of its forms record what.
import { queryOf } from "./addresses.js";
import { pathOf } from "./places.js";
import { rematchHere, rematchesHere } from "./starting.js";
import { keptGame } from "./store.js";

/** @import { Fields, GameData, GameEvent, GameModule, GameState, View } from "./types.js" */
/** @import { Game } from "./game.js" */
/** @import { Page, PageText, ShownPage } from "./swap.js" */
/** @typedef {Record<string, string>} Values in the path of a URL */
/**
 * By endpoint: the template and its values, or the whole page; nothing if the server has another page or says why there is none.
 * @typedef {Record<string, (state: GameState, values: Values, query: Fields) => [template: string, values: View] | PageText | false>} Views
 *
 * By endpoint: the event of a posted form; null for a double tap.
 * @typedef {Record<string, (state: GameState, fields: Fields, values: Values) => GameEvent | null>} Moves
 */

export const GAME = "games.show";
export const CARRY = "exports.game"; // without a server, the page that takes a game along
export const SETTLE = "rules.settle"; // drawn here without a server

/** @param {GameState} state */
const canEnd = (state) => state.board.hands.length > 0; // else the server can delete it

/** @type {(core: GameModule, fields: Fields) => unknown} */
const written = (core, fields) => core.fromJson(JSON.parse(fields.get("record", "null")));

/** @type {(game: Game) => Views} */
export function viewsOf(game) {
  const { around, core, drawing, record, sender } = game;
  const { context } = drawing;
  const isHand = (/** @type {GameState} */ state, /** @type {string} */ hand) => +hand > 0 && +hand <= state.board.hands.length;
  const isSide = (/** @type {GameState} */ state, /** @type {string} */ side) => +side < state.setup.sides.length;
  /** @type {(view: GameModule["renege_view"]) => Views[string]} */
  const ofHand = (view) => (state, _, query) => ["games/rulings/hand.html", view(state, context(), query)];
  /** @type {(view: GameModule["misdeal_view"]) => Views[string]} */
  const entry = (view) => (state) => ["games/rulings/entry.html", view(state, context())];
  return {
    [GAME]: (state, _, query) => lateBid(game, state, query) ?? ["games/show.html", core.game_page(state, context(), query)],
    "games.deals": (state) => ["games/deals.html", core.deals_page(state, context())],
    "live.across": (state) => ["games/live/across.html", core.live_view(state, context())],
    "live.screen": (state) => ["games/live/screen.html", core.live_view(state, context())],
    "corrections.new": (state, { hand }, query) =>
      isHand(state, hand) && ["games/correct.html", new core.Correction(state, +hand, query).view(context())],
    "why.hand": (state, { hand, side }) =>
      isHand(state, hand) && isSide(state, side) && ["games/why/hand.html", core.why_hand(state, context(), +hand, +side)],
    "why.total": (state, { side }) => isSide(state, side) && ["games/why/total.html", core.why_total(state, context(), +side)],
    "what_wins.show": (state) => ["games/what_wins.html", core.what_wins_view(state)],
    "rulings.index": (state) => ["games/rulings/index.html", core.rulings_view(state, context())],
    "rulings.renege": ofHand(core.renege_view),
    "rulings.points": ofHand(core.points_view),
    "rulings.misdeal": entry(core.misdeal_view),
    "rulings.forfeit": entry(core.forfeit_view),
    "rulings.time": entry(core.time_view),
    "rulings.substitute": (state) => ["games/rulings/entry.html", core.substitute_view(state, context(), around.roster, new core.Dict(), new core.Dict())],
    "rulings.swap": (state, _, query) => ["games/rulings/entry.html", core.swap_view(state, context(), query)],
    "ending.new": (state) => {
      if (canEnd(state)) return ["games/stop.html", core.stop_view(state, context())];
      const deletes = ["empty", "may_delete"].map((name) => /** @type {[string, boolean]} */ ([name, true]));
      return sender.isAlone ? ["games/stop.html", new core.Dict([...core.stop_view(state, context()).items(), ...deletes])] : false;
    },
    "result_card.show": (state) => state.board.outcome !== null && ["games/result_card/show.html", core.result_view(state)],
    [SETTLE]: (state, _, query) => game.questions?.(state, query.get("find", "")) ?? false,
    [CARRY]: () => game.carry !== null && ["games/carry.html", game.carry],
    "log.show": (state, _, query) => ["games/log.html", drawing.log(state, record.timeOf, query)],
  };
}

/**
 * The question about a bid of this phone that the server did not take; not on the page that mends it.
 * @param {Game} game
 * @param {GameState} state
 * @param {Fields} query
 * @returns {[template: string, values: View] | null}
 */
function lateBid(game, state, query) {
  const { around, core, drawing, id, record, sender } = game;
  const { asks, fields } = around.sealed ?? { asks: false };
  if (!asks || !fields || !core.late_bid_view || [...query.items()].length) return null;
  const view = core.late_bid_view(state, drawing.context(), new core.Dict(Object.entries(fields)), fields.deal === record.deal());
  if (view?.get("hand")) return ["games/late_bid.html", view];
  if (view) sender.keepSealed(id, null).catch(console.warn); // the sheet has the same
  return null;
}

/**
 * How many minutes a game has been played, by the server's clock.
 * @param {Game["around"]} around
 */
const minutesPlayed = ({ clock, game }) => Math.floor((Date.now() + (clock ?? 0) - Date.parse(game.started ?? "")) / 60000) || 0;

/** @type {(game: Game) => Moves} */
export const movesOf = ({ around, core }) => ({
  "hands.bid": core.bid,
  "hands.stand": core.keep_bids,
  "hands.create": (state, fields) => core.save_hand(state, fields, written(core, fields)),
  "undo.create": core.undo,
  "redo.create": core.redo,
  "corrections.create": (state, fields, { hand }) => core.correct(state, new core.Dict([...fields.items(), ["hand", hand]]), written(core, fields)),
  "log.take_back": (state, _, { entry }) => core.undo_event(state, +entry),
  "rulings.create_misdeal": core.misdeal,
  "rulings.create_forfeit": core.forfeit,
  "rulings.create_time": (state, fields) => core.call_time(state, new core.Dict([...fields.items(), ["minutes", String(minutesPlayed(around))]])),
  "rulings.create_substitute": core.substitute,
  "rulings.create_swap": core.swap_seats,
  "ending.create": core.stop,
  "ending.reopen": core.reopen,
});

/** @param {Game} game */
export const gameUrl = ({ drawing }) => new URL(drawing.urlOf(GAME));

/**
 * @param {Game} game
 * @param {object} table of views or moves
 * @param {string} path
 */
const among = ({ drawing }, table, path) => drawing.pagesAt(path).find(({ endpoint }) => endpoint in table);

/**
 * The page at a URL, with its address; null if the server draws it. `state` may be that after a tap that is still to come.
 * @param {Game} game
 * @param {URL} url
 * @param {GameState} [state]
 * @returns {ShownPage | null}
 */
export function pageAt(game, url, state = game.record.state()) {
  const { core, drawing, kept, views } = game;
  const path = pathOf(url);
  const found = among(game, views, path);
  const absent = found && found.endpoint !== GAME ? core.unavailable_reason(state, found.endpoint) : null;
  if (absent !== null) return drawing.flash(absent, "info"), pageAt(game, gameUrl(game), state);
  const page = found && views[found.endpoint](state, found.values, new core.Dict([...queryOf(url)]));
  if (page) return { text: "frame" in page ? page : drawing.page(...page, path), address: url.href };
  const frame = kept.get(path);
  return frame ? { text: { frame }, address: url.href } : null;
}

/** @type {(game: Game, template: string, view: View) => ShownPage} */
const question = ({ drawing }, template, view) => ({ text: drawing.page(template, view), address: null, isWrong: true });

/**
 * The question which bid is right.
 * @type {(game: Game, fields: Fields, endpoint?: string) => ShownPage}
 */
export const twoBids = (game, fields, endpoint = "hands.bid") =>
  question(game, "games/two_bids.html", game.core.two_bids_view(game.record.state(), game.drawing.context(), fields, endpoint));

/**
 * The question about what two phones recorded differently.
 * @param {Game} game
 * @param {NonNullable<ReturnType<Game["record"]["question"]>>} asked
 */
function questionPage(game, { fields, kind, event, before }) {
  const { core, drawing, record } = game;
  const state = record.state();
  if (kind === "bids") return twoBids(game, core.contradicted_bid(state, event, before, new core.Dict(Object.entries(fields))));
  return question(game, "games/clash.html", new core.Clash(state, event).view(drawing.context()));
}

/**
 * The page at a URL, unless there is a question first. It is drawn once all is loaded, and then `ready`.
 * @param {Game} game
 * @param {URL} url
 * @param {() => unknown} [ready]
 */
export async function nextPage(game, url, ready) {
  await loadFor(game, url);
  await ready?.();
  const asked = game.record.question();
  return asked ? questionPage(game, asked) : pageAt(game, url);
}

/**
 * Loads the part of the module that few games need.
 * @param {Game} game
 */
export const loadAlong = async ({ around, core }) => Object.assign(core, (await import(around.static["along.js"])).more(core.shared));

/**
 * Whether a URL is that of this page of the game, or of this form.
 * @param {Game} game
 * @param {URL} url
 * @param {string} page
 */
export const isAt = ({ drawing }, url, page) => drawing.pagesAt(pathOf(url)).some(({ endpoint }) => endpoint === page);

/**
 * Resolves once everything is loaded to draw at this URL.
 * @param {Game} game
 * @param {URL} url
 */
export async function loadFor(game, url) {
  if (isAt(game, url, CARRY)) game.carry = await (await import("./carry.js")).carryView(game);
  if (game.around.sealed?.asks) await loadAlong(game).catch(console.warn); // its question waits for a line, too
  if (isAt(game, url, SETTLE)) game.questions ??= await (await import("./settle.js")).questionsOf(game);
}

/**
 * Whether a page may be drawn here, as a quick guess.
 * @param {Game} game
 * @param {URL} url
 */
export function hasPage(game, url) {
  const found = among(game, game.views, pathOf(url));
  return game.kept.has(pathOf(url)) || Boolean(found && (found.endpoint !== "ending.new" || canEnd(game.record.state())));
}

/**
 * What a form records, as a function of the game's state and the fields, and the page after it; null if the server records it.
 * @param {Game} game
 * @param {URL} url
 */
export function formAt(game, url) {
  const found = among(game, game.moves, pathOf(url));
  if (!found) return null;
  const move = (/** @type {GameState} */ state, /** @type {Fields} */ fields) => game.moves[found.endpoint](state, fields, found.values);
  const staysHere = found.endpoint === "rulings.create_time" && game.page.here().startsWith(gameUrl(game).href); // counts go on
  return { move, next: found.endpoint === "log.take_back" ? "log.show" : GAME, address: staysHere ? game.page.here() : null };
}

/**
 * The rematch: the server's page, or the game that this phone starts if there is no answer, or if the server lacks the end of this game.
 * @param {Game} game
 * @param {string} address
 * @param {string} body
 * @returns {Promise<{ page: Page } | { begun: GameData }>}
 */
export async function rematch(game, address, body) {
  const { around, core, page, record } = game;
  const reply = around.start || record.waiting() || page.isOffline() ? null : await page.send(address, body);
  if (reply) return { page: { text: { frame: await reply.text() }, address: reply.redirected ? reply.url : null, isWrong: !reply.ok } };
  const start = core.toJson(core.sheet_json(core.rematch_setup(record.state())));
  const series = core.toJson(core.next_of_series(record.state(), game.drawing.context()));
  const [same] = await rematchesHere(game.id); // another tab was quicker
  const begun = same ? await keptGame(same[0]) : null;
  return { begun: begun ?? (await rematchHere(around, address, new URLSearchParams(body).get("entry_id") ?? "", start, series)) };
}
