// Prerender: while a finger is on a key, works out what its tap will record and show. Nothing is recorded or shown before the tap itself.
import { readAhead } from "./changes.js";
import { GAME, formAt, pageAt } from "./router.js";

/** @import { GameModule, PageRequest } from "./types.js" */
/** @import { Game, Outcome } from "./game.js" */

const NOT_TYPED = ["csrf_token", "entry_id", "seq"]; // fields of a form that the phone knows better

/**
 * What a form says.
 * @param {GameModule} core
 * @param {string} body
 */
export function fieldsOf(core, body) {
  /** @type {Map<string, string>} */
  const fields = new Map();
  for (const [name, value] of new URLSearchParams(body)) if (value.trim() && !NOT_TYPED.includes(name)) fields.set(name, value.trim());
  return new core.Dict([...fields]);
}

/** @param {Game} game */
const basisOf = ({ around, record }) => [record.state(), around.mark, around.sealed];

/** @param {Game} game */
const isIdle = ({ drawing, record }) => !record.question() && !drawing.hasFlashes();

/**
 * @param {Game} game
 * @param {PageRequest} tap
 * @returns {Outcome | null}
 */
function outcome(game, { address, body }) {
  const { core, drawing, record } = game;
  const url = new URL(address);
  if (body === undefined) {
    const page = pageAt(game, url);
    return page && { page };
  }
  const form = formAt(game, url);
  if (form?.next !== GAME) return null;
  const event = form.move(record.state(), fieldsOf(core, body));
  if (!event) return null;
  const after = record.afterTap(event);
  const notice = core.recorded_notice(event, after);
  if (notice) drawing.flash(notice.text, notice.category);
  const page = pageAt(game, new URL(drawing.urlOf(form.next)), after);
  return page && { event, after, page };
}

/**
 * @param {Game} game
 * @param {PageRequest} tap
 */
export function prepare(game, tap) {
  game.prepared = null;
  if (!isIdle(game)) return;
  const basis = basisOf(game);
  try {
    const found = outcome(game, tap);
    if (found?.page.text.parts) game.prepared = { ...tap, basis, ...found, page: { ...found.page, text: readAhead(found.page.text, game.page) } };
  } catch {
    // the tap itself says why it is refused
  } finally {
    game.drawing.forget();
  }
}

/**
 * What comes of this tap, unless something has changed since.
 * @param {Game} game
 * @param {PageRequest} tap
 * @returns {Outcome | null}
 */
export function takePrepared(game, { address, body }) {
  const found = game.prepared;
  game.prepared = null;
  const isSame = found?.address === address && found.body === body && basisOf(game).every((part, i) => part === found.basis[i]);
  return isSame && isIdle(game) ? found : null;
}
