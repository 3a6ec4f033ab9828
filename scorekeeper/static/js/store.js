// Store: what this phone keeps in IndexedDB beyond a page: taps that the server does not have yet, and games.
import { named } from "./root.js";

/** @import { Around, GameData, GameState, KeptGame, Payload, Send, Stored, StoredEvent, StoredTap, Tap, View } from "./types.js" */

const MAX_GAMES = 30; // games that open without the server
export const TAPS = "taps";
const GAMES = "games";
export const EVENTS = "events"; // of the games, as the server lists them
const PAGES = "pages"; // of the games, as the server draws them

/** @type {Promise<IDBDatabase> | null} */
let opened = null; // a promise of the database
/** @type {IDBDatabase | null} */
let connection = null; // it

/**
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
const asked = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * @param {IDBTransaction} transaction
 * @returns {Promise<unknown>}
 */
const done = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });

function database() {
  if (opened) return opened;
  const opening = indexedDB.open(named("scorekeeper"), 2);
  opening.onupgradeneeded = () => {
    const { result } = opening;
    if (!result.objectStoreNames.contains(TAPS)) result.createObjectStore(TAPS, { keyPath: "key", autoIncrement: true });
    result.createObjectStore(GAMES, { keyPath: "id" });
    result.createObjectStore(EVENTS, { keyPath: ["game", "seq"] });
    result.createObjectStore(PAGES, { keyPath: ["game", "path"] });
  };
  opened = asked(opening).then((found) => {
    connection = found;
    found.onversionchange = () => found.close();
    return found;
  });
  opened.catch(() => (opened = null)); // a browser may allow it later
  return opened;
}

// A page that is left may be kept for the way back, just as it is: WebKit never ends a transaction of it, and all later ones on its stores wait for
// that, on any page. So there is one at a time; if it may still ask for something, it is aborted, and runs again when the page is shown.
/** @type {Promise<unknown>} */
let line = Promise.resolve();
/** @type {Promise<unknown>} */
let back = Promise.resolve();
/** @type {IDBTransaction | null} */
let current = null;
addEventListener("pagehide", () => {
  back = new Promise((resolve) => addEventListener("pageshow", resolve, { once: true }));
  try {
    current?.abort();
  } catch {} // it is over, and is about to say so
  connection?.close();
  opened = connection = null;
});

/**
 * @template Result
 * @param {string[]} stores
 * @param {IDBTransactionMode} mode
 * @param {(...stores: IDBObjectStore[]) => Result} work
 * @returns {Promise<Awaited<Result>>}
 */
export function transact(stores, mode, work) {
  const result = line.then(() => run(stores, mode, work));
  line = result.catch(() => {});
  return result;
}

/**
 * Runs a transaction; `work` gets the stores in this order.
 * @template Result
 * @param {string[]} stores
 * @param {IDBTransactionMode} mode
 * @param {(...stores: IDBObjectStore[]) => Result} work
 * @returns {Promise<Awaited<Result>>}
 */
async function run(stores, mode, work) {
  let found;
  do {
    await back;
    found = await database();
  } while (found !== connection);
  const transaction = (current = found.transaction(stores, mode));
  try {
    const [result] = await Promise.all([work(...stores.map((name) => transaction.objectStore(name))), done(transaction)]);
    return result;
  } catch (error) {
    if (found === connection) throw error;
    return run(stores, mode, work);
  } finally {
    current = null;
  }
}

/**
 * Changes these stores together.
 * @template Result
 * @param {string[]} stores
 * @param {(...stores: IDBObjectStore[]) => Result} work
 */
const change = (stores, work) =>
  transact(stores, "readwrite", (...places) => {
    const result = work(...places);
    current?.commit?.(); // without another trip to ask for more
    current = null;
    return result;
  });

/**
 * @template Result
 * @param {string[]} stores
 * @param {(...stores: IDBObjectStore[]) => Result} work
 */
const look = (stores, work) => transact(stores, "readonly", work);

/**
 * @param {string} store
 * @param {IDBValidKey | IDBKeyRange} [query]
 * @returns {Promise<any[]>} as that store has them
 */
export const rows = (store, query) => look([store], (rowsIn) => asked(rowsIn.getAll(query)));

/**
 * The taps of a game.
 * @param {string} game
 */
export const outboxOf = (game) => ({
  /** @returns {Promise<StoredTap[]>} */
  all: async () => (await rows(TAPS)).filter((tap) => tap.game === game),
  /**
   * Stores the tap. If other taps wait here than those that its page has `seen`, since another window has some or let some go, it is put after
   * them before anything is sent.
   * @param {Tap} tap
   * @param {Tap[]} seen
   * @returns {Promise<StoredTap>}
   */
  put: async (tap, seen) => {
    const row = { game, ...tap };
    const request = await transact([TAPS], "readwrite", async (store) => {
      /** @type {StoredTap[]} */
      const here = (await asked(store.getAll())).filter((each) => each.game === game);
      if (here.length !== seen.length || here.some(({ id }, i) => id !== seen[i].id)) row.on = 0;
      return store.put(row);
    });
    return { ...row, key: Number(request.result) };
  },
  /**
   * Drops some taps and replaces others, at once.
   * @param {Tap[]} dropped
   * @param {Tap[]} changed
   */
  replace: (dropped, changed) =>
    change([TAPS], (store) => {
      for (const { key } of dropped) if (key) store.delete(key);
      for (const tap of changed) store.put({ ...tap, game });
    }),
});

