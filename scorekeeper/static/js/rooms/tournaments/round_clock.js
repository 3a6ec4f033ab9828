// Round clock: counts the minutes of a round down on this phone, and those that a table waits up, from the offset of its own clock to the server's.

/** @param {number} left in seconds */
const clockText = (left) => {
  const seconds = Math.max(0, left);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** @type {WeakMap<Element, number>} */
const offsets = new WeakMap();

function tick() {
  /** @type {NodeListOf<HTMLElement>} */
  const clocks = document.querySelectorAll("[data-ends], [data-since]");
  for (const clock of clocks) {
    const offset = offsets.get(clock) ?? Number(clock.dataset.now) - Date.now();
    offsets.set(clock, offset);
    const { ends, since } = clock.dataset;
    const now = Date.now() + offset;
    clock.textContent = clockText(since ? Math.floor((now - Number(since)) / 1000) : Math.ceil((Number(ends) - now) / 1000));
  }
}

setInterval(tick, 250);
addEventListener("pageshown", tick);
tick();
