// Alone: where the pad is files and no server is behind it, does for the games of this phone what `sending.js` and the server do elsewhere. A tap
// becomes an event of its game once it is stored. What cannot be stored is played on in this page, which says so.
import { EVENTS, TAPS, eventsOf, forgetGames, keepGame, keepStands, keptGame, keptGames, outboxOf, rowsOf, transact } from "./store.js";
import { OF_GAME, begunGame } from "./starting.js";
import { onTabs, tellTabs } from "./tabs.js";
import { showBanner } from "./banner.js";
import { newId } from "./ids.js";
import { pathOf } from "./places.js";

/** @import { Around, GameData, Json, StoredTap, Tap } from "./types.js" */
/** @import { Attached } from "./sending.js" */

const isAlone = true;

const NEW = "?/quick-game"; // where a game begins

/** @type {Map<string, Attached>} */
const attached = new Map(); // what this page knows of the games that it draws
/** @type {Map<string, GameData>} */
const unkept = new Map(); // games whose start could not be stored
/** @type {Map<string, StoredTap[]>} */
const held = new Map(); // taps that could not be stored, by game
let isUnkept = false;

const pad = document.getElementById("pad")?.textContent ?? "{}"; // the blank game, with what every game needs besides
/** @type {HTMLTemplateElement | null} */
const notice = document.querySelector("template[data-unkept]");

/** @param {unknown} error */
async function cannotStore(error) {
  console.warn(error);
  isUnkept = true;
  say();
}

function say() {
  if (!isUnkept || !notice || document.getElementById("unkept")) return;
  showBanner(/** @type {HTMLElement} */ (document.importNode(notice.content, true).firstElementChild));
}
addEventListener("pageshown", say);

// The game of this page

/** @param {string} place of a game's page or of its events */
const gameOf = (place) => place.split("/")[2];

/**
 * A game of this phone, as a server answers it; null if it is not here.
 * @param {string} address of its events
 */
async function gameAt(address) {
  const id = gameOf(address);
  const found = unkept.get(id) ?? (await keptGame(id).catch(cannotStore));
  return found ? { json: () => ({ ...found, ...asOfNow(found) }) } : null;
}

/**
 * What a game has from the files as they are now, in the language of this page.
 * @param {GameData} found
 * @returns {Partial<Around>}
 */
function asOfNow({ game, events, table }) {
  const { language, events_url, worker, static: files, routes, unsent, names } = JSON.parse(pad.replaceAll(OF_GAME, game.id));
  const rules = String(events[0].payload.rules);
  const page = routes["rules.show"].replace("<key>", rules);
  const own = { ...routes, "rules.sheet": page, "rules.of_game": page };
  return { language, events_url, worker, static: files, routes: own, unsent, table: { ...table, name: names[rules] ?? table.name } };
}

async function open() {
  const shell = document.querySelector("[data-shell]");
  if (!shell) return;
  const isNew = pathOf(location) === NEW;
  const id = isNew ? newId() : gameOf(pathOf(location));
  if (isNew) {
    const found = begunGame(pad, id);
    history.replaceState(null, "", found.events_url.replace(/\/events$/, "")); // before another script looks where it is
    found.game.number = 1 + (await keptGames().catch(() => [])).length;
    await keepGame(found, found.events).catch((error) => (unkept.set(id, found), cannotStore(error)));
  }
  shell.dataset.events = JSON.parse(pad).events_url.replace(OF_GAME, id);
  addEventListener("notdrawn", () => shell.replaceWith(/** @type {any} */ (document.getElementById("not-drawn")).content), { once: true });
  dispatchEvent(new Event("online")); // draw the game at once
}
open();

// The taps

/**
 * The taps of a game. From the first one that cannot be stored, all are held in this page until they are events.
 * @param {string} game
 */
