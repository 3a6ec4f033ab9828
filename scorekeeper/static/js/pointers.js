// Pointers on the screen: the page is not replaced under a finger, because its tap would be lost.
// A tap's click comes shortly after the finger is lifted, and ends the tap. A pointer that is down for longer is no tap; it may also have been
// lifted over a select list or a browser dialog, which sends no event.

const AFTER_LIFTING = 40; // ms
const LONGEST_TAP = 1000; // ms

const timers = new Map(); // by pointer: the timer after which it counts as released
const lifted = new Set();
const waiting = [];

addEventListener("pointerdown", releaseAfter(LONGEST_TAP), true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, releaseAfter(AFTER_LIFTING), true);
addEventListener("click", () => lifted.forEach(release), true);

function releaseAfter(time) {
  return ({ pointerId, type }) => {
    clearTimeout(timers.get(pointerId));
    timers.set(pointerId, setTimeout(release, time, pointerId));
    if (type === "pointerdown") lifted.delete(pointerId);
    else lifted.add(pointerId);
  };
}

function release(pointerId) {
  clearTimeout(timers.get(pointerId));
  timers.delete(pointerId);
  lifted.delete(pointerId);
  if (!timers.size) waiting.splice(0).forEach((resume) => resume());
}

// Resolves once no finger is on the screen.
export const pointersReleased = () => timers.size && new Promise((resume) => waiting.push(resume));
