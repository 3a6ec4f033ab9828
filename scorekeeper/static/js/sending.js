// Sending: carries out what the outbox decides, for all games of this phone. Every page has one; the tab that was touched last sends for all.
import { clock, setClock } from "./offset.js";
import { eventsOf, gamesToSend, keepAround, keepGame, keepStands, keptGame, keptGames, putBack, sealedOf, storedOf, takeEvents, outboxOf } from "./store.js";
import { named } from "./root.js";
import { idAt, moveGame, startThere } from "./starting.js";
import { leadership, onTabs, tellTabs } from "./tabs.js";
import { speakAsPage } from "./texts.js";

/** @import { Answer, Around, GameData, ServerEvent, OutboxModule, Reply, Status, StoredEvent, Effects } from "./types.js" */
/** @import { GameRecord } from "./record.js" */
/**
 * What the page of a game hears: there is something else to say of its taps (`status`), or to show (`changed`, and `sealed` of its own bid); a notice of the server; the game
 * has another id there (`moved`); a rematch began on this phone; or the page must load again.
 * @typedef {{ kind: "status" | "changed" | "sealed" | "rematch" | "reload" } | { kind: "notice", words: string, category: string } | { kind: "moved", to: string }} Heard
 *
 * What a page draws a game from.
 * @typedef {object} Attached
 * @property {Around} around
 * @property {GameRecord} record
 * @property {<Result>(work: () => Result | Promise<Result>) => Promise<Result>} inTurn
 * @property {(message: Heard) => unknown} heard
 * @property {() => import("./types.js").View} board how the game stands
 */

const TIMEOUT = 12000; // ms until a request without an answer has failed
const SLOW = 4000; // ms until a page says that it is still sending
const LOAD_AGAIN = 4000; // ms; the file may not have come
const FROM_SERVER = "after=0"; // all events of a game; without it, a service worker may answer with those of this phone
const NOT_AGAIN = ["sign", "erase", "start"]; // kinds of events that no phone records for another

const { dataset } = document.documentElement;
/** @type {Map<string, Answer | null>} */
const answers = new Map(); // the last answer about a game
/** @type {Map<string, Attached>} */
const attached = new Map(); // what this page knows of the games that it draws
/** @type {(() => unknown)[]} */
const listeners = []; // called when something else is to be said
/** @type {Map<string, ReturnType<typeof setTimeout> | undefined>} */
const slow = new Map(); // timers, by game
/** @type {Map<string, Status>} */
const elsewhere = new Map(); // what the tab that sends says of a game
/** @type {OutboxModule} */
let core; // the compiled outbox, once it has loaded
/** @type {InstanceType<OutboxModule["Outbox"]>} */
let outbox;
/** @type {Promise<unknown> | null} */
let loading = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let again; // when it is loaded again
/** @type {string | null} */
let csrf = null;

/** @param {string} game */
export const eventsUrl = (game) => dataset.eventsUrl.replace("GAME", game);

/** @param {string} id */
async function storedHere(id) {
  const found = await storedOf(id);
  if (!found) return null;
  const { game, seq, hash, taps, question, fits, starts, before, sealed } = found;
  return new core.Stored(game, seq, hash, taps, question, fits, starts, before, sealed);
}

const chance = () => Math.floor(Math.random() * 1000);

/** @param {() => unknown} work */
export const onShow = (work) => listeners.push(work);
/** @type {(() => unknown)[]} */
const waiters = []; // called once
function show() {
  for (const work of [...listeners, ...waiters.splice(0)]) work();
  for (const { heard } of attached.values()) heard({ kind: "status" });
}
/** @param {string} game */
const queueOf = (game) => outbox?.queues.get(game) ?? null;
const NOTHING = { phase: "ready", code: "" };

/**
 * What a game's taps wait for, and why.
 * @param {string} game
 * @returns {Status}
 */
export function statusOf(game) {
  if (!leader.leads()) return elsewhere.get(game) ?? NOTHING;
  const queue = queueOf(game);
  return queue ? { phase: queue.phase.value, code: queue.code, refused: queue.refused, lost: [...queue.lost], went_on: queue.went_on, why: whyOf(game) } : NOTHING;
}
export const words = () => core;

/**
 * What the server said when it refused something last.
 * @param {string} game
 */
function whyOf(game) {
  const { error, results = [] } = answers.get(game) ?? {};
  return (error ?? results.find((result) => result.error)?.error)?.message ?? "";
}

