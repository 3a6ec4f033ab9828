// Tables: what this phone keeps of a table to begin its next game without the server, and what it adds to that itself.
import { NO_ACCESS } from "./starting.js";
import { keepPage, keptGames, keptPages } from "./store.js";

/** @import { OwnOfTable, Send, TableData } from "./types.js" */

const TABLE = "tables/"; // the paths of a table's data among the stored pages, then of this phone's own, then of a form that was posted
const OWN = "own/";
const POSTED = "posted/";
/** @type {OwnOfTable} */
const NOTHING = { names: [], games: [], presets: [] };

/**
 * @param {string} path
 * @returns {Promise<any>} null without it
 */
const kept = async (path) => JSON.parse((await keptPages("")).get(path) || "null");

/** @type {(path: string, value: unknown) => Promise<unknown>} */
const keep = (path, value) => keepPage("", path, value === null ? "" : JSON.stringify(value));

/** @param {import("./types.js").Reply} reply */
async function jsonOf(reply) {
  try {
    return await reply.json();
  } catch {
    return null;
  }
}

/**
 * Asks for what a table knows for its next game. What this phone added is there too, once the server has all its games.
 * @param {string} id
 * @param {string} address
 * @param {Send} send
 */
export async function keepTable(id, address, send) {
  const reply = await send(address);
  if (reply && NO_ACCESS.includes(reply.status)) return forgetTable(id);
  /** @type {TableData | null} */
  const data = reply?.ok ? await jsonOf(reply) : null; // of a captive portal, it is something else
  if (data?.table?.id !== id) return;
  await keep(TABLE + id, data);
  const waits = (await keptGames()).some(({ around }) => around.start && around.table.id === id);
  if (!waits) await keepOwn(id, { ...NOTHING, presets: (await ownOf(id)).presets });
}

/** @type {(id: string) => Promise<TableData | null>} */
export const keptTable = (id) => kept(TABLE + id);

// The tables at which this phone can begin a game.
export async function keptTables() {
  const pages = [...(await keptPages(""))].filter(([path, text]) => path.startsWith(TABLE) && text);
  return pages.map(([, text]) => /** @type {TableData} */ (JSON.parse(text)));
}

/** @type {(id: string) => Promise<OwnOfTable>} */
export const ownOf = async (id) => (await kept(OWN + id)) ?? NOTHING;

/** @type {(id: string, own: OwnOfTable) => Promise<unknown>} */
export const keepOwn = (id, own) => keep(OWN + id, own);

/** @type {(id: string) => Promise<unknown>} */
export const forgetTable = (id) => Promise.all([TABLE, OWN, POSTED].map((path) => keep(path + id, null)));

/**
 * Keeps the fields of a form that got no answer, for the page that goes on with it.
 * @type {(id: string, fields: [string, string][] | null) => Promise<unknown>}
 */
export const keepPosted = (id, fields) => keep(POSTED + id, fields);

/** @type {(id: string) => Promise<[string, string][] | null>} */
export const postedAt = (id) => kept(POSTED + id);
