// Places changed by dragging: a seat by its arrows onto another. A tap on the arrows changes places with the next seat.
let held = null; // the button that is dragged
let from = 0;

const rows = () => [...document.querySelectorAll(".seat-row")];
const rowAt = (y) => rows().find((row) => row.getBoundingClientRect().top <= y && y <= row.getBoundingClientRect().bottom);

document.addEventListener("pointerdown", (event) => {
  const button = event.target.closest(".swap");
  if (!button || event.button) return;
  held = button;
  from = event.clientY;
  button.setPointerCapture(event.pointerId);
});

document.addEventListener("pointermove", ({ clientY }) => {
  if (!held || (Math.abs(clientY - from) < 8 && !held.classList.contains("held"))) return;
  held.classList.add("held");
  held.style.translate = `0 ${clientY - from}px`;
  const onto = rowAt(clientY);
  rows().forEach((row) => row.classList.toggle("onto", row === onto && !row.contains(held)));
});

document.addEventListener("pointerup", () => {
  const button = held;
  const onto = document.querySelector(".seat-row.onto .swap");
  const dragged = button?.classList.contains("held");
  letGo();
  if (!dragged) return;
  button.addEventListener("click", noClick); // the one that ends a drag
  setTimeout(() => {
    button.removeEventListener("click", noClick);
    if (!onto) return;
    button.value = `${button.dataset.seat}-${onto.dataset.seat}`;
    button.form.requestSubmit(button);
  }, 50);
});

const noClick = (event) => event.preventDefault();

addEventListener("pointercancel", letGo);

function letGo() {
  if (held) held.style.translate = "";
  held?.classList.remove("held");
  rows().forEach((row) => row.classList.remove("onto"));
  held = null;
}