// What the tab that sends says of a game, for those that do not.
/** @param {string} game */
const tellStatus = (game) => tellTabs({ kind: "show", game, ...statusOf(game) });

// What to say of the taps of all games that this page does not draw; null if there are none.
export function waitingElsewhere() {
  const others = [...outbox.queues.values()].filter(({ stored }) => !attached.has(stored.game) && (stored.taps.length || stored.starts || stored.sealed));
  const taps = others.reduce((sum, { stored }) => sum + stored.taps.length + Number(Boolean(stored.sealed)), 0);
  const code = others.map(({ stored }) => statusOf(stored.game).code).find((each) => each) ?? "";
  return taps ? core.waiting_words(code, taps) : null;
}

/** @param {unknown} error */
const isFull = (error) => error instanceof DOMException && error.name === "QuotaExceededError";

/**
 * Says from now on that this phone can store nothing, and why: a tap is recorded once the server has it.
 * @param {DOMException} error
 */
export async function cannotStore(error) {
  console.warn(error);
  await load();
  dataset.unstored = core.waiting_words(isFull(error) ? "unstored" : "denied", 0);
  show();
}

// Loads the outbox, once there is something for it.
export const load = () =>
  (loading ??= import(dataset.outbox).then(speakAsPage).then(
    (found) => {
      [core, outbox] = [found, new found.Outbox()];
      dispatch(new core.Led(leader.leads()));
    },
    (error) => ((loading = null), clearTimeout(again), (again = setTimeout(begin, LOAD_AGAIN)), Promise.reject(error)),
  ));

/** @param {object} message of core/outbox/model.py */
function dispatch(message) {
  const [next, effects] = core.step(outbox, message);
  outbox = next;
  for (const effect of effects) perform(effect).catch((error) => (console.warn(error), failed(effect)));
  show();
}

/** @param {Effects[keyof Effects]} effect */
async function perform(effect) {
  const names = /** @type {(keyof Effects)[]} */ (Object.keys(PERFORM));
  const name = names.find((each) => effect instanceof core[each]);
  /** @type {(effect: any) => Promise<unknown>} */
  const work = PERFORM[/** @type {keyof Effects} */ (name)];
  return work(effect);
}

/**
 * Whatever goes wrong here is no answer.
 * @param {Partial<Effects["Send"]>} effect
 */
function failed({ game, attempt }) {
  if (!game || !attempt) return;
  dispatch(new core.Answered(game, attempt, 0, null, chance(), []));
  dispatch(new core.NotStarted(game, attempt, "strange", chance()));
}

/** @type {{ [Name in keyof Effects]: (effect: Effects[Name]) => Promise<unknown> }} */
const PERFORM = {
  Send: sendTaps,
  Ask: askEvents,
  Seal: giveOwnBid,
  Unseal: settleOwnBid,
  Start: startGame,
  Take: ({ game, fits }) => stored(game, () => take(game, fits)),
  Rebase: ({ game }) => stored(game, () => rebase(game)),
  PutBack: ({ game }) => stored(game, () => giveBack(game, true)),
  TakeTheirs: async ({ game }) => (await stored(game, () => giveBack(game, false)), reload(game)), // as many events look like the same ones
  AskAgain: async ({ game, attempt, after }) => setTimeout(() => dispatch(new core.TimeUp(game, attempt)), after),
  Reload: async () => reloadOnce(),
  Show: async ({ game }) => (tellStatus(game), beSlow(game)),
  OfferRestore: async () => {},
};

// The requests

/**
 * @param {string} address
 * @param {Record<string, string>} [form]
 * @returns {Promise<{ status: number, body: Answer | null }>}
 */
async function fetched(address, form) {
  /** @type {RequestInit} */
  const about = { headers: { Accept: "application/json" }, signal: AbortSignal.timeout?.(TIMEOUT), cache: "no-store" };
  try {
    const reply = await fetch(address, { ...about, ...(form && { method: "POST", body: new URLSearchParams(form) }) });
    const body = read(await reply.text());
    csrf = body?.csrf ?? csrf; // of the session as it is now
    return { status: reply.status, body };
  } catch (error) {
    return { status: error instanceof DOMException && error.name === "TimeoutError" ? 1 : 0, body: null };
  }
}

/**
 * The JSON that the server's answers are; null for anything else.
 * @param {string} text
 * @returns {Answer | null}
 */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {Effects["Send"]} effect */
