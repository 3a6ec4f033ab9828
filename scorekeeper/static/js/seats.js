// Seats changed by dragging one onto another. Without this script, a tap on a seat offers the same swap.

const DRAG_FROM = 8; // px that a finger moves before it drags

/** @type {HTMLElement | null} */
let held = null; // the place that is dragged
let from = { x: 0, y: 0 };

/**
 * @param {number} x
 * @param {number} y
 */
const placeAt = (x, y) => document.elementsFromPoint(x, y).map((part) => part.closest("[data-place]")).find((place) => place && place !== held);

/** @returns {HTMLButtonElement | null} */
const swapButton = () => document.querySelector("[data-swap]");

document.addEventListener("pointerdown", (event) => {
  const place = event.target.closest("[data-place]");
  if (!place || event.button || !swapButton()) return;
  held = place;
  from = { x: event.clientX, y: event.clientY };
});

document.addEventListener("pointermove", ({ clientX, clientY, pointerId }) => {
  const [x, y] = [clientX - from.x, clientY - from.y];
  if (!held || (Math.hypot(x, y) < DRAG_FROM && !held.hasAttribute("data-held"))) return;
  if (!held.hasAttribute("data-held")) held.setPointerCapture(pointerId);
  held.toggleAttribute("data-held", true);
  held.style.translate = `${x}px ${y}px`;
  show(held, placeAt(clientX, clientY));
});

/**
 * @param {HTMLElement} dragged
 * @param {HTMLElement | null} [onto]
 */
function show(dragged, onto) {
  document.querySelectorAll("[data-place]").forEach((place) => place.toggleAttribute("data-onto", place === onto));
  const hint = document.querySelector("[data-hint]");
  if (!hint) return;
  hint.dataset.before ??= hint.textContent;
  hint.textContent = onto ? hint.dataset.words.replace("%1", () => dragged.dataset.name).replace("%2", () => onto.dataset.name) : hint.dataset.before;
}

document.addEventListener("pointerup", () => {
  const place = held;
  const onto = document.querySelector("[data-onto]");
  const isDragged = place?.hasAttribute("data-held");
  letGo();
  if (!place || !isDragged) return;
  place.addEventListener("click", noClick, true); // the one that ends a drag
  setTimeout(() => {
    place.removeEventListener("click", noClick, true);
    const button = swapButton();
    if (!onto || !button) return;
    button.value = `${place.dataset.place}-${onto.dataset.place}`;
    button.form?.requestSubmit(button);
  }, 50);
});

/** @param {Event} event */
const noClick = (event) => {
  event.preventDefault();
  event.stopPropagation();
};

addEventListener("pointercancel", letGo);

function letGo() {
  if (!held) return;
  held.style.translate = "";
  if (held.hasAttribute("data-held")) show(held);
  held.removeAttribute("data-held");
  held = null;
}
