// Stack: names the sides once the number of a table is typed. Without this script the names stand in the list of what is missing.

const typedTable = /** @type {HTMLInputElement | null} */ (document.querySelector("input#table"));
const sideNames = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-side]"));
const unnamed = [...sideNames].map((each) => each.textContent ?? "");

function nameSides() {
  const rows = document.querySelectorAll(`[data-table="${CSS.escape(typedTable?.value.trim() ?? "")}"]`);
  const names = rows.length === 1 ? [...rows[0].querySelectorAll("[data-name]")].map((each) => each.textContent ?? "") : [];
  const sides = sideNames.length / 2; // each is named at its total, and at its tick
  sideNames.forEach((each, i) => (each.textContent = names[i % sides] ?? unnamed[i]));
}

if (document.activeElement === document.body) /** @type {HTMLElement | null} */ (document.querySelector("main [autofocus]"))?.focus(); // before the next paper is typed
typedTable?.addEventListener("input", nameSides);
if (typedTable?.value) nameSides();