async function sendTaps({ game, attempt, seq, hash, taps }) {
  const rows = new Map((await outboxOf(game).all()).map((tap) => [tap.id, tap]));
  const sent = taps.flatMap((id) => rows.get(id) ?? []);
  const entries = sent.map(({ id, kind, payload, reason, at }) => ({ ...payload, id, kind, at, ...(reason ? { reason } : {}) }));
  csrf ??= (await keptGame(game))?.csrf ?? null;
  const numbers = { protocol: String(core.protocol()), seq: String(seq), waiting: String(rows.size - sent.length) };
  const form = { ...numbers, hash, entries: JSON.stringify(entries), csrf_token: csrf ?? "" };
  answered(game, attempt, sent.length ? await fetched(eventsUrl(game), form) : { status: 0, body: null });
}

/** @param {Effects["Ask"]} effect */
async function askEvents({ game, attempt, after, hash }) {
  const waiting = (await outboxOf(game).all()).length;
  const query = new URLSearchParams({ after: String(after), hash, waiting: String(waiting) });
  const own = after ? [] : (await eventsOf(game)).map(known);
  const reply = await fetched(`${eventsUrl(game)}?${query}`);
  const { body } = reply;
  if (body?.protocol && body.events) await others(game, body);
  answered(game, attempt, reply, own);
}

/** @param {Effects["Seal"]} effect */
async function giveOwnBid({ game, attempt, after, hash }) {
  const fields = (await sealedOf(game))?.fields;
  csrf ??= (await keptGame(game))?.csrf ?? null;
  const query = new URLSearchParams({ after: String(after), hash });
  const address = `${eventsUrl(game).replace(/events$/, "bids/own")}?${query}`;
  const reply = fields ? await fetched(address, { ...fields, csrf_token: csrf ?? "" }) : { status: 0, body: null };
  if (reply.body?.protocol && reply.body.events) await others(game, reply.body);
  answered(game, attempt, reply);
}

/**
 * The bid may have been changed since.
 * @param {Effects["Unseal"]} effect
 */
async function settleOwnBid({ game, sealed: id, asks }) {
  await stored(game, async () => {
    const sealed = await sealedOf(game);
    if (sealed?.id === id) await keepSealed(game, asks ? { ...sealed, asks } : null);
  });
  if (asks) await news(game), await quiet(game); // what the sheet says by now
  attached.get(game)?.heard({ kind: "sealed" });
}

/**
 * @param {string} game
 * @param {Around["sealed"]} sealed
 */
export async function keepSealed(game, sealed) {
  await keepAround(game, { sealed });
  const here = attached.get(game);
  if (here) here.around.sealed = sealed;
}

/** @type {(event: StoredEvent) => ServerEvent} */
const known = ({ seq, id, hash }) => [seq, id, hash ?? ""];

const KNOWN = ["events", "notices", "protocol", "seq", "hash", "now", "restored", "csrf"];

/**
 * What an answer says besides events: who keeps score, whose bids wait, and notices.
 * @param {string} game
 * @param {Answer} body
 */
async function others(game, body) {
  /** @type {Partial<Around>} */
  const rest = Object.fromEntries(Object.entries(body).filter(([name]) => !KNOWN.includes(name)));
  const here = attached.get(game);
  const names = /** @type {(keyof Around)[]} */ (Object.keys(rest));
  const isOther = here && names.some((name) => JSON.stringify(here.around[name]) !== JSON.stringify(rest[name]));
  if (here) Object.assign(here.around, rest);
  await keepAround(game, rest);
  body.notices?.forEach(([category, words]) => here?.heard({ kind: "notice", words, category }));
  if (isOther) tellTabs({ kind: "changed", game });
  if (isOther || body.notices?.length) here?.heard({ kind: "changed" });
}

/**
 * @param {string} game
 * @param {number} attempt
 * @param {{ status: number, body: Answer | null }} reply
 * @param {ServerEvent[]} [own]
 */
function answered(game, attempt, { status, body }, own = []) {
  if (body?.now) setClock(body.now);
  answers.set(game, body);
  dispatch(new core.Answered(game, attempt, status, core.fromJson(body), chance(), own));
}

/** @param {Effects["Start"]} effect */
async function startGame({ game, attempt }) {
  const kept = await keptGame(game);
  if (!kept) throw new Error("no game");
  const started = await startThere(kept, send);
  if (!started || "refused" in started) return dispatch(new core.NotStarted(game, attempt, started ? whyNot(kept, started.refused) : "offline", chance()));
  const { url } = started;
  const to = idAt(url);
  if (new URL(url).pathname !== eventsUrl(to).replace(/\/events$/, "")) throw new Error("no game");
  const here = attached.get(game);
  const move = async () => {
    await moveGame(kept, url);
    dispatch(new core.Changed(game, null));
    tellTabs({ kind: "moved", game, to, url });
    if (here) return leave(here, to), new Promise(() => {}); // no tap is recorded any more
    for (const { id } of await keptGames()) if (queueOf(id)) dispatch(new core.Changed(id, await storedHere(id)));
    await changed(to);
  };
  await (here ? here.inTurn(move) : move());
}

