// Begin: draws the pages of a new game, checks its form and starts it on this phone, from what it keeps of a table. Whether there is a server
// makes no difference here: all addresses are those of the table's data.
import { addressIn, queryOf } from "./addresses.js";
import { addressesOf } from "./patterns.js";
import { pathOf, setQuery } from "./places.js";
import { newId } from "./ids.js";
import { OF_GAME } from "./starting.js";
import { keepGame } from "./store.js";
import { showPage } from "./swap.js";
import { keepOwn, keepPosted, keptTable, ownOf, postedAt } from "./tables.js";
import { speakAsPage } from "./texts.js";

/** @import { GameData, GameModule, NewGameForm, NewGameModule, OwnOfTable, Payload, TableData, View } from "./types.js" */
/** @typedef {[name: string, value: string][]} Pairs the fields of a form */
/** @typedef {ReturnType<typeof tableOf>} Table */

// Letters that disguise a name, which the server refuses (services/names.py), and those that do not show: some scripts and emoji need these.
const HIDDEN = /[\p{Cc}\p{Cs}\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u3164\ufeff\uffa0]/gu;
const UNSEEN = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const MAX_PRESETS = 20; // of a table
const MAX_BEGUN = 20; // of this phone, that its next ones begin like

/**
 * A name as it is stored.
 * @param {string} text
 */
const typed = (text) => text.normalize("NFC").trim();

/**
 * A name as it looks at a glance.
 * @param {string} name
 */
const seenAs = (name) => name.normalize("NFKC").toUpperCase().toLowerCase().replace(UNSEEN, "").split(/\s+/).filter((word) => word).join(" ");

/**
 * The same without accents.
 * @param {string} name
 */
const plainly = (name) => seenAs(name).normalize("NFD").replace(/[\u0300-\u036f]/g, "");

/** @param {number} most */
const below = (most) => crypto.getRandomValues(new Uint32Array(1))[0] % most;

/** @type {(found: TableData, own: OwnOfTable) => string[]} */
const namesOf = (found, own) => [...new Set([...found.roster, ...own.names])].sort();

/**
 * What a table knows for its next game, with what this phone added.
 * @param {NewGameModule} core
 * @param {TableData} found
 * @param {OwnOfTable} own
 */
function tableOf(core, found, own) {
  const games = [...own.games, ...found.games];
  const shapeOf = (/** @type {{ sides: number, players_per_side: number }} */ { sides, players_per_side }) => `${sides}x${players_per_side}`;
  const last = own.games[0] ? [own.games[0].rules, own.games[0].shape] : found.last;
  return new core.GamesTable(
    found.table.id,
    addressIn(core, found.routes),
    found.agreed,
    found.counts,
    last && [last[0], core.shape_of(core.rule_set(last[0]), last[1])],
    [...own.games.map(({ rules }) => rules), ...found.played],
    (rules, shape) => {
      const key = shapeOf(shape);
      const before = games.find((game) => game.rules === rules.key && game.shape === key);
      const seated = own.games.find((game) => game.shape === key)?.names ?? found.names[key] ?? [];
      return new core.GameToBegin(before ? core.fromJson(before.options) : null, before?.minutes ?? 0, seated);
    },
    (rules, shape) =>
      [...found.presets, ...own.presets]
        .filter((preset) => preset.rules === rules.key && preset.shape === shapeOf(shape))
        .map(({ name, options, minutes }) => new core.Preset(name, core.fromJson(options), minutes)),
    () => core.name_checks(namesOf(found, own), seenAs, plainly),
    () => [...new Set([...found.chips, ...own.names])],
    () => found.scripted.map((game) => core.fromJson(game)),
  );
}

/**
 * Begins games at a table from what this phone keeps of it; `texts` is the address of those in another language, and `open` shows a game that
 * has begun.
 * @param {TableData} found
 * @param {string} [texts]
 * @param {(game: GameData) => unknown} [open]
 */
