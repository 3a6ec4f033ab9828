// Ahead: while a finger is on a key, works out what its tap will record and show. Nothing is recorded or shown before the tap itself.
import { readAhead } from "./changes.js";

const NOT_TYPED = ["csrf_token", "entry_id", "seq"]; // fields of a form that the phone knows better

// What a form says.
export function fieldsOf(core, body) {
  const given = [...new URLSearchParams(body)].map(([name, value]) => [name, value.trim()]);
  const fields = new Map(given.filter(([name, value]) => value && !NOT_TYPED.includes(name)));
  if (fields.has("other") && !fields.has("reason")) fields.set("reason", fields.get("other")); // no chip has it
  return new core.Dict([...fields]);
}

export function aheadOf(core, around, drawing, record, screens, page) {
  let known = null; // what comes of a tap, with the tap's address and body, and what it was worked out from

  const basis = () => [record.state(), around.mark];
  const isIdle = () => !record.question() && !drawing.hasFlashes();

  function outcome({ address, body }) {
    const url = new URL(address);
    if (body === undefined) return { page: screens.pageAt(url) };
    const form = screens.formAt(url);
    if (form?.next !== screens.GAME) return null;
    const event = form.move(record.state(), fieldsOf(core, body));
    if (!event) return null;
    const after = record.afterTap(event);
    const notice = core.recorded_notice(event, after);
    if (notice) drawing.flash(notice.text, notice.category);
    return { event, after, page: screens.pageAt(new URL(drawing.urlOf(form.next)), after) };
  }

  return {
    prepare: (tap) => {
      known = null;
      if (!isIdle()) return;
      const before = basis();
      try {
        const found = outcome(tap);
        if (found?.page?.text.frame) known = { ...tap, before, ...found, page: { ...found.page, text: readAhead(found.page.text, page) } };
      } catch {
        // the tap itself says why it is refused, or loads what it needs
      } finally {
        drawing.forget();
      }
    },
    // What comes of this tap, unless something has changed since.
    take: ({ address, body }) => {
      const found = known;
      known = null;
      const isSame = found?.address === address && found.body === body && basis().every((part, i) => part === found.before[i]);
      return isSame && isIdle() ? found : null;
    },
  };
}
