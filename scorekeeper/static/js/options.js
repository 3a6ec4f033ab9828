// House rules: + and − buttons for values, and hiding rules that are irrelevant with the current ones.

const rows = () => [...document.querySelectorAll("[data-option]")];

const control = (row) => row.querySelector("input:checked, select, input[type=number], input[type=checkbox]");

function valueOf(key) {
  const row = rows().find(({ dataset }) => dataset.option === key);
  if (!row) return null;
  const field = control(row);
  return field?.type === "checkbox" ? String(field.checked) : field?.value;
}

// Whether all these values are chosen, ignoring options that this game does not have.
const isChosen = (values) => {
  const known = Object.entries(values).filter(([key]) => valueOf(key) !== null);
  return known.length > 0 && known.every(([key, value]) => valueOf(key) === value);
};

function hideIdle() {
  rows().forEach((row) => {
    row.hidden = !row.querySelector("[aria-invalid]") && JSON.parse(row.dataset.idle).some(isChosen);
  });
}

function step(button) {
  const field = button.parentElement.querySelector("select, input");
  const by = Number(button.dataset.step);
  if (field.tagName === "SELECT") {
    field.selectedIndex = Math.min(field.options.length - 1, Math.max(0, field.selectedIndex + by));
  } else {
    const grid = Number(field.dataset.by);
    const value = Number(field.value);
    const next = by > 0 ? Math.floor(value / grid) * grid + grid : Math.ceil(value / grid) * grid - grid;
    field.value = Math.min(Number(field.max), Math.max(Number(field.min), next));
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
  if (target.closest("[data-options]")) hideIdle();
});
addEventListener("pageshown", start);
start();
