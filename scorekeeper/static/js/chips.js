// Chips: keeps the chosen one chosen while taps on the pad replace the page.

/** @type {HTMLInputElement[]} */
let chosen = [];

document.addEventListener("submit", () => {
  /** @type {NodeListOf<HTMLInputElement>} */
  const checked = document.querySelectorAll("main input:checked");
  chosen = [...checked].filter((chip) => !chip.defaultChecked);
});

addEventListener("pageshown", () => {
  for (const { name, value } of chosen.splice(0)) {
    /** @type {HTMLInputElement | null} */
    const same = document.querySelector(`main input[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);
    if (same) same.checked = true;
  }
});
