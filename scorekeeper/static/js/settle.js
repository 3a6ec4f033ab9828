// Settle: draws the questions that a table asks, by a module of its own that knows the words of all house rules. Loaded when it opens.
import { speakAsPage } from "./texts.js";
import { addressIn } from "./addresses.js";
import "./questions.js";

/** @import { AnswersModule, GameState } from "./types.js" */
/** @import { Game } from "./game.js" */

/**
 * Resolves to what draws the page of this game, with the questions that have these words.
 * @param {Game} game
 * @returns {Promise<(state: GameState, find: string) => { frame: string }>}
 */
async function questionsOf({ around, core: { sheet_json: sheetOf, toJson }, drawing }) {
  /** @type {AnswersModule} */
  const core = await speakAsPage({ ...(await import(around.static["answers.js"])) }, around.static["answers-texts"] ?? "");
  const address = addressIn(core, around.routes);
  core.useHost({
    url_for: (endpoint, values) => (endpoint === "static" ? around.static[core.str(values.at("filename"))] : address(endpoint, values)),
    csrf: () => new core.Markup(""),
    get_flashed_messages: () => [],
  });
  return (state, find) => {
    const { hands } = state.board;
    const correctUrl = hands.length && around.may_write ? drawing.urlOf("corrections.new", { hand: String(hands.length) }) : null;
    const { rules } = core.read_start(core.fromJson(toJson(sheetOf(state.sheet)))).setup;
    const { game, table } = around;
    const values = new core.Dict([["game", new core.Dict([["id", game.id]])], ["table", new core.Dict([["name", table.name]])], ...core.settle_view(rules, hands.length, correctUrl, find).items()]);
    const blocks = core.pages["rulesets/settle.html"];
    const [title, rest, page] = ["title", "rest", "page"].map((name) => blocks[name](values, blocks));
    return { frame: `<title>${title}</title>${rest}${page}` };
  };
}

export { questionsOf };
