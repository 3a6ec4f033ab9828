// Carried: the games of this phone as one text that fits in a link, with all that it has of them; read again on another phone.
import { folded } from "./fold.js";
import { keepAround, keptGame, outboxOf } from "./store.js";
import { newId } from "./ids.js";

/** @import { Around, Carried, CarriedGame, GameEvent, GameModule, GameState, StoredEvent, Tap } from "./types.js" */

const MARK = /SPADES(\d{1,3})\.([\w-]*)/;
const VERSION = 3; // the first has its entries one by one, the second in columns, and both are read for ever

/** Why a text brings no game. */
export class NotCarried extends Error {
  /** @param {"none" | "damaged" | "large" | "newer"} why */
  constructor(why) {
    super(why);
    this.why = why;
  }
}

/**
 * A game as this phone has it, with the taps that no server has: its state, and its events in order.
 * @param {GameModule} core
 * @param {string} id
 * @returns {Promise<{ around: Around, state: GameState, events: StoredEvent[] } | null>}
 */
export async function gameHere(core, id) {
  const [kept, taps] = [await keptGame(id), await outboxOf(id).all()];
  if (!kept?.events.length) return null;
  const { events, ...around } = kept;
  const base = replayed(core, events);
  const readTap = (/** @type {Tap} */ tap, /** @type {GameState} */ now) => readEvent(core, { ...tap, seq: now.seq + 1, who: around.who }, now);
  const found = folded(core, base, new Map(events.map((event) => [event.id, event.seq])), taps, readTap, false);
  const added = found.taps.slice(0, found.state.seq - base.seq); // those after a question wait for its answer
  const own = added.map(({ id, kind, payload, reason, at }, i) => ({ seq: base.seq + 1 + i, id, kind, payload, reason, who: around.who, at }));
  return { around, state: found.state, events: [...events, ...own] };
}

/**
 * The state after these events; raises what the rules refuse.
 * @param {GameModule} core
 * @param {StoredEvent[]} events
 */
export function replayed(core, [first, ...events]) {
  const start = core.read_start(core.fromJson(first.payload), first.who);
  return core.replay([start, ...events.map((event) => readEvent(core, event, start))]);
}

/** @type {(core: GameModule, event: Pick<StoredEvent, "kind" | "payload" | "seq" | "reason" | "who">, of: { setup: GameState["setup"] }) => GameEvent} */
const readEvent = (core, { kind, payload, seq, reason, who }, { setup }) => core.read_stored(kind, core.fromJson(payload), setup, seq, reason, who);

/**
 * What is handed on of a game. Its salt stays the same, so that a table that gets it twice knows it.
 * @param {Around} around
 * @param {StoredEvent[]} events
 * @returns {Promise<CarriedGame>}
 */
export async function carriedGame(around, events) {
  const { game, rules_code } = around;
  const salt = around.salt ?? newId().replaceAll("-", "");
  if (!around.salt) await keepAround(game.id, { salt });
  const { number, started, unnamed, won, best_of } = game;
  return {
    game: game.id,
    salt,
    pad: { number, started, unnamed, won, best_of, rules_code },
    entries: events.map(({ id, kind, payload, who, reason, at }) => ({ id, kind, payload, who, reason, at })),
  };
}

/** Whether this browser can pack a game. */
export const canPack = () => "CompressionStream" in self;

/**
 * @param {GameModule} core
 * @param {CarriedGame[]} games
 * @returns {Promise<string>}
 */