/**
 * Moves the taps of a game to another one, after whose events they are put again.
 * @param {string} from
 * @param {string} to
 */
export async function moveTaps(from, to) {
  const taps = await outboxOf(from).all();
  await change([TAPS], (store) => taps.forEach((tap) => store.put({ ...tap, game: to, on: 0 })));
}

/** @param {string} game */
export const rowsOf = (game) => IDBKeyRange.bound([game], [game, []]);

/**
 * Stores the server's data about a game, and its events; if the first event is among them, they replace all.
 * @param {Around} around
 * @param {StoredEvent[]} events
 */
export async function keepGame(around, events) {
  const { id } = around.game;
  const { events: _, ...others } = /** @type {GameData} */ (around);
  await transact([GAMES, EVENTS], "readwrite", (games, store) => {
    const kept = games.get(id);
    kept.onsuccess = () => games.put({ id, at: Date.now(), around: { ...others, sealed: kept.result?.around.sealed } });
    if (events[0]?.seq === 1) store.delete(rowsOf(id));
    for (const event of events) store.put({ ...event, game: id });
  });
}

/**
 * What `keepGame` was given, with all events; null if the game is not here.
 * @param {string} id
 * @returns {Promise<GameData | null>}
 */
export async function keptGame(id) {
  const [found] = await rows(GAMES, id);
  return found ? { ...found.around, events: await rows(EVENTS, rowsOf(id)) } : null;
}

/**
 * Stores events that the server has; if the first one is among them, they replace all. The taps that they are go; the others, if they `fit`, now
 * come after the last of them.
 * @param {string} game
 * @param {StoredEvent[]} events
 * @param {boolean} fit
 */
export async function takeEvents(game, events, fit) {
  const ids = new Set(events.map(({ id }) => id));
  await transact([EVENTS, TAPS], "readwrite", (kept, taps) => {
    if (events[0].seq === 1) kept.delete(rowsOf(game));
    for (const event of events) kept.put({ ...event, game });
    /** @type {IDBRequest<StoredTap[]>} */
    const request = taps.getAll();
    request.onsuccess = () => {
      for (const tap of request.result.filter((each) => each.game === game)) {
        if (ids.has(tap.id)) taps.delete(tap.key);
        else if (fit) taps.put({ ...tap, on: events[events.length - 1].seq });
      }
    };
  });
}

/**
 * Replaces the events of a game by the server's; those that it lost become taps, before the others, if it records such events from phones.
 * @param {string} game
 * @param {StoredEvent[]} events
 * @param {(event: StoredEvent) => boolean} isTap
 */
export async function putBack(game, events, isTap) {
  const known = new Set(events.map(({ id }) => id));
  const own = await eventsOf(game);
  const lost = own.filter((event) => !known.has(event.id) && isTap(event));
  const taps = (await outboxOf(game).all()).filter(({ id }) => !known.has(id));
  const again = tapsOf(lost, own).map((tap) => ({ ...tap, again: true }));
  await change([EVENTS, TAPS], (kept, store) => {
    kept.delete(rowsOf(game));
    for (const event of events) kept.put({ ...event, game });
    for (const { key } of taps) store.delete(key);
    /** @type {Omit<Tap, "on">[]} */
    const line = [...again, ...taps];
    for (const { key: _, ...tap } of line) store.put({ ...tap, game, on: 0 });
  });
}

/**
 * Events as taps, to be recorded after others; `all` are those of the game, with them.
 * @param {StoredEvent[]} events
 * @param {StoredEvent[]} all
 * @returns {Omit<Tap, "on">[]}
 */
export const tapsOf = (events, all) =>
  events.map((event) => {
    const { id, kind, payload, reason, at } = event;
    const before = kind === "bids" ? bidsBefore(all, event) : undefined;
    const undoes = kind === "take-back" ? events.find(({ seq }) => seq === payload.entry)?.id : undefined;
    return { id, kind, payload, reason, at, before, fields: {}, undoes };
  });

/**
 * The bids of its hand before this event, whatever was undone; where there were none, what another phone bids now is a question.
 * @param {StoredEvent[]} events
 * @param {StoredEvent} event
 */
function bidsBefore(events, { seq, payload: { hand, bids = [] } }) {
  const earlier = events.filter((event) => event.seq < seq);
  const undone = new Set();
  for (const each of [...earlier].reverse()) if (each.kind === "take-back" && !undone.has(each.seq)) undone.add(each.payload.entry);
  const isOf = (/** @type {StoredEvent} */ { kind, payload }) => ["bids", "misdeal"].includes(kind) && payload.hand === hand;
  const last = earlier.filter((each) => !undone.has(each.seq) && isOf(each)).at(-1);
  return last?.payload.bids ?? bids.map((side) => (Array.isArray(side) ? side.map(() => null) : null));
}