export async function beginAt(found, texts, open = ({ events_url }) => location.assign(events_url.replace(/\/events$/, ""))) {
  /** @type {NewGameModule} */
  const core = await speakAsPage({ ...(await import(found.static["new_game.js"])) }, texts);
  let own = await ownOf(found.table.id);
  let table = tableOf(core, found, own);
  const { routes } = found;
  const address = addressIn(core, routes);
  const atTable = (/** @type {string} */ endpoint) => address(endpoint, new core.Dict([["table", found.table.id]]));
  const [newGame, create] = [atTable("games.new"), atTable("games.create")];
  core.useHost({
    url_for: (endpoint, values) => (endpoint === "static" ? found.static[core.str(values.at("filename"))] : address(endpoint, values)),
    csrf: () => new core.Markup(`<input type="hidden" name="csrf_token" value="${found.csrf}">`),
    get_flashed_messages: () => [],
  });

  /** @type {(template: string, view: View) => void} */
  function show(template, view) {
    const blocks = core.pages[template];
    const about = new core.Dict([["id", found.table.id], ["name", found.table.name]]);
    const values = new core.Dict([["table", about], ["entry_id", newId()], ...view.items()]);
    const [title, rest, page] = ["title", "rest", "page"].map((name) => blocks[name](values, blocks));
    showPage({ frame: `<title>${title}</title>${rest}${page}` }, null, true);
  }

  const choose = (/** @type {string} */ players) => show("games/choose.html", core.choose_view(table, players));

  const isKnown = (/** @type {string | undefined} */ rules) => rules !== undefined && core.rule_sets().get(rules, null) !== null;

  const seats = (/** @type {NewGameForm} */ form, isOpen = false) => show("games/new.html", core.page_of(form, table, null, isOpen));

  /**
   * The page at an address of the table's next game.
   * @param {URL} url
   */
  function visit(url) {
    const given = Object.fromEntries(queryOf(url));
    if (!isKnown(given.rules)) return choose(given.players ?? "");
    seats(core.new_game_form(table, new core.Dict(Object.entries(given)), [], below), "house-rules" in given);
    document.getElementById(url.hash.slice(1))?.scrollIntoView();
  }

  /**
   * What comes of a posted form: the form again, or the game.
   * @param {Pairs} pairs
   */
  async function post(pairs) {
    const given = Object.fromEntries([...pairs].reverse().filter(([name]) => name !== "new").map(([name, value]) => [name, typed(value)]));
    if (!isKnown(given.rules)) return choose("");
    const added = pairs.filter(([name]) => name === "new").map(([, value]) => value);
    const form = core.new_game_form(table, new core.Dict(Object.entries(given)), added, below);
    form.names = form.names.map((name) => name.replace(HIDDEN, ""));
    if ("save" in given) await savePreset(form);
    form.check_added(table.names());
    const setup = form.only_moves ? null : core.setup_of(form, table);
    if (setup === null) return seats(form);
    /** @type {Payload} */
    const payload = core.toJson(setup);
    form.problem = await whyNot(found, payload);
    if (form.problem) return seats(form);
    open(await start(form, given.entry_id || newId(), payload));
  }

  /**
   * Keeps the house rules under the name typed; the page confirms it, or says what is wrong.
   * @param {NewGameForm} form
   */
  async function savePreset(form) {
    if (!core.can_save(form, table, own.presets.length + found.presets.length < MAX_PRESETS)) return;
    const [rules, shape, minutes] = [form.rules.key, core.shape_key(form.shape), form.minutes ?? 0];
    const options = core.toJson(core.changed_from(form.house.options, form.house.chosen));
    await change({ presets: [...own.presets, { rules, shape, name: form.preset_name, options, minutes }] });
    core.saved(form);
  }

  /** @param {Partial<OwnOfTable>} changes */
  async function change(changes) {
    own = { ...own, ...changes };
    table = tableOf(core, found, own);
    await keepOwn(found.table.id, own);
  }

  /**
   * Starts the game on this phone, as the server will when it gets the same fields.
   * @param {NewGameForm} form
   * @param {string} id
   * @param {Payload} payload
   * @returns {Promise<GameData>}
   */
  async function start(form, id, payload) {
    const at = new Date().toISOString();
    const [rules, shape, options, minutes] = [form.rules.key, core.shape_key(form.shape), core.toJson(form.house.chosen), form.minutes ?? 0];
    const { table: ofTable, who, may_import, roster, language, csrf, worker, quick_game } = found;
    const number = found.number + own.games.length;
    /** @type {GameData} */
    const game = {
      ...{ table: ofTable, who, may_import, language, csrf, worker, quick_game, static: found.static, routes },
      game: { id, number, unnamed: form.unnamed, names_later: true, started: at, won: [], best_of: form.series ?? 0 },
      ...{ own_side: null, own_seat: null, own_bid: [], waiting: [], unsent: [], pen: null, may_write: true, mark: "", rules_code: "" },
      ...{ roster: namesOf(found, own), rematches: [], events_url: found.events_url.replace(OF_GAME, id) },
      ...{ start: `${create}?begun=yes`, fields: [...core.posted_fields(form).items(), ...form.new.map((name) => /** @type {[string, string]} */ (["new", name]))] },
      events: [{ seq: 1, id, kind: "start", payload, who, reason: null, at }],
    };
    await keepGame(game, game.events);
    const names = [...new Set([...own.names, ...form.names.filter((name) => name && !roster.includes(name))])];
    await change({ names, games: [{ rules, shape, options, minutes, names: form.names }, ...own.games].slice(0, MAX_BEGUN) });
    return game;
  }

  const isHere = (/** @type {URL | Location | HTMLAnchorElement} */ place) => place.origin === location.origin && addressesOf(newGame).test(pathOf(place));

  document.addEventListener("submit", (event) => {
    const { target, submitter: button } = /** @type {SubmitEvent & { submitter: HTMLButtonElement | null }} */ (event);
    const url = new URL(button?.getAttribute("formaction") || target.getAttribute("action") || "", location.href);
    if (event.defaultPrevented || pathOf(url) !== pathOf(new URL(create, location.href))) return;
    event.preventDefault();
    if ("sent" in target.dataset) return; // a second tap
    target.dataset.sent = "";
    const pairs = /** @type {Pairs} */ ([...new FormData(target)]);
    post(button?.name ? [[button.name, button.value], ...pairs] : pairs).catch(console.warn);
  });
  document.addEventListener("click", (event) => {
    /** @type {HTMLAnchorElement | null} */
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || !isHere(link)) return;
    const url = new URL(link.href);
    if (url.searchParams.has("scripted")) return; // only the server has them
    event.preventDefault();
    history.pushState(null, "", url);
    scrollTo(0, 0);
    visit(url);
  });
  addEventListener("popstate", () => isHere(location) && visit(new URL(location.href)));

  return { newGame, visit, post };
}

