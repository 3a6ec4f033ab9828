// Pointers on the screen: the page is not replaced under a finger, because its tap would be lost.
// A tap's click comes shortly after the finger is lifted, and ends the tap. A pointer that is down for longer is no tap; it may also have been
// lifted over a select list or a browser dialog, which sends no event. If the page was replaced meanwhile, its click does nothing: it was not
// meant for what is there now.

const AFTER_LIFTING = 300; // ms until a slow browser sends the click
const MAX_TAP = 1000; // ms

/** @type {Map<number, ReturnType<typeof setTimeout>>} */
const timers = new Map(); // by pointer: the timer after which it counts as released
/** @type {Set<number>} */
const raised = new Set(); // pointers that left the screen, whose click may still come
/** @type {Map<number | null, number>} */
const touched = new Map(); // by pointer: the number of the page that it was put on
/** @type {((none?: undefined) => void)[]} */
const waiting = [];
let pageNumber = 0; // of the page that is shown
/** @type {number | null} */
let lastRaised = null; // the pointer that left the screen last

addEventListener("pageshown", () => (pageNumber += 1));
addEventListener("pointerdown", releaseAfter(MAX_TAP), true);
addEventListener("pointerup", releaseAfter(AFTER_LIFTING), true);
addEventListener("pointercancel", ({ pointerId }) => release(pointerId), true); // no click comes
addEventListener("click", dropLate, true);
addEventListener("click", () => setTimeout(() => raised.forEach(release)), true); // after what the tap does
addEventListener("submit", () => raised.forEach(release)); // after what it does: a new page would take its form away

/** @param {number} time */
function releaseAfter(time) {
  return (/** @type {PointerEvent} */ { pointerId, type }) => {
    clearTimeout(timers.get(pointerId));
    timers.set(pointerId, setTimeout(release, time, pointerId));
    if (type === "pointerdown") {
      raised.delete(pointerId);
      touched.set(pointerId, pageNumber);
    } else {
      raised.add(pointerId);
      lastRaised = pointerId;
    }
  };
}

/**
 * The click of a key or a script has no pointer, and no `detail`.
 * @param {MouseEvent} event
 */
function dropLate(event) {
  if (!event.detail || (touched.get(lastRaised) ?? pageNumber) === pageNumber) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  raised.forEach(release);
}

/** @param {number} pointerId */
function release(pointerId) {
  clearTimeout(timers.get(pointerId));
  timers.delete(pointerId);
  raised.delete(pointerId);
  if (!timers.size) waiting.splice(0).forEach((resume) => resume());
}

// Resolves once no finger is on the screen.
export const pointersReleased = () => timers.size && new Promise((resume) => waiting.push(resume));

document.documentElement.dataset.heard = ""; // until then the keys take no touch
