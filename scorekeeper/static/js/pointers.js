// Pointers on the screen: the page is not replaced under a finger, because its tap would be lost.
// A tap's click comes shortly after the finger is lifted, and ends the tap. A pointer that is down for longer is no tap; it may also have been
// lifted over a select list or a browser dialog, which sends no event.

const AFTER_LIFTING = 40; // ms
const LONGEST_TAP = 1000; // ms

const timers = new Map(); // by pointer: the timer after which it counts as released
const raised = new Set(); // pointers that left the screen, whose click may still come
const waiting = [];

addEventListener("pointerdown", releaseAfter(LONGEST_TAP), true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, releaseAfter(AFTER_LIFTING), true);
addEventListener("click", () => setTimeout(() => raised.forEach(release)), true); // after what the tap does
addEventListener("submit", () => raised.forEach(release)); // after what it does: a new page would take its form away

function releaseAfter(time) {
  return ({ pointerId, type }) => {
    clearTimeout(timers.get(pointerId));
    timers.set(pointerId, setTimeout(release, time, pointerId));
    if (type === "pointerdown") raised.delete(pointerId);
    else raised.add(pointerId);
  };
}

function release(pointerId) {
  clearTimeout(timers.get(pointerId));
  timers.delete(pointerId);
  raised.delete(pointerId);
  if (!timers.size) waiting.splice(0).forEach((resume) => resume());
}

// Resolves once no finger is on the screen.
export const pointersReleased = () => timers.size && new Promise((resume) => waiting.push(resume));
