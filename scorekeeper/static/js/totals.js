// Totals on the board: count up to their new values after a page swap, unless the reader prefers reduced motion.
import { pathOf } from "./places.js";

const DURATION = 500; // ms

/** @returns {HTMLElement[]} */
const shownTotals = () => [...document.querySelectorAll("[data-total]")];
/** @param {HTMLElement} total */
const digits = (total) => /** @type {Text} */ ((total.querySelector("a") ?? total).firstChild);
const goals = new WeakMap(); // by text: the total that it counts up to
/**
 * @param {Text} text
 * @returns {string}
 */
const written = (text) => goals.get(text) ?? text.data;
const toNumber = (text = "") => parseInt(text.replace("−", "-"), 10);

// The texts of the totals, in the order of the sides, and the page that they are on.
const readTotals = () => ({ path: pathOf(location), texts: shownTotals().map((total) => written(digits(total))) });
let before = readTotals();

addEventListener("pageshown", () => {
  const now = readTotals();
  const isNew = now.path === before.path && now.texts.join() !== before.texts.join();
  if (isNew && !matchMedia("(prefers-reduced-motion: reduce)").matches) countUp(before.texts);
  before = now;
});

/** @param {string[]} texts */
function countUp(texts) {
  shownTotals().forEach((total, side) => {
    const text = digits(total);
    const goal = written(text);
    const [from, to] = [texts[side], goal].map(toNumber);
    if (Number.isNaN(from) || Number.isNaN(to) || from === to) return;
    goals.set(text, goal);
    const start = performance.now();
    requestAnimationFrame(function step(now) {
      const part = Math.min(1, Math.max(0, now - start) / DURATION);
      text.data = part < 1 ? String(Math.round(from + (to - from) * part * (2 - part))).replace("-", "−") : goal;
      if (part < 1 && total.isConnected) requestAnimationFrame(step);
    });
  });
}