/**
 * The page of a game that began here becomes that of the server once its taps are there: until then that one would be without them.
 * @param {Attached} here
 * @param {string} to
 */
async function leave(here, to) {
  dataset.resting = "";
  await changed(to);
  await Promise.race([quiet(to), new Promise((resolve) => setTimeout(resolve, TIMEOUT))]);
  here.heard({ kind: "moved", to });
}

/**
 * A rematch is early while the game before it is not over on the server, which then leads back there.
 * @param {GameData} kept
 * @param {number} status
 */
const whyNot = (kept, status) => (kept.rematch_of && status < 400 ? "early" : "unstarted");

/**
 * Like `asking.js`, for the pages that start a game.
 * @param {string} address
 * @param {string | URLSearchParams} [body]
 * @returns {Promise<Reply | null>}
 */
async function send(address, body) {
  try {
    const reply = await fetch(address, { ...(body && { method: "POST", body }), signal: AbortSignal.timeout?.(TIMEOUT) });
    const text = await reply.text();
    return reply.status >= 500 ? null : Object.assign(reply, { text: async () => text, json: async () => JSON.parse(text) });
  } catch {
    return null;
  }
}

// The store

/**
 * Does something to the store, and says how it ended.
 * @param {string} game
 * @param {() => unknown} work
 */
async function stored(game, work) {
  try {
    await work();
    const here = attached.get(game);
    if (here?.record.state()) await keepStands(game, here).catch(console.warn); // the storage may be full
    dispatch(new core.Settled(game, await storedHere(game)));
    tellTabs({ kind: "changed", game, isWhole: answers.get(game)?.events?.[0]?.seq === 1 });
    attached.get(game)?.heard({ kind: "changed" });
  } catch (error) {
    console.warn(error);
    dispatch(new core.NotSettled(game, isFull(error) ? "full" : "busy", chance()));
  }
}

/** @param {Answer | null | undefined} body */
const eventsIn = (body) => body?.events ?? (body?.results ?? []).flatMap(({ event }) => event ?? []);

/**
 * @param {string} game
 * @param {boolean} fits
 */
function take(game, fits) {
  const here = attached.get(game);
  const events = eventsIn(answers.get(game));
  const work = async () => {
    const isNext = fits && here?.record.isNext(events);
    await takeEvents(game, events, fits);
    if (isNext) return here?.record.acknowledge(events);
    await here?.record.catchUp(events[0].seq === 1 ? events : await eventsOf(game, here.record.seen())); // another tab's may be here already
  };
  return here ? here.inTurn(work) : work();
}

/**
 * Puts the taps of a game after the events of the server: its page does, or its module without a page.
 * @param {string} game
 */
async function rebase(game) {
  const here = attached.get(game);
  if (here) return here.inTurn(async () => here.record.catchUp(await eventsOf(game)));
  const body = await wholeGame(game);
  const around = { ...body, clock: clock() };
  if (!(await eventsOf(game)).length) await keepGame(around, body.events);
  /** @type {typeof import("./play.js")} */
  const { rebase: withModule } = await import(around.static["play.js"]);
  await withModule(around, await eventsOf(game));
}

/**
 * The server's record of a game, and what else its pages need.
 * @param {string} game
 */
async function wholeGame(game) {
  const { body } = await fetched(`${eventsUrl(game)}?${FROM_SERVER}`);
  if (!body?.events) throw new Error("no connection");
  return /** @type {GameData} */ (body);
}

/**
 * Takes the server's record of a game; what it lost is recorded again, or is in a file.
 * @param {string} game
 * @param {boolean} isAgain
 */
async function giveBack(game, isAgain) {
  const body = await wholeGame(game);
  if (body.csrf) csrf = body.csrf;
  await putBack(game, body.events, ({ kind }) => isAgain && !NOT_AGAIN.includes(kind));
  const here = attached.get(game);
  await here?.inTurn(() => here.record.catchUp(body.events));
}

/** @param {string} game */
const reload = (game) => attached.get(game)?.heard({ kind: "reload" });

// The tabs

