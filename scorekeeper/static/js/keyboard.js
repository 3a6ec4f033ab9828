// Keyboard: digits press the keys of the pad, and Backspace is Undo.

const SECOND_DIGIT_WITHIN = 600; // ms to wait if a two-digit number begins with the typed digit

let typed = "";
let typingTimer = 0;

/**
 * @param {string} number
 * @returns {HTMLElement[]}
 */
const keysFor = (number) => [...document.querySelectorAll("[data-pad] [data-key]:enabled")].filter((key) => key.textContent.trim().startsWith(number));
const pressTyped = () => {
  const key = keysFor(typed).find((each) => each.textContent.trim() === typed) ?? (typed === "0" ? document.querySelector('[data-key][value="nil"]') : null);
  typed = "";
  key?.focus({ preventScroll: true }); // where it stays on the next page: Enter counts again, and does not save
  key?.click();
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  if (event.key === "Backspace") return event.preventDefault(), document.querySelector("[data-undo]")?.click();
  if (!/^\d$/.test(event.key)) return;
  clearTimeout(typingTimer);
  typed = keysFor(typed + event.key).length ? typed + event.key : event.key;
  if (keysFor(typed).length > 1) typingTimer = setTimeout(pressTyped, SECOND_DIGIT_WITHIN);
  else pressTyped();
});
