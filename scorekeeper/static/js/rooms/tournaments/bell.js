// Bell: rings in the hall, from the wall and the desk, when a clock starts, at five minutes, and at time; at the desk also when a player calls.

const FIVE_MINUTES = 300000; // ms
const HEARD_EVERY = 500; // ms
/** @type {Map<number, number>} */
let left = new Map(); // by the place of a running clock on the page: its ms when it was last seen
/** @type {Set<string>} */
const called = new Set(); // the calls of players that the desk has shown
let isFirst = true; // a page that opens does not ring
/** @type {WeakMap<Element, number>} */
const behind = new WeakMap(); // ms that the server's clock is ahead, from when the page came

/**
 * Rings this number of times; a browser that was never tapped stays silent.
 * @param {number} times
 */
function ring(times) {
  if (!window.AudioContext) return;
  const audio = new AudioContext();
  for (let time = 0; time < times; time++) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const start = audio.currentTime + time * 0.7;
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.4, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.6);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.6);
  }
  setTimeout(() => audio.close(), times * 700 + 500);
}

/**
 * How often to ring for a clock that had `before` left and has `now`.
 * @param {number | undefined} before
 * @param {number} now
 */
function rings(before, now) {
  if (before === undefined) return isFirst ? 0 : 1;
  if (before > 0 && now <= 0) return 3;
  return before > FIVE_MINUTES && now <= FIVE_MINUTES ? 2 : 0;
}

function listen() {
  /** @type {NodeListOf<HTMLElement>} */
  const clocks = document.querySelectorAll("[data-bell][data-ends]");
  const here = Date.now(); // for all: two that end together ring together
  const now = new Map();
  for (const clock of clocks) {
    const ahead = behind.get(clock) ?? Number(clock.dataset.now) - here;
    behind.set(clock, ahead);
    now.set(Number(clock.dataset.bell), Number(clock.dataset.ends) - here - ahead);
  }
  const most = Math.max(0, ...[...now].map(([place, rest]) => rings(left.get(place), rest)));
  const calls = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-call]"))].map((each) => each.dataset.call ?? "");
  const isCalled = !isFirst && calls.some((each) => !called.has(each));
  calls.forEach((each) => called.add(each));
  left = now;
  isFirst = false;
  if (most || isCalled) ring(Math.max(most, isCalled ? 2 : 0));
}

setInterval(listen, HEARD_EVERY);
listen();