const leader = leadership("scorekeeper sends", (leads) => {
  elsewhere.clear(); // of the tab that sent before
  if (!core) return;
  dispatch(new core.Led(leads));
  if (leads) for (const { stored } of outbox.queues.values()) tellStatus(stored.game);
});

onTabs("changed", async ({ game, isWhole }) => {
  const here = attached.get(game);
  if (here) {
    Object.assign(here.around, await keptGame(game));
    await here.inTurn(async () => here.record.catchUp(await eventsOf(game, isWhole ? 0 : here.record.seen())));
    here.heard({ kind: "changed" });
  }
  if (!core && (await gamesToSend()).includes(game)) await load();
  if (core) dispatch(new core.Changed(game, await storedHere(game)));
});
onTabs("news", ({ game }) => leader.leads() && news(game));
onTabs("moved", ({ game, to }) => attached.get(game)?.heard({ kind: "moved", to }));
onTabs("rematch", ({ before }) => attached.get(before)?.heard({ kind: "rematch" }));
onTabs("show", ({ game, ...status }) => (elsewhere.set(game, status), show()));

// A rematch that began on this phone: the tabs that show the game before it hear so.
/** @param {string} before */
export const rematched = (before) => tellTabs({ kind: "rematch", before });

/**
 * Says that a game changed in the store, and that this tab sends now.
 * @param {string} game
 * @param {boolean} [isWhole] whether all its events were stored again: a restored server may have others
 */
export async function changed(game, isWhole) {
  delete dataset.unstored;
  leader.claim();
  const here = attached.get(game);
  if (here?.record.state()) await keepStands(game, here).catch(console.warn);
  await enqueue(game).catch(console.warn); // it is in the store: `begin` finds it there
  tellTabs({ kind: "changed", game, isWhole });
}

/** @param {string} game */
async function enqueue(game) {
  await load();
  const before = queueOf(game) ? "" : (await storedOf(game))?.before; // of a rematch, which the server takes after the game before it
  if (before && !queueOf(before)) await enqueue(before);
  dispatch(new core.Changed(game, await storedHere(game)));
}

/**
 * Asks for what other phones recorded.
 * @param {string} game
 */
export async function news(game) {
  await load();
  if (!leader.leads()) return tellTabs({ kind: "news", game });
  if (!queueOf(game)) dispatch(new core.Changed(game, await storedHere(game)));
  dispatch(new core.News(game));
}

/**
 * Resolves once nothing about a game is on its way.
 * @param {string} game
 * @returns {Promise<void>}
 */
export const quiet = (game) =>
  new Promise((resolve) => {
    const look = () => (["sending", "sealing", "asking", "storing"].includes(statusOf(game).phase) ? waiters.push(look) : resolve());
    look();
  });

export async function wake() {
  if (core) dispatch(new core.Woken());
  else await begin();
}

/**
 * A person has decided about a game.
 * @param {string} game
 * @param {"Resumed" | "RecordAgain" | "LetGo"} what
 */
export const decide = (game, what) => (leader.claim(), dispatch(new core[what](game)));

/**
 * What this page draws a game from: it records its taps, and hears what others do.
 * @param {string} game
 * @param {Attached} here
 */
export function attach(game, here) {
  attached.set(game, here);
  csrf = here.around.csrf;
}

/** @param {string} game */
export const detach = (game) => attached.delete(game);

/** @param {string} game */
function beSlow(game) {
  clearTimeout(slow.get(game));
  const queue = queueOf(game);
  slow.set(game, queue?.phase.value === "sending" && !queue.code ? setTimeout(show, SLOW) : undefined);
}

// A page of an older version loads again, once: its server may not have the new one everywhere yet.
function reloadOnce() {
  const [store, key] = [window.sessionStorage, named("scorekeeper protocol")];
  if (store.getItem(key) === String(core.protocol())) return;
  store.setItem(key, String(core.protocol()));
  location.reload();
}

const begin = () => enqueueAll().catch(console.warn);

async function enqueueAll() {
  const games = (await gamesToSend().catch(cannotStore)) ?? [];
  document.hidden ? leader.wait() : leader.claim();
  for (const game of games) await enqueue(game);
}

/**
 * Whether the server's events lack one of those here.
 * @param {StoredEvent[]} own
 * @param {StoredEvent[]} theirs
 */
export async function hasLost(own, theirs) {
  await load();
  return core.compared(own.map(known), theirs)[0].length > 0;
}

document.addEventListener("visibilitychange", () => document.hidden || (leader.claim(), wake()));
addEventListener("online", wake);
begin();
