// Wall: shows the views of the wall display in turn, loads the page again when time changes it, and rings at the start, at five minutes
// and at time. Which view it is follows from the clock, so two walls in one room agree.

const TURN = 12000; // ms
const FIVE_MINUTES = 300000; // ms
const LOOK = 500; // ms

/** @returns {HTMLElement | null} */
const wall = () => document.querySelector("main[data-follow]");

let offset = 0; // ms that the server's clock is ahead
let stamped = "";
/** @type {number | null} */
let leftBefore = null; // ms on the clock when it was last seen; null while it does not run

function turnView() {
  const views = [...document.querySelectorAll("[data-view]")];
  const turn = Math.floor((Date.now() + offset) / TURN) % views.length;
  views.forEach((view, index) => view.toggleAttribute("hidden", index !== turn));
}

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

function watchClock() {
  const ends = document.querySelector("[data-ends]")?.dataset.ends;
  const left = ends ? Number(ends) - Date.now() - offset : null;
  const before = leftBefore;
  leftBefore = left;
  if (left === null) return;
  if (before === null) return stamped && ring(1);
  if (before > FIVE_MINUTES && left <= FIVE_MINUTES) ring(2);
  if (before > 0 && left <= 0) ring(3);
}

function lookAtWall() {
  const page = wall();
  if (!page) return;
  const now = page.dataset.now ?? "";
  const isNew = now !== stamped;
  if (isNew) offset = Number(now) - Date.now();
  turnView();
  watchClock();
  stamped = now;
  const changes = Number(page.dataset.changes ?? 0);
  if (changes && Date.now() + offset > changes) location.reload();
}

setInterval(lookAtWall, LOOK);
addEventListener("pageshown", lookAtWall);
lookAtWall();