/**
 * What the outbox knows of a game; null if nothing of it is here.
 * @param {string} game
 * @returns {Promise<Stored | null>}
 */
export async function storedOf(game) {
  const [row, cursor, all] = await look([GAMES, EVENTS, TAPS], (games, events, taps) =>
    Promise.all([asked(games.get(game)), asked(events.openCursor(rowsOf(game), "prev")), asked(taps.getAll())]),
  );
  /** @type {StoredTap[]} */
  const waiting = all.filter((tap) => tap.game === game);
  if ((!row && !waiting.length) || (row && staysHere(row.around))) return null;
  const { seq = 0, hash = "" } = cursor?.value ?? {};
  return {
    game,
    seq,
    hash: hash ?? "",
    taps: waiting.map(({ id }) => id),
    question: waiting.find(({ asks }) => asks)?.id ?? "",
    fits: waiting.every(({ on }) => on === seq) && seq > 0,
    starts: Boolean(row?.around.start),
    before: row?.around.start ? (row.around.rematch_of ?? "") : "",
    sealed: waitsSealed(row?.around)?.id ?? "",
  };
}

/**
 * The bid for the own seat that the server lacks; none once it is a question.
 * @param {Partial<Around>} [around]
 */
export const waitsSealed = (around) => (around?.sealed && !around.sealed.asks ? around.sealed : null);

/** @param {string} id of a game */
export const sealedOf = async (id) => /** @type {Around["sealed"]} */ ((await rows(GAMES, id))[0]?.around.sealed);

/**
 * The games that the server lacks something of.
 * @returns {Promise<string[]>}
 */
export async function gamesToSend() {
  const [taps, games] = [await rows(TAPS), await keptGames()];
  const elsewhere = games.filter(({ around }) => staysHere(around)).map(({ id }) => id);
  const waiting = [...games.filter(({ around }) => around.start || waitsSealed(around)).map(({ id }) => id), ...taps.map(({ game }) => game)];
  return [...new Set(waiting)].filter((id) => !elsewhere.includes(id));
}

/**
 * Stores what the server says of a game besides its events.
 * @param {string} game
 * @param {Partial<Around>} others
 */
export const keepAround = (game, others) =>
  transact([GAMES], "readwrite", (games) => {
    const kept = games.openCursor(game);
    kept.onsuccess = () => kept.result?.update({ ...kept.result.value, around: { ...kept.result.value.around, ...others } });
  });

/**
 * Stores how a game stands, for lists.
 * @param {string} game
 * @param {{ board: () => View, record: { state: () => { board: { outcome: unknown } } } }} here
 */
export async function keepStands(game, { board, record }) {
  const sides = /** @type {View[]} */ (board().at("sides"));
  const stands = sides.map((side) => /** @type {[string, string]} */ ([String(side.at("name")), String(side.at("total"))]));
  return keepAround(game, { stands: { sides: stands, isOver: record.state().board.outcome !== null } });
}

/**
 * The events of a game after this number.
 * @param {string} game
 * @returns {Promise<StoredEvent[]>}
 */
export const eventsOf = (game, after = 0) => rows(EVENTS, IDBKeyRange.bound([game, after + 1], [game, []]));

/**
 * The games here, the latest first.
 * @returns {Promise<KeptGame[]>}
 */
export const keptGames = async () => (await rows(GAMES)).sort((one, other) => other.at - one.at);

/** @param {string[]} ids */
export const forgetGames = (ids) =>
  change([GAMES, EVENTS, PAGES], (games, events, pages) => {
    for (const id of ids) {
      games.delete(id);
      events.delete(rowsOf(id));
      pages.delete(rowsOf(id));
    }
  });

/**
 * Keeps a page of a game that stays the same.
 * @param {string} game
 * @param {string} path
 * @param {string} text
 */
export const keepPage = (game, path, text) => change([PAGES], (pages) => pages.put({ game, path, text }));

/**
 * Keeps one that the server draws, such as the rules sheet, if it is not kept yet.
 * @param {string} game
 * @param {string} path
 * @param {Map<string, string>} kept
 * @param {Send} send
 */
export async function keepOnce(game, path, kept, send) {
  const reply = kept.has(path) ? null : await send(path);
  if (!reply?.ok) return;
  const text = await reply.text();
  kept.set(path, text);
  await keepPage(game, path, text);
}

/**
 * Those of a game: texts by path.
 * @param {string} game
 * @returns {Promise<Map<string, string>>}
 */
export const keptPages = async (game) => new Map((await rows(PAGES, rowsOf(game))).map(({ path, text }) => [path, text]));

/**
 * Whether another phone goes on with a game, or no server can start it: nothing of it is sent.
 * @param {Around} around
 */
const staysHere = ({ handed, alone }) => Boolean(handed || alone);

// Forgets the oldest games, if there are too many, but none that the server lacks something of.
export async function forgetOld() {
  const needed = await gamesToSend();
  const old = (await keptGames()).slice(MAX_GAMES).filter(({ id, around }) => !needed.includes(id) && !around.start);
  if (old.length) await forgetGames(old.map(({ id }) => id));
}
