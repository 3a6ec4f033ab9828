// Chips: keeps the chosen one chosen while taps on the pad replace the page.

let chosen = [];

document.addEventListener("submit", () => {
  chosen = [...document.querySelectorAll("main input:checked")].filter((chip) => !chip.defaultChecked);
});

addEventListener("pageshown", () => {
  for (const { name, value } of chosen.splice(0)) {
    const same = document.querySelector(`main input[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);
    if (same) same.checked = true;
  }
});
