// Round clock: counts the minutes of a round down on this phone, from the offset of its own clock to the server's.

/** @param {number} left in milliseconds */
const clockText = (left) => {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** @type {WeakMap<Element, number>} */
const offsets = new WeakMap();

function tick() {
  /** @type {NodeListOf<HTMLElement>} */
  const clocks = document.querySelectorAll("[data-ends]");
  for (const clock of clocks) {
    const offset = offsets.get(clock) ?? Number(clock.dataset.now) - Date.now();
    offsets.set(clock, offset);
    clock.textContent = clockText(Number(clock.dataset.ends) - (Date.now() + offset));
  }
}

setInterval(tick, 250);
addEventListener("pageshown", tick);
tick();
