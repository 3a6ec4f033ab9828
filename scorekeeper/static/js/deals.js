// Hands of a custom game, dragged to another place in the list, and known hands found while somebody types. Without this script,
// buttons do the same.

const DRAG_FROM = 8; // px that a finger moves before it drags

/** @type {HTMLElement | null} */
let held = null; // the card that is dragged
let from = { x: 0, y: 0 };

/** @returns {HTMLElement[]} */
const cards = () => [...document.querySelectorAll("[data-deals] > [data-deal]")];

/**
 * The place in the list that is under the finger, from 1; 0 outside of the list.
 * @param {number} x
 * @param {number} y
 */
function placeAt(x, y) {
  const list = document.querySelector("[data-deals]")?.getBoundingClientRect();
  if (!list || x < list.left || x > list.right || y > list.bottom + list.height / cards().length) return 0;
  const others = cards().filter((card) => card !== held);
  const before = others.findIndex((card) => y < card.getBoundingClientRect().top + card.offsetHeight / 2);
  return before < 0 ? others.length + 1 : before + 1;
}

document.addEventListener("pointerdown", (event) => {
  const card = event.target.closest("[data-drag]")?.parentElement;
  if (!card || event.button) return;
  held = card;
  from = { x: event.clientX, y: event.clientY };
});

document.addEventListener("pointermove", ({ clientX, clientY, pointerId }) => {
  if (!held) return;
  const [x, y] = [clientX - from.x, clientY - from.y];
  if (!held.hasAttribute("data-held")) {
    if (Math.hypot(x, y) < DRAG_FROM) return;
    held.setPointerCapture(pointerId);
    held.setAttribute("data-held", "");
  }
  held.style.translate = `${x}px ${y}px`;
  show(placeAt(clientX, clientY));
});

/** @param {number} place */
function show(place) {
  const others = cards().filter((card) => card !== held);
  others.forEach((card, index) => {
    card.toggleAttribute("data-before", index === place - 1);
    card.toggleAttribute("data-after", place > others.length && index === others.length - 1);
  });
}

document.addEventListener("pointerup", ({ clientX, clientY }) => {
  const card = held;
  const place = card?.hasAttribute("data-held") ? placeAt(clientX, clientY) : null;
  letGo();
  if (!card || place === null) return;
  card.addEventListener("click", noClick, true); // the one that ends a drag
  setTimeout(() => {
    card.removeEventListener("click", noClick, true);
    if (place) send(card, place);
  }, 50);
});

/** @param {Event} event */
const noClick = (event) => {
  event.preventDefault();
  event.stopPropagation();
};

/**
 * @param {HTMLElement} card
 * @param {number} place
 */
function send(card, place) {
  /** @type {HTMLButtonElement | null} */
  const button = card.querySelector("[data-move] button");
  if (!button?.form) return;
  Object.assign(button, { disabled: false, value: place });
  button.form.requestSubmit(button);
}

addEventListener("pointercancel", letGo);

function letGo() {
  if (!held) return;
  held.removeAttribute("style");
  held.removeAttribute("data-held");
  show(0);
  held = null;
}

/** @type {HTMLInputElement | null} */
const search = document.querySelector("[data-find]");

// The same words as the server's search: each of them anywhere in the name or the rule.
search?.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\s+/);
  let found = 0;
  /** @type {NodeListOf<HTMLElement>} */
  const hands = document.querySelectorAll("li:has(> [data-known])");
  for (const hand of hands) {
    const text = hand.textContent.toLowerCase();
    hand.hidden = !words.every((word) => text.includes(word));
    found += Number(!hand.hidden);
  }
  document.querySelector("[data-none]")?.toggleAttribute("hidden", found > 0);
});
