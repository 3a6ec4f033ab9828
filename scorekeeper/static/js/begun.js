// Begun: what a person has opened, closed, chosen, ticked and scrolled stays as it is when news renews the page. Typed text stays after a tap
// too, and is kept by the page swap.

/** @typedef {HTMLInputElement | HTMLSelectElement} Choice */

/** @returns {Choice[]} */
const choices = () => [.../** @type {NodeListOf<Choice>} */ (document.querySelectorAll("main form :is(select, [type=checkbox], [type=radio])"))];

/** @param {Choice} field */
const stateOf = (field) => ("options" in field ? [...field.options].map((each) => each.selected) : [field.checked]);

/**
 * @param {Choice} field
 * @param {boolean[]} state
 */
function setState(field, state) {
  if ("options" in field) [...field.options].forEach((each, i) => (each.selected = state[i] ?? false));
  else field.checked = state[0];
}

/** @param {Choice} field */
const placeOf = (field) => [field.form?.action, field.name, "options" in field ? field.length : field.value].join(" ");

/** @param {Choice} field */
const isChanged = (field) =>
  "options" in field ? [...field.options].some((each) => each.selected !== each.defaultSelected) : field.checked !== field.defaultChecked;

/**
 * A selector for what has the focus, where that has no name: a fold, or a link.
 * @param {Element | null} active
 */
function focusedOn(active) {
  if (active?.localName === "summary" && active.parentElement?.id) return `#${CSS.escape(active.parentElement.id)} > summary`;
  return active?.localName === "a" ? `main a[href="${CSS.escape(active.getAttribute("href") ?? "")}"]` : null;
}

/**
 * Remembers all that on this page; returns a function that does the same to the next one.
 * @returns {() => void}
 */
export function rememberBegun() {
  const folds = [.../** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details[id]"))].map(({ id, open }) => ({ id, open }));
  const changed = new Map(choices().filter(isChanged).map((field) => [placeOf(field), stateOf(field)]));
  const scrolled = [...document.querySelectorAll("main [id]")].map(({ id, scrollTop, scrollLeft }) => ({ id, scrollTop, scrollLeft }));
  const focused = focusedOn(document.activeElement);
  return () => {
    folds.forEach(({ id, open }) => document.getElementById(id)?.toggleAttribute("open", open));
    for (const field of changed.size ? choices() : []) {
      const state = changed.get(placeOf(field));
      if (state) setState(field, state);
    }
    scrolled.filter(({ scrollTop, scrollLeft }) => scrollTop || scrollLeft).forEach(({ id, ...place }) => Object.assign(document.getElementById(id) ?? {}, place));
    if (focused) document.querySelector(focused)?.focus({ preventScroll: true });
  };
}
