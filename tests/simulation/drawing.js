// Drawing, without templates: people read the state, so a page is only its name, its version and its notices.
import { addressesOf, PLACEHOLDER } from "./patterns.js";
import { addressIn } from "./addresses.js";
import { newId } from "./ids.js";

export const timeLocale = "en-GB";

export function drawingOf(core, around, here) {
  const flashes = [];
  let refused = [];
  const address = addressIn(core, around.routes);
  const patterns = Object.entries(around.routes).map(([endpoint, rule]) => ({ endpoint, names: [...rule.matchAll(PLACEHOLDER)].map(([, name]) => name), path: addressesOf(rule) }));
  const pagesAt = (path) =>
    patterns.flatMap(({ endpoint, names, path: pattern }) => {
      const parts = pattern.exec(path);
      const values = parts && Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(parts[i + 1])]));
      return values?.game === around.game.id ? [{ endpoint, values }] : [];
    });
  const { table, game } = around;
  const tableContext = new core.TableContext(table.id, table.name, table.may_keep);
  const gameContext = new core.GameContext(game.id, game.number, game.unnamed, game.names_later, game.started ?? "", game.won ?? [], game.best_of ?? 0, game.turns ?? false, game.desk ?? "", game.pictures ?? true);
  const context = () =>
    new core.PageContext(
      ...[tableContext, gameContext, around.may_write, address, newId, () => []],
      () => around.pen,
      () => new core.Finished(around.rules_code, null, around.own_side, null, 0, [...(around.rematches ?? []), ...here]),
      ...[around.own_seat, around.own_bid, around.waiting, around.mark, around.unsent ?? [], around.room ? new core.PadNotice(...around.room) : null],
    );
  return {
    context,
    pagesAt,
    log: () => new core.Dict(),
    forget: () => flashes.splice(0),
    hasFlashes: () => flashes.length > 0,
    saysWhyNot: () => refused.length > 0,
    flashAgain: () => flashes.unshift(...refused),
    flash: (words, kind) => words && flashes.push([kind, words]),
    urlOf: (endpoint, values = {}) => new URL(address(endpoint, new core.Dict(Object.entries({ game: game.id, ...values }))), location.href).href,
    page: (template, values) => {
      const bar = template === "games/show.html" ? new Map(values.items()).get("bar") : null;
      const said = flashes.splice(0);
      refused = said.filter(([kind]) => kind === "error");
      return { frame: "", parts: [], template, version: bar ? new Map(bar.items()).get("version") : "", flashes: said };
    },
  };
}
