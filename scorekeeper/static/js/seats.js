// Swapping seats by dragging the arrows of one onto another. A tap on the arrows swaps with the next seat.

const DRAG_FROM = 8; // px that a finger must move to start a drag

let held = null; // the dragged button
let from = 0;

const rows = () => [...document.querySelectorAll("[data-seat-row]")];
const rowAt = (y) => rows().find((row) => row.getBoundingClientRect().top <= y && y <= row.getBoundingClientRect().bottom);

document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest("[data-swap]");
  if (!button || event.button) return;
  held = button;
  from = event.clientY;
  button.setPointerCapture(event.pointerId);
});

document.addEventListener("pointermove", ({ clientY }) => {
  if (!held || (Math.abs(clientY - from) < DRAG_FROM && !held.hasAttribute("data-held"))) return;
  held.toggleAttribute("data-held", true);
  held.style.translate = `0 ${clientY - from}px`;
  const onto = rowAt(clientY);
  rows().forEach((row) => row.toggleAttribute("data-onto", row === onto && !row.contains(held)));
});

document.addEventListener("pointerup", () => {
  const button = held;
  const onto = document.querySelector("[data-onto] [data-swap]");
  const dragged = button?.hasAttribute("data-held");
  endDrag();
  if (!dragged) return;
  button.addEventListener("click", noClick); // ignore the click that ends a drag
  setTimeout(() => {
    button.removeEventListener("click", noClick);
    if (!onto) return;
    button.value = `${button.dataset.seat}-${onto.dataset.seat}`;
    button.form.requestSubmit(button);
  }, 50);
});

const noClick = (event) => event.preventDefault();

addEventListener("pointercancel", endDrag);

function endDrag() {
  if (held) held.style.translate = "";
  held?.removeAttribute("data-held");
  rows().forEach((row) => row.removeAttribute("data-onto"));
  held = null;
}