/**
 * Why no game can be played by this setup, in words; null if one can.
 * @param {TableData} found
 * @param {Payload} setup
 * @returns {Promise<string | null>}
 */
async function whyNot(found, setup) {
  /** @type {GameModule} */
  const core = { ...(await import(found.static["phone.js"])) };
  for (const part of ["pages.js", "along.js"]) Object.assign(core, (await import(found.static[part])).more(core.shared));
  await speakAsPage(core);
  return core.why_not(core.fromJson(setup));
}

/** @param {HTMLElement} shell what the page says of its table: its id, and the addresses of files */
async function beginHere({ dataset }) {
  const id = dataset.begin ?? "";
  const given = document.getElementById("table")?.textContent; // where the pad is files
  const found = /** @type {TableData | null} */ (given ? JSON.parse(given) : await keptTable(id));
  if (!found) throw new Error("nothing is kept of this table");
  const { newGame, visit, post } = await beginAt({ ...found, static: JSON.parse(dataset.files ?? "{}") }, dataset.ownTexts);
  const posted = await postedAt(id);
  await keepPosted(id, null);
  if (!posted) return visit(new URL(location.href));
  const { rules = "", shape = "" } = Object.fromEntries(posted);
  const form = new URL(newGame, location.href);
  setQuery(form, new URLSearchParams({ rules, shape }));
  history.replaceState(null, "", form);
  await post(posted);
}

/** @type {HTMLElement | null} */
const beginShell = document.querySelector("[data-begin]");
if (beginShell) beginHere(beginShell).catch((error) => (console.warn(error), dispatchEvent(new Event("notdrawn"))));
