// Prerender: while a finger is on a key, works out what its tap will record and show. Nothing is recorded or shown before the tap itself.
import { readAhead } from "./changes.js";

/** @import { Around, GameEvent, GameModule, GameState, PageRequest } from "./types.js" */
/** @import { ShownPage } from "./swap.js" */
/** @typedef {{ event?: GameEvent, after?: GameState, page: ShownPage }} Outcome */

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
  const other = fields.get("other");
  if (other && !fields.has("reason")) fields.set("reason", other); // no chip has it
  return new core.Dict([...fields]);
}

/**
 * @param {GameModule} core
 * @param {Around} around
 * @param {import("./drawing.js").Drawing} drawing
 * @param {import("./record.js").GameRecord} record
 * @param {import("./router.js").Screens} screens
 * @param {import("./play.js").GamePage} page
 */
export function aheadOf(core, around, drawing, record, screens, page) {
  /** @type {(PageRequest & Outcome & { before: unknown[] }) | null} */
  let known = null; // what comes of a tap, with the tap's address and body, and what it was worked out from

  const basis = () => [record.state(), around.mark];
  const isIdle = () => !record.question() && !drawing.hasFlashes();

  /**
   * @param {PageRequest} tap
   * @returns {Outcome | null}
   */
  function outcome({ address, body }) {
    const url = new URL(address);
    if (body === undefined) {
      const page = screens.pageAt(url);
      return page && { page };
    }
    const form = screens.formAt(url);
    if (form?.next !== screens.GAME) return null;
    const event = form.move(record.state(), fieldsOf(core, body));
    if (!event) return null;
    const after = record.afterTap(event);
    const notice = core.recorded_notice(event, after);
    if (notice) drawing.flash(notice.text, notice.category);
    const next = screens.pageAt(new URL(drawing.urlOf(form.next)), after);
    return next && { event, after, page: next };
  }

  return {
    prepare: (/** @type {PageRequest} */ tap) => {
      known = null;
      if (!isIdle()) return;
      const before = basis();
      try {
        const found = outcome(tap);
        const text = found?.page.text ?? "";
        if (found && typeof text !== "string") known = { ...tap, before, ...found, page: { ...found.page, text: readAhead(text, page) } };
      } catch {
        // the tap itself says why it is refused, or loads what it needs
      } finally {
        drawing.forget();
      }
    },
    // What comes of this tap, unless something has changed since.
    take: (/** @type {PageRequest} */ { address, body }) => {
      const found = known;
      known = null;
      const isSame = found?.address === address && found.body === body && basis().every((part, i) => part === found.before[i]);
      return isSame && isIdle() ? found : null;
    },
  };
}
