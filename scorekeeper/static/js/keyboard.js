// Keyboard: digits and N press the keys of the pad, Enter goes on, Z and Backspace undo. A setting turns them off.

const SECOND_DIGIT_WITHIN = 600; // ms to wait if a two-digit number begins with the typed digit
const UNDO = ["z", "Backspace"];

let typed = "";
let typingTimer = 0;
let isTyping = false; // whether the last bid or count was typed, and not tapped: the focus then goes to what Enter does next

/**
 * @param {string} number
 * @returns {HTMLElement[]}
 */
const keysFor = (number) => [...document.querySelectorAll("[data-pad] [data-key]:enabled:not([data-kind='fact'] *)")].filter((key) => key.textContent.trim().startsWith(number));
const nilKey = () => document.querySelector('[data-pad] [data-key][value="nil"]:enabled');

/** @param {HTMLElement | null | undefined} key */
function pressKey(key) {
  if (!key) return;
  isTyping = true;
  key.focus({ preventScroll: true }); // where it stays on the next page, unless Enter can go on from there
  key.click();
}

function pressTyped() {
  const key = keysFor(typed).find((each) => each.textContent.trim() === typed) ?? (typed === "0" ? nilKey() : null);
  typed = "";
  pressKey(key);
}

// After the page has put the focus where a tap would leave it.
addEventListener("pageshown", () => isTyping && queueMicrotask(() => {
  const next = document.querySelector("[data-pad] [data-main-button]:enabled") ?? document.getElementById("main");
  next.focus({ preventScroll: true }); // not a key: a second Enter would press it
}));
addEventListener("pointerdown", () => (isTyping = false), true);

document.addEventListener("keydown", (event) => {
  const key = event.key.length > 1 ? event.key : event.key.toLowerCase();
  if (key === "Tab") isTyping = false;
  const isOff = document.documentElement.dataset.keys === "off" || event.target.closest("input, textarea, select");
  if (isOff || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (UNDO.includes(key)) return event.preventDefault(), document.querySelector("[data-undo]")?.click();
  if (key === "n") return pressKey(nilKey());
  if (!/^\d$/.test(key)) return;
  clearTimeout(typingTimer);
  typed = keysFor(typed + key).length ? typed + key : key;
  if (keysFor(typed).length > 1) typingTimer = setTimeout(pressTyped, SECOND_DIGIT_WITHIN);
  else pressTyped();
});
