// Optimistic update: what is certain shows before the server answers, the key that was pressed and whose turn it is next.

const PRESSED_FOR = 120; // ms that a key looks pressed where the same keys serve the next seat

// Shows a press; true where the next seat can bid at once.
export function answerAtOnce(form, button) {
  markPressed(form, button);
  const goesOn = form.hasAttribute("data-simple") && nextSeat(form, button);
  if (goesOn) setTimeout(() => button.removeAttribute("aria-pressed"), PRESSED_FOR);
  else form.closest("[data-pad]")?.setAttribute("aria-busy", "true");
  return goesOn;
}

export function markPressed(form, button) {
  const [mark, on] = ["seats", "counts"].includes(form.dataset.kind) ? ["aria-current", "step"] : ["aria-pressed", "true"];
  form.querySelectorAll(`[${mark}]`).forEach((each) => each.removeAttribute(mark));
  if (button.matches("[data-key], [data-asks], [data-count]")) button.setAttribute(mark, on);
  const count = form.dataset.kind === "tricks" && document.querySelector("[data-count][aria-current] [data-taken]");
  if (count) count.textContent = button.firstChild.data.trim();
}

function nextSeat(form, button) {
  const seats = [...document.querySelectorAll('[data-kind="seats"] [data-seat]')];
  const now = seats.find((seat) => seat.hasAttribute("aria-current"));
  const next = seats.find((seat) => seat !== now && seat.querySelector("[data-unbid]"));
  const said = now?.querySelector("[data-said]");
  if (!said) return false;
  const sum = document.querySelector("[data-bid]");
  if (sum) sum.textContent -= (+said.textContent || 0) - (parseInt(button.textContent) || 0);
  said.textContent = button.firstChild.data.trim();
  said.removeAttribute("data-unbid");
  now.removeAttribute("aria-current");
  if (!next) return false;
  next.setAttribute("aria-current", "step");
  form.elements.seat.value = next.dataset.seat;
  form.elements.was.value = "";
  document.querySelector("[data-asked]").textContent = next.dataset.asks;
  document.querySelector("[data-hint]")?.remove();
  return true;
}