function heldOutboxOf(game) {
  const stored = outboxOf(game);
  const own = () => held.get(game) ?? [];
  const hold = (/** @type {Tap} */ tap) => {
    const one = { ...tap, game, key: tap.key ?? -1 - own().length };
    held.set(game, [...own().filter(({ key }) => key !== one.key), one]);
    return one;
  };
  return {
    all: async () => [...(await stored.all().catch(() => [])), ...own()],
    put: async (/** @type {Tap} */ tap, /** @type {Tap[]} */ seen) => (own().length ? hold(tap) : stored.put(tap, seen).catch((error) => (cannotStore(error), hold(tap)))),
    replace: async (/** @type {Tap[]} */ dropped, /** @type {Tap[]} */ changed) => {
      letGo(game, dropped);
      const here = changed.filter(({ id }) => own().some((tap) => tap.id === id));
      here.forEach(hold);
      await stored.replace(dropped, changed.filter((tap) => !here.includes(tap))).catch(cannotStore);
    },
  };
}

/**
 * @param {string} game
 * @param {Tap[]} taps
 */
const letGo = (game, taps) => held.set(game, (held.get(game) ?? []).filter(({ id }) => !taps.some((tap) => tap.id === id)));

/**
 * Makes events of the taps. If another tab has added some, this page takes those first, and puts its taps after them.
 * @param {string} game
 * @param {Attached} here
 * @returns {Promise<unknown>}
 */
async function settle(game, here) {
  const { around, record } = here;
  const asked = record.taps().findIndex(({ asks }) => asks);
  const taps = record.taps().slice(0, asked < 0 ? undefined : asked);
  const start = unkept.get(game);
  if (start) await keepGame(start, start.events);
  unkept.delete(game);
  if (!taps.length) return;
  const seen = record.seen();
  const events = taps.map(({ id, kind, payload, reason, at }, i) => ({ seq: seen + 1 + i, id, kind, payload, reason, who: around.who, at }));
  const isNext = await transact([EVENTS, TAPS], "readwrite", (kept, rows) => new Promise((resolve) => {
    const last = kept.openCursor(rowsOf(game), "prev");
    last.onsuccess = () => {
      const fits = last.result?.value.seq === seen;
      for (const event of fits ? events : []) kept.put({ ...event, game });
      for (const { key } of fits ? taps : []) rows.delete(key);
      resolve(fits);
    };
  }));
  if (isNext) return letGo(game, taps), record.acknowledge(events);
  await record.catchUp(await eventsOf(game, seen));
  if (record.seen() > seen) await settle(game, here);
}

/**
 * Stores how a game stands, and its taps as events.
 * @param {string} game
 */
async function changed(game) {
  const here = attached.get(game);
  if (!here) return;
  try {
    await keepStands(game, here);
    await here.inTurn(() => settle(game, here));
    here.heard({ kind: "status" });
    tellTabs({ kind: "changed", game });
  } catch (error) {
    cannotStore(error);
  }
}

onTabs("changed", async ({ game }) => {
  const here = attached.get(game);
  if (!here) return;
  if (!unkept.has(game) && !(await keptGame(game))) return leave(); // another tab has deleted it
  await here.inTurn(async () => here.record.catchUp(await eventsOf(game, here.record.seen())));
  here.heard({ kind: "changed" });
});
onTabs("rematch", ({ before }) => attached.get(before)?.heard({ kind: "rematch" }));

const leave = () => location.assign(JSON.parse(pad).routes["home.index"]);

/**
 * Deletes a game, and leaves its page.
 * @param {string} game
 * @returns {Promise<object>}
 */
async function forget(game) {
  attached.delete(game);
  await outboxOf(game).replace(await outboxOf(game).all(), []);
  await forgetGames([game]);
  tellTabs({ kind: "changed", game });
  leave();
  return {};
}

/**
 * What a page draws a game from.
 * @param {string} game
 * @param {Attached} here
 */
const attach = (game, here) => void attached.set(game, here);
/** @param {string} game */
const detach = (game) => attached.delete(game);
/** @param {string} before */
const rematched = (before) => tellTabs({ kind: "rematch", before });

// What is said elsewhere of a server: here nothing waits for one, and nobody else can know more.

const clock = () => 0;
const decide = () => {};
const hasLost = async () => false;
const news = async () => {};
const quiet = async () => {};
const statusOf = () => ({ phase: "ready", code: "" });
const wake = async () => {};
const words = () => null;

export {
  attach, cannotStore, changed, clock, decide, detach, forget, gameAt, hasLost, isAlone, news, heldOutboxOf as outboxOf, quiet, rematched, statusOf,
  wake, words,
};
