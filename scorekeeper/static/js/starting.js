// Starting: quick games and rematches that this phone starts offline, and sends to the server later.
import { forgetGames, keepGame, keepPage, keptGame, keptGames, keptPages, moveTaps, outboxOf } from "./store.js";

/** @import { Around, GameData, Payload, Rematch, Send } from "./types.js" */

export const LATER = [408, 429]; // errors that pass
export const NO_ACCESS = [401, 403, 404];
const BLANK = "blank"; // the path of the blank game among the stored pages
export const OF_GAME = "GAME_ID"; // the server's placeholder for a game's id

/**
 * Stores the start of a quick game, unless there is one of this version of the app, in this language.
 * @param {Around} around
 * @param {Send} send
 */
export async function keepBlank(around, send) {
  const before = (await keptPages("")).get(BLANK);
  const own = before && JSON.parse(before);
  if (own?.static["phone.js"] === around.static["phone.js"] && own.language === around.language) return;
  const reply = await send(around.quick_game);
  if (reply?.ok) await keepPage("", BLANK, await reply.text());
}

export const canStart = async () => (await keptPages("")).has(BLANK);

/**
 * A quick game with this id before it starts: the one that this phone keeps, else that at `address`.
 * @param {string} id
 * @returns {Promise<GameData>}
 */
export async function blankGame(id, address = "") {
  const text = (await keptPages("")).get(BLANK) ?? (address && (await (await fetch(address)).text()));
  return JSON.parse(text.replaceAll(OF_GAME, id));
}

/**
 * Starts a quick game on this phone, if it `canStart` one; its page's path. Its id is that of the server's first event later.
 * @param {string} id
 */
export async function startHere(id) {
  const found = begunGame((await keptPages("")).get(BLANK) ?? "", id);
  await keepGame(found, found.events);
  return found.events_url.replace(/\/events$/, "");
}

/**
 * The blank game with this id, begun now.
 * @param {string} blank
 * @param {string} id
 * @returns {GameData}
 */
export function begunGame(blank, id) {
  /** @type {GameData} */
  const found = JSON.parse(blank.replaceAll(OF_GAME, id));
  const at = new Date().toISOString();
  return { ...found, game: { ...found.game, started: at }, events: [{ ...found.events[0], at }] };
}

/**
 * Starts a rematch on this phone, with `payload` as its start; `address` and `id` are those of the form that asks for it, `series` the games
 * that each side has won before it, and of how many. What it is drawn from.
 * @param {Around} around
 * @param {string} address
 * @param {string} id
 * @param {Payload} payload
 * @param {[won: number[], bestOf: number]} series
 * @returns {Promise<GameData>}
 */
export async function rematchHere(around, address, id, payload, [won, best_of]) {
  const before = around.game.id;
  const at = new Date().toISOString();
  const started = new Date(Date.now() + (around.clock ?? 0)).toISOString();
  const game = { ...around.game, id, number: around.game.number + 1, started, won, best_of };
  const none = { own_bid: [], own_seat: null, own_side: null, waiting: [], mark: "", unsent: [], rematches: [] };
  const rematch = { ...around, ...none, game, start: address, fields: undefined, rematch_of: before, events_url: around.events_url.replace(before, id) };
  const events = [{ seq: 1, id, kind: "start", payload, who: around.who, reason: null, at }];
  const keep = async () => {
    await keepGame(rematch, events);
    for (const [path, text] of await keptPages(before)) await keepPage(id, path.replace(before, id), text.replaceAll(before, id)); // the rules
  };
  await keep().catch((error) => around.start || Promise.reject(error)); // no server can start it instead
  return { ...rematch, events };
}

/**
 * The rematches of a game that only this phone has: ids, and no numbers yet.
 * @param {string} id
 * @returns {Promise<Rematch[]>}
 */
export async function rematchesHere(id) {
  const own = (await keptGames().catch(() => [])).filter(({ around }) => around.start && around.rematch_of === id);
  return own.map(({ around }) => [around.game.id, null]);
}

/**
 * Starts a game of this phone on the server: `url` is the address of its page, `refused` the status if the server refuses it; null without an
 * answer. Asking again starts no other game.
 * @param {Around} around
 * @param {Send} send
 * @returns {Promise<{ url: string } | { refused: number } | null>}
 */
export async function startThere(around, send) {
  const fresh = await send(around.quick_game); // with the token of the session as it is now
  if (!fresh?.ok) return null;
  const taps = (await outboxOf(around.game.id).all()).length ? "yes" : ""; // without any, another phone's rematch will do
  const own = around.fields ? [...around.fields, ["begun", "yes"]] : []; // of a form; a rematch has the names of the game before
  const fields = new URLSearchParams([...own, ["entry_id", around.game.id], ["taps", taps], ["csrf_token", (await fresh.json()).csrf]]);
  const reply = around.start ? await send(around.start, fields) : null;
  if (!reply || LATER.includes(reply.status)) return null;
  const isStarted = reply.ok && reply.redirected && idAt(reply.url) !== around.rematch_of; // whose page says why there is no rematch
  return isStarted ? { url: reply.url } : { refused: reply.status };
}

/** @param {string} url */
export const idAt = (url) => new URL(url).pathname.split("/").pop() ?? "";

/**
 * Moves the taps of a game on this phone to the game at an address, which sends them; and its rematch.
 * @param {Around} around
 * @param {string} url
 */
export async function moveGame(around, url) {
  const [from, to] = [around.game.id, idAt(url)];
  await moveTaps(from, to);
  for (const { around: rematch } of await keptGames()) {
    if (rematch.rematch_of === from) await keepGame({ ...rematch, rematch_of: to, start: rematch.start?.replace(from, to) }, []);
  }
  await forgetGames([from]);
}
