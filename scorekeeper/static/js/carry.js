// Carry: the page that takes a game along from this phone: shared, as a file, to another phone, or to a table of a server. Loaded when it opens.
import { offerCamera } from "./camera.js";
import { canPack, carriedGame, gameHere, packed, replayed } from "./carried.js";
import { crc16, framesOf, hex } from "./frames.js";
import { keepAround, keptGames } from "./store.js";

/** @import { GameModule, GameState, StoredEvent } from "./types.js" */
/** @import { Game } from "./game.js" */
/** @typedef {NonNullable<Awaited<ReturnType<typeof gameHere>>>} GameHere */

const TABLE = /^.*\/tables\/[^/]+/;

/**
 * The view of the page at `exports.game`.
 * @param {Game} game
 */
async function carryView(game) {
  const { around, core, id } = game;
  Object.assign(core, (await import(around.static["along.js"])).more(core.shared)); // few ask for it
  const here = await gameHere(core, id);
  if (!here) return null;
  const mayGo = around.start && !around.handed && canPack();
  const text = mayGo ? await packed(core, [await carriedGame(here.around, here.events)]) : "";
  const link = text && `${new URL(around.routes["offline.take"], location.href)}#${text}`;
  addEventListener("pageshown", () => listen(game, here, text, link), { once: true });
  return core.carry_view(here.state, await recordText(core, here), (await keptGames()).length, link);
}

/**
 * @param {Game} game
 * @param {GameHere} here
 * @param {string} text
 * @param {string} link
 */
function listen(game, here, text, link) {
  document.getElementById(location.hash.slice(1))?.scrollIntoView(); // Home leads to one of the ways
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll("[data-save]");
  /** @type {HTMLInputElement | null} */
  const all = document.querySelector("[data-all]");
  for (const link of links) {
    link.onclick = (event) => {
      event.preventDefault();
      save(game, here, link.dataset.save ?? "", Boolean(all?.checked));
    };
  }
  /** @type {HTMLFormElement | null} */
  const hand = document.querySelector("[data-hand-over]");
  if (hand) hand.onsubmit = (event) => (event.preventDefault(), handOver(game, String(new FormData(hand).get("who"))));
  /** @type {HTMLFormElement | null} */
  const open = document.querySelector("[data-open-table]");
  if (open) open.onsubmit = async (event) => {
    event.preventDefault();
    const fields = new FormData(open);
    const given = new URL(String(fields.get("table")));
    const sent = fields.has("all") ? await packed(game.core, await Promise.all((await allHere(game)).map(({ around, events }) => carriedGame(around, events)))) : text;
    location.assign(`${importAt(given)}#${sent}`);
  };
  const { "qr/index.js": encoder, "qr/decode.js": reader } = game.around.static;
  /** @type {HTMLElement | null} */
  const qr = document.querySelector("[data-qr]");
  if (qr && encoder) offerQr(qr, encoder, framesOf(link, text));
  offerCamera(document.querySelector("[data-camera]"), reader, (read) => {
    const field = open?.querySelector("input");
    if (!field || !/^https?:\/\//i.test(read) || !URL.canParse(read)) return "other";
    field.value = read;
    return "done";
  });
}

/**
 * The button that shows the game as QR codes, which are drawn by what it loads.
 * @param {HTMLElement} box
 * @param {string} encoder
 * @param {string[]} frames
 */
function offerQr(box, encoder, frames) {
  const [button, shown, failed] = /** @type {HTMLElement[]} */ (["show", "shown", "unshown"].map((part) => box.querySelector(`[data-${part}]`)));
  box.hidden = false;
  button.onclick = async () => {
    try {
      await (await import("./show_qr.js")).showQr(box, encoder, frames);
      button.hidden = failed.hidden = true;
      shown.hidden = false;
    } catch (error) {
      console.warn(error);
      failed.hidden = false;
    }
  };
}

/**
 * Where a table imports games; an invite leads there, and the text goes with it.
 * @param {URL} given
 */
const importAt = ({ origin, pathname, search }) => origin + (TABLE.exec(pathname)?.[0].concat("/import") ?? pathname + search);

/**
 * From now on another phone, or a server, goes on with the game; this one shows it, and can take it back.
 * @param {Game} game
 * @param {string} who
 */
async function handOver(game, who) {
  await keepAround(game.id, { handed: { who, at: Date.now() }, may_write: false });
  location.assign(game.drawing.urlOf("games.show"));
}

/**
 * All games of this phone, the latest first, as far as they can be read.
 * @param {Game} game
 */
async function allHere({ core }) {
  const found = [];
  for (const { id } of await keptGames()) found.push(await gameHere(core, id).catch(() => null));
  return found.filter((each) => each !== null);
}

/**
 * @param {Game} game
 * @param {GameHere} here
 * @param {string} kind
 * @param {boolean} isAll
 */
async function save(game, here, kind, isAll) {
  const { core } = game;
  const games = isAll ? await allHere(game) : [here];
  const sheets = games.map(({ state }) => core.toJson(core.sheet_json(state.sheet)));
  const [end, type, content] =
    kind === "json"
      ? ["json", "application/json", JSON.stringify(isAll ? { games: sheets } : sheets[0], null, 1)]
      : ["txt", "text/plain", (await Promise.all(games.map((each) => recordText(core, each)))).join("\n")];
  const name = isAll ? `spades-games.${end}` : `spades-game-${game.around.game.number}.${end}`;
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/**
 * A game's text record. Its checksums need SHA-256, which a browser has only on https.
 * @param {GameModule} core
 * @param {GameHere} here
 */
async function recordText(core, { around, state, events: [start] }) {
  const minute = new Date(start.at).toISOString().slice(0, 16).replace("T", " ");
  const lines = core.record_lines(state, around.rules_code ?? "", minute, String(start.payload.revision ?? 1));
  const text = `${lines.join("\n")}\n`;
  if (!self.crypto?.subtle) return text;
  const coder = new TextEncoder();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", coder.encode(lines.join("\n"))));
  const sums = [[...digest.slice(0, 8)].map((byte) => hex(byte, 2)).join(""), ...lines.map((line) => hex(crc16(coder.encode(line)), 4))];
  return `${text}[Seal "${sums.join(" ")}"]\n`;
}

export { carryView, replayed };
