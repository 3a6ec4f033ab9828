// House rules: + and − buttons for values, and hiding rules that are irrelevant with the current ones.

/** @returns {HTMLElement[]} */
const rows = () => [...document.querySelectorAll("[data-option]")];

/**
 * @param {HTMLElement} row
 * @returns {HTMLInputElement | HTMLSelectElement | null}
 */
const control = (row) => row.querySelector("input:checked, select, input[type=number], input[type=checkbox]");

/** @param {string} key */
function valueOf(key) {
  const row = rows().find(({ dataset }) => dataset.option === key);
  if (!row) return null;
  const field = control(row);
  return field instanceof HTMLInputElement && field.type === "checkbox" ? String(field.checked) : field?.value;
}

/**
 * Whether all these values are chosen, ignoring options that this game does not have.
 * @param {Record<string, string>} values
 */
const isChosen = (values) => {
  const known = Object.entries(values).filter(([key]) => valueOf(key) !== null);
  return known.length > 0 && known.every(([key, value]) => valueOf(key) === value);
};

// Hides what is irrelevant now, and says of each rule that differs what the preset has.
function hideIdle() {
  rows().forEach((row) => {
    row.hidden = !row.querySelector("[aria-invalid]") && JSON.parse(row.dataset.idle).some(isChosen);
    const usual = row.querySelector("[data-usual]");
    if (usual) usual.hidden = usual.dataset.usual === valueOf(row.dataset.option ?? "");
  });
  /** @type {NodeListOf<HTMLElement>} */
  const topics = document.querySelectorAll("[data-topic]");
  topics.forEach((topic) => { topic.hidden = !topic.querySelector("[data-option]:not([hidden])"); });
}

/** @param {HTMLElement} button */
function step(button) {
  /** @type {HTMLInputElement | HTMLSelectElement | null | undefined} */
  const field = button.parentElement?.querySelector("select, input");
  if (!field) return;
  const by = Number(button.dataset.step);
  if (field instanceof HTMLSelectElement) {
    field.selectedIndex = Math.min(field.options.length - 1, Math.max(0, field.selectedIndex + by));
  } else {
    const grid = Number(field.dataset.by);
    const value = Number(field.value);
    const next = by > 0 ? Math.floor(value / grid) * grid + grid : Math.ceil(value / grid) * grid - grid;
    field.value = String(Math.min(Number(field.max), Math.max(Number(field.min), next)));
  }
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

// Also runs after a page swap.
function start() {
  document.querySelectorAll("[data-options] [data-step]").forEach((button) => { button.hidden = false; });
  document.querySelectorAll("[data-without-script]").forEach((button) => { button.hidden = true; });
  hideIdle();
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-options] [data-step]");
  if (button) step(button);
});
document.addEventListener("change", ({ target }) => {
  if (/** @type {Element} */ (target).closest("[data-options]")) hideIdle();
});
addEventListener("pageshown", start);
start();
