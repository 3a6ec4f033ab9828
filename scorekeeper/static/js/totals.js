// Totals on the board: count up to their new values after a page swap, unless the reader prefers reduced motion.

const DURATION = 500; // ms

const shownTotals = () => [...document.querySelectorAll("[data-total]")];
const digits = (total) => (total.querySelector("a") ?? total).firstChild;
const toNumber = (text = "") => parseInt(text.replace("−", "-"), 10);

// The texts of the totals, in the order of the sides.
export const readTotals = () => shownTotals().map((total) => digits(total).data);

export function countUp(before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  shownTotals().forEach((total, side) => {
    const text = digits(total);
    const written = text.data;
    const [from, to] = [before[side], written].map(toNumber);
    if (Number.isNaN(from) || Number.isNaN(to) || from === to) return;
    const start = performance.now();
    requestAnimationFrame(function step(now) {
      const part = Math.min(1, Math.max(0, now - start) / DURATION);
      text.data = part < 1 ? String(Math.round(from + (to - from) * part * (2 - part))).replace("-", "−") : written;
      if (part < 1 && total.isConnected) requestAnimationFrame(step);
    });
  });
}
