// Router: which pages of a game are drawn on the phone, and which of its forms record what.
import { rematchHere, rematchesHere } from "./starting.js";
import { keptGame } from "./store.js";

/** @import { Around, Fields, GameEvent, GameModule, GameState, View } from "./types.js" */
/** @import { Drawing } from "./drawing.js" */
/** @import { GameRecord } from "./record.js" */
/** @import { Page } from "./swap.js" */
/** @typedef {ReturnType<typeof screensOf>} Screens */
/** @typedef {Record<string, string>} Values in the path of a URL */
/** @typedef {import("./swap.js").ShownPage} Drawn */

const GAME = "games.show";

/**
 * `kept` are pages of the server by path, which stay the same as long as the game; `others` loads the part for all pages except the game's.
 * @param {GameModule} core
 * @param {Around} around
 * @param {Drawing} drawing
 * @param {GameRecord} record
 * @param {Map<string, string>} kept
 * @param {() => Promise<unknown>} others
 */
export function screensOf(core, around, drawing, record, kept, others) {
  const { place } = drawing;
  const written = (/** @type {Fields} */ fields) => core.fromJson(JSON.parse(fields.get("record", "null")));
  const withHand = (/** @type {Fields} */ fields, /** @type {string} */ hand) => new core.Dict([...fields.items(), ["hand", hand]]);
  /** @type {(view: GameModule["renege_view"]) => Viewer} */
  const ofHand = (view) => (state, _, query) => ["games/rulings/hand.html", view(state, place(), query)];
  /** @type {(view: GameModule["stop_view"]) => Viewer} */
  const entry = (view) => (state) => ["games/rulings/entry.html", view(state, place())];
  const isHand = (/** @type {GameState} */ state, /** @type {string} */ hand) => +hand > 0 && +hand <= state.board.hands.length;
  const isSide = (/** @type {GameState} */ state, /** @type {string} */ side) => +side < state.head.sides.length;
  const canEnd = (/** @type {GameState} */ state) => state.board.hands.length > 0; // else the server can delete it

  // By endpoint: the template and its values, or nothing if the server has another page or says why there is none.
  /** @typedef {(state: GameState, values: Values, query: Fields) => [template: string, values: View] | false} Viewer */
  /** @type {Record<string, Viewer>} */
  const views = { "games.show": (state, _, query) => ["games/show.html", core.game_page(state, place(), query)] };
  // By endpoint: the event of a posted form; null for a double tap.
  /** @type {Record<string, (state: GameState, fields: Fields, values: Values) => GameEvent | null>} */
  const moves = {
    "hands.bid": core.bid,
    "hands.stand": core.keep_bids,
    "hands.create": (state, fields) => core.save_hand(state, fields, written(fields)),
    "undo.create": core.undo,
    "redo.create": core.redo,
  };

  // Those of the other pages, once the module has them.
  function addOthers() {
    /** @type {typeof views} */
    const otherViews = {
      "games.deals": (state) => ["games/deals.html", core.deals_page(state, place())],
      "live.across": (state) => ["games/live/across.html", core.live_view(state, place())],
      "live.screen": (state) => ["games/live/screen.html", core.live_view(state, place())],
      "corrections.new": (state, { hand }, query) =>
        isHand(state, hand) && ["games/correct.html", new core.Correction(state, +hand, query).view(place())],
      "why.hand": (state, { hand, side }) =>
        isHand(state, hand) && isSide(state, side) && ["games/why/hand.html", core.why_hand(state, place(), +hand, +side)],
      "why.total": (state, { side }) => isSide(state, side) && ["games/why/total.html", core.why_total(state, place(), +side)],
      "what_wins.show": (state) => ["games/what_wins.html", core.what_wins_view(state)],
      "rulings.index": (state) => ["games/rulings/index.html", core.rulings_view(state, place())],
      "rulings.renege": ofHand(core.renege_view),
      "rulings.points": ofHand(core.points_view),
      "rulings.misdeal": entry(core.misdeal_view),
      "rulings.forfeit": entry(core.forfeit_view),
      "rulings.substitute": (state) => ["games/rulings/entry.html", core.substitute_view(state, place(), around.roster, new core.Dict(), new core.Dict())],
      "ending.new": (state) => canEnd(state) && ["games/stop.html", core.stop_view(state, place())],
      "log.show": (state, _, query) => ["games/history.html", drawing.log(state, record.timeOf, query)],
    };
    /** @type {typeof moves} */
    const otherMoves = {
      "corrections.create": (state, fields, { hand }) => core.correct(state, withHand(fields, hand), written(fields)),
      "log.take_back": (state, _, { entry }) => core.undo_event(state, +entry),
      "rulings.create_misdeal": core.misdeal,
      "rulings.create_forfeit": core.forfeit,
      "rulings.create_substitute": core.substitute,
      "ending.create": core.stop,
      "ending.reopen": core.reopen,
    };
    Object.assign(views, otherViews);
    Object.assign(moves, otherMoves);
  }

  const among = (/** @type {object} */ table, /** @type {string} */ path) => drawing.pagesAt(path).find(({ endpoint }) => endpoint in table);

  /**
   * The page at a URL, with its address; null if the server draws it. `state` may be that after a tap that is still to come.
   * @param {URL} url
   * @returns {Drawn | null}
   */
  function drawn(url, state = record.state()) {
    const found = among(views, url.pathname);
    const absent = found && found.endpoint !== GAME ? core.absent_words(state, found.endpoint) : null;
    if (absent !== null) return drawing.flash(absent, "info"), drawn(new URL(drawing.urlOf(GAME)), state);
    const page = found && views[found.endpoint](state, found.values, new core.Dict([...url.searchParams]));
    const text = page ? drawing.page(...page, url.pathname) : kept.get(url.pathname);
    return text ? { text, address: url.href } : null;
  }

  /**
   * The same, if all that it needs is loaded.
   * @param {URL} url
   * @param {GameState} [state]
   */
  function pageAt(url, state) {
    try {
      return drawn(url, state);
    } catch (error) {
      if (!(error instanceof core.NotLoaded)) throw error;
      return null;
    }
  }

  /** @type {(template: string, view: View) => Drawn} */
  const question = (template, view) => ({ text: drawing.page(template, view), address: null, isWrong: true });
  const twoBids = (/** @type {Fields} */ fields) => question("games/two_bids.html", core.two_bids_view(record.state(), place(), fields));

  // The question about what two phones recorded differently.
  function questionPage(/** @type {NonNullable<ReturnType<GameRecord["question"]>>} */ { fields, kind, event, before }) {
    if (kind === "bids") return twoBids(core.contradicted_bid(record.state(), event, before, new core.Dict(Object.entries(fields))));
    return question("games/clash.html", new core.Clash(record.state(), event).view(place()));
  }

  /** @type {Promise<void> | null} */
  let loading = null;
  const loadOthers = () => (loading ??= others().then(addOthers, (error) => ((loading = null), Promise.reject(error))));

  /**
   * What `work` returns, which may need what only the others bring; it changes nothing.
   * @type {import("./saved.js").Complete}
   */
  async function complete(work) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof core.NotLoaded)) throw error;
      await loadOthers();
      return work();
    }
  }

  // Resolves once everything is loaded to draw or record at this URL.
  const ready = async (/** @type {URL} */ url) => kept.has(url.pathname) || among(views, url.pathname) || among(moves, url.pathname) || loadOthers();

  /**
   * The rematch: on the server, or on this phone if there is no answer, or if the server lacks the end of this game.
   * @param {string} address
   * @param {string} body
   * @param {{ isOffline(): boolean, send: import("./types.js").Send, open(game: import("./types.js").GameData): Promise<Page | null | undefined> }} page
   * @returns {Promise<Page | null | undefined>}
   */
  async function rematch(address, body, page) {
    const reply = record.waiting() || page.isOffline() ? null : await page.send(address, body);
    if (reply) return { text: await reply.text(), address: reply.redirected ? reply.url : null, isWrong: !reply.ok };
    await loadOthers();
    const start = core.toJson(core.sheet_json(core.rematch_head(record.state())));
    const [begun] = await rematchesHere(around.game.id); // another tab was quicker
    const same = begun ? await keptGame(begun[0]) : null;
    return page.open(same ?? (await rematchHere(around, address, new URLSearchParams(body).get("entry_id") ?? "", start)));
  }

  return {
    GAME,
    complete,
    loadOthers,
    rematch,
    isRematch: (/** @type {URL} */ url) => drawing.pagesAt(url.pathname).some(({ endpoint }) => endpoint === "games.rematch"),
    pageAt,
    drawn: (/** @type {URL} */ url) => complete(() => drawn(url)),
    ready,
    // Whether a page may be drawn here, as a quick guess.
    hasPage: (/** @type {URL} */ { pathname }) => {
      const found = among(views, pathname);
      return kept.has(pathname) || Boolean(found && (found.endpoint !== "ending.new" || canEnd(record.state())));
    },
    twoBids: (/** @type {Fields} */ fields) => loadOthers().then(() => twoBids(fields)),
    // The page at a URL, unless there is a question first.
    next: async (/** @type {URL} */ url) => {
      await (record.question() ? loadOthers() : ready(url));
      return complete(() => {
        const asked = record.question();
        return asked ? questionPage(asked) : drawn(url);
      });
    },
    // What a form records, as a function of the game's state and the fields, and the page after it; null if the server records it.
    formAt: (/** @type {URL} */ url) => {
      const found = among(moves, url.pathname);
      const next = found?.endpoint === "log.take_back" ? "log.show" : GAME;
      return found ? { move: (/** @type {GameState} */ state, /** @type {Fields} */ fields) => moves[found.endpoint](state, fields, found.values), next } : null;
    },
  };
}