export async function packed(core, games) {
  const text = core.shortened(JSON.stringify({ games: games.map((game) => inColumns(core, game)) }));
  const bytes = await through(text, new CompressionStream("deflate"));
  const letters = btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""));
  return `SPADES${VERSION}.${letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/**
 * A game with its entries in columns; also of the pad, what follows from them is left out.
 * @param {GameModule} core
 * @param {CarriedGame} game
 */
function inColumns(core, { entries, pad: { started, ...pad }, ...game }) {
  const columns = core.toJson(core.in_columns(game.game, core.fromJson(entries.map((entry) => ({ ...entry, at: msOf(entry.at) })))));
  return { ...game, pad: started === entries[0].at ? pad : { ...pad, started: started ?? null }, ...columns };
}

/**
 * @param {GameModule} core
 * @param {CarriedGame & { at: unknown[] }} game
 * @returns {CarriedGame}
 */
function fromColumns(core, game) {
  const { salt, pad, ...columns } = game;
  /** @type {CarriedGame["entries"]} */
  const entries = core.toJson(core.entries_of(core.fromJson(columns))).map((/** @type {any} */ entry) => ({ ...entry, at: textOf(entry.at) }));
  const started = pad.started === undefined ? entries[0].at : pad.started ?? undefined;
  return { game: game.game, salt, pad: { ...pad, started }, entries };
}

// A moment in ms, unless that would not give it back as it is.
const msOf = (/** @type {string} */ at) => (textOf(Date.parse(at)) === at ? Date.parse(at) : at);
const textOf = (/** @type {string | number} */ at) => (Number.isFinite(at) ? new Date(at).toISOString() : String(at));

/** Whether a text says that it brings a game. */
export const isCarried = (/** @type {string} */ text) => MARK.test(text);

/**
 * The games in a text, perhaps in a link or with words around it; raises `NotCarried`.
 * @param {string} text
 * @param {() => Promise<GameModule>} load
 * @returns {Promise<CarriedGame[]>}
 */
export async function unpacked(text, load) {
  const [, version, letters] = MARK.exec(text) ?? [];
  if (!version) throw new NotCarried("none");
  if (+version > VERSION) throw new NotCarried("newer");
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await unpackedBytes(bytes));
    const core = +version > 1 ? await load() : null;
    const json = core && +version > 2 ? core.in_full(text, MOST) : text;
    if (!json) throw new NotCarried("large");
    /** @type {Carried} */
    const carried = JSON.parse(json);
    if (isDeep(carried)) throw new NotCarried("damaged");
    const games = carried.games.map((game) => (core ? fromColumns(core, /** @type {any} */ (game)) : game));
    if (games.length && areOwn(games.map(({ game }) => game)) && games.every(isGame)) return games;
  } catch (error) {
    if (error instanceof NotCarried) throw error; // else it was cut off, or changed on its way
  }
  throw new NotCarried("damaged");
}

const ID = /^[\w-]{8,80}$/;
const isText = (/** @type {unknown} */ value) => typeof value === "string" || value === null;
const isCount = (/** @type {unknown} */ value, most = 99) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;
const areOwn = (/** @type {string[]} */ ids) => new Set(ids).size === ids.length;
/** @type {(values: unknown[] | undefined, is: (value: unknown) => boolean) => boolean} */
const isListOf = (values = [], is) => Array.isArray(values) && values.length <= 20 && values.every((value) => is(value));

/**
 * Whether it can be a game. Anybody can write such a text: its id comes into addresses, and the rest is shown. The rules read its entries.
 * @param {CarriedGame} game
 */
const isGame = ({ game, salt, pad, entries }) =>
  [game, salt].every((text) => ID.test(text)) && isCount(pad.number, 1e6) && isListOf(pad.won, isCount) && isCount(pad.best_of ?? 0) &&
  isListOf(pad.unnamed, (name) => typeof name === "string") && (pad.started === undefined || Date.parse(pad.started) > 0) &&
  isText(pad.rules_code ?? null) && (pad.rules_code?.length ?? 0) <= 80 &&
  entries.length > 0 && (!pad.won?.length || pad.won.length === /** @type {unknown[]} */ (entries[0].payload.sides).length) &&
  areOwn(entries.map(({ id }) => id)) &&
  entries.every(({ id, who, reason, at }) => ID.test(id) && isText(who) && isText(reason) && Date.parse(at) > 0);

/**
 * @param {BlobPart} content
 * @param {CompressionStream} stream
 */
const through = async (content, stream) => new Uint8Array(await new Response(new Blob([content]).stream().pipeThrough(stream)).arrayBuffer());

const MOST = 1e6; // bytes of a text when it is unpacked
const SLICE = 1024; // bytes that are unpacked together: nothing becomes more than a thousand times as much

/**
 * What was packed, as far as that is no more than a game may be; raises otherwise, before more of it is unpacked.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
async function unpackedBytes(bytes) {
  let at = 0;
  const slices = new ReadableStream({
    pull: (slice) => (at < bytes.length ? slice.enqueue(bytes.slice(at, (at += SLICE))) : slice.close()),
  });
  const reader = slices.pipeThrough(new DecompressionStream("deflate")).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    parts.push(value);
    size += value.length;
    if (size > MOST) {
      await reader.cancel();
      throw new NotCarried("large");
    }
  }
}

const MOST_LEVELS = 64; // as the server's MAX_DEPTH

/**
 * Whether it has lists and objects too deep within one another for what goes through them.
 * @param {unknown} value
 */
function isDeep(value) {
  let level = [value];
  for (let depth = 0; depth <= MOST_LEVELS && level.length; depth++) {
    level = level.flatMap((each) => (each && typeof each === "object" ? Object.values(each) : []));
  }
  return level.length > 0;
}
