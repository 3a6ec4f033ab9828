// Drawing: draws the pages of a game from its state, the same as the server; `core` is the compiled module.
import { dayOf, timeLocale } from "./times.js";
import { newId } from "./ids.js";
import { PLACEHOLDER, addressesOf } from "./patterns.js";
import { pathOf } from "./places.js";
import { addressIn } from "./addresses.js";

/** @import { Around, GameModule, GameState, Opaque, Rematch, View } from "./types.js" */
/** @typedef {ReturnType<typeof drawingOf>} Drawing */

const PARTS = ["menu", "notices", "board", "bids", "last", "seats", "prompt", "bid_keys", "counts", "count_keys", "bar"]; // blocks of one element or none

/**
 * `here` are the rematches that only this phone has; `ownBid` is the bid of this phone that waits, and whether it waits here.
 * @param {GameModule} core
 * @param {Around} around
 * @param {Rematch[]} here
 * @param {() => [calls: string[], isHere: boolean]} ownBid
 */
export function drawingOf(core, around, here, ownBid) {
  const { routes } = around;
  /** @type {[category: string, text: string][]} */
  const flashes = [];
  let shown = 0; // how many of them the page being drawn shows
  /** @type {typeof flashes} */
  let refused = []; // those of the last page that say what was refused
  const markup = (/** @type {string} */ text) => new core.Markup(text);

  const address = addressIn(core, routes);
  const patterns = Object.entries(routes).map(([endpoint, rule]) => {
    const names = [...rule.matchAll(PLACEHOLDER)].map(([, name]) => name);
    return { endpoint, names, path: addressesOf(rule) };
  });

  // The pages at an address of this game, by name, each with the values in its path.
  /** @typedef {{ endpoint: string, values: Record<string, string> }} Found */
  /** @type {Map<string, Found[]>} */
  const found = new Map(); // by path
  const pagesAt = (/** @type {string} */ path) => {
    const pages = found.get(path) ?? patterns.flatMap((pattern) => pageAt(path, pattern));
    found.set(path, pages);
    return pages;
  };

  /**
   * @param {string} path
   * @param {(typeof patterns)[number]} pattern
   */
  const pageAt = (path, { endpoint, names, path: pattern }) => {
    const parts = pattern.exec(path);
    /** @type {Record<string, string> | null} */
    const values = parts && Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(parts[i + 1])]));
    return values?.game === around.game.id ? [{ endpoint, values }] : [];
  };

  // The parts of a page that often stay the same while others change: the page has an empty template with a number in the place of each.
  /** @type {string[]} */
  let parts = []; // their texts
  const partOf = (/** @type {string} */ text) => `<template data-part="${parts.push(text) - 1}"></template>`;
  const isPart = (/** @type {string} */ name) => PARTS.includes(name) && (name !== "notices" || (flashes.length < 2 && flashes[0]?.[0] !== "error"));

  // Draws a hand again only if something in it changed.
  /** @type {Map<Opaque, { from: Opaque[], text: string }>} */
  let drawn = new Map();
  /** @type {(madeOf: Opaque[][], dependsOn: Opaque[], viewOf: (index: number) => View) => Opaque[]} */
  const drawHands = (madeOf, dependsOn, viewOf) => {
    const fresh = new Map();
    const hands = madeOf.map((own, index) => {
      const before = drawn.get(own[0]);
      const same = before && [...own, ...dependsOn].every((part, i) => part === before.from[i]);
      const hand = before && same ? before : { from: [...own, ...dependsOn], text: core.str(core.draw_hand(viewOf(index))).trim() };
      fresh.set(own[0], hand);
      return markup(partOf(hand.text));
    });
    drawn = fresh;
    return hands;
  };

  const { table, game } = around;
  const tableContext = new core.TableContext(table.id, table.name, table.may_keep);
  const ofGame = [game.id, game.number, game.unnamed, game.names_later, game.started ?? "", game.won ?? [], game.best_of ?? 0, game.turns ?? false, game.desk ?? "", game.pictures ?? true, game.effect ?? ""];
  const gameContext = new core.GameContext(...ofGame);
  const context = () => {
    const [calls, isHere] = ownBid();
    return new core.PageContext(
      ...[tableContext, gameContext, around.may_write, address, newId, drawHands],
      () => around.pen,
      () => new core.Finished(around.rules_code, null, around.own_side, null, 0, [...(around.rematches ?? []), ...here]),
      ...[around.own_seat, calls, around.waiting, around.mark, around.unsent ?? [], around.room ? new core.PadNotice(...around.room) : null, isHere],
    );
  };
  core.useHost({
    url_for: (endpoint, values) => (endpoint === "static" ? around.static[core.str(values.at("filename"))] : address(endpoint, values)),
    csrf: () => markup(`<input type="hidden" name="csrf_token" value="${around.csrf}">`),
    get_flashed_messages: () => flashes.slice(0, (shown = flashes.length)),
  });

  return {
    context,
    pagesAt,
    /**
     * The log, with times as this phone writes them.
     * @param {GameState} state
     * @param {(seq: number) => string} timeOf
     * @param {import("./types.js").Fields} query
     */
    log: (state, timeOf, query) => {
      const written = (/** @type {number} */ seq) => {
        const at = new Date(timeOf(seq));
        const parts = { clock: at.toLocaleTimeString(timeLocale, { timeStyle: "short" }), iso: at.toISOString(), day: dayOf(at) };
        return new core.Moment(at.toLocaleDateString(document.documentElement.lang, { dateStyle: "full" }), new core.Dict(Object.entries(parts)));
      };
      const view = new core.GameLog(state, context(), written).view(parseInt(query.get("before", "-1")));
      return new core.Dict([...view.items(), ["zone", ""]]);
    },
    // Forgets what was meant for a page that is not drawn after all.
    forget: () => {
      flashes.splice(0);
      parts = [];
    },
    hasFlashes: () => flashes.length > 0,
    saysWhyNot: () => refused.length > 0,
    // The last page is not shown after all: the next one says what was refused.
    flashAgain: () => flashes.unshift(...refused),
    flash: (/** @type {string} */ words, /** @type {string} */ kind) => words && flashes.push([kind, words]),
    /** @type {(endpoint: string, values?: Record<string, string>) => string} */
    urlOf: (endpoint, values = {}) => new URL(address(endpoint, new core.Dict(Object.entries({ game: game.id, ...values }))), location.href).href,
    /**
     * The whole page: its text without its parts, and their texts.
     * @param {string} template
     * @param {View} values
     * @returns {import("./swap.js").PageText}
     */
    page: (template, values, path = pathOf(location)) => {
      shown = 0;
      const blocks = { ...core.pages[template] };
      for (const [name, block] of Object.entries(blocks)) {
        if (isPart(name)) blocks[name] = (...given) => partOf(block(...given).trim());
      }
      /** @type {[string, Opaque][]} */
      const own = [["table", tableContext], ["game", gameContext], ["this_page", path]];
      const context = new core.Dict([...own, ...values.items()]);
      const text = (/** @type {string} */ block) => blocks[block](context, blocks);
      const page = { frame: `<title>${text("title")}</title>${text("rest")}${text("page")}`, parts };
      refused = flashes.splice(0, shown).filter(([kind]) => kind === "error");
      parts = [];
      return page;
    },
  };
}
