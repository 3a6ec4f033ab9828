// Optimistic update: shows the pressed key and the next seat before the server answers.

const PRESSED_FOR = 120; // ms to show a key as pressed, if the next seat uses the same keys

// Shows a press; returns true if the next seat can bid at once.
export function answerAtOnce(form, button) {
  markPressed(form, button);
  const nextCanBid = form.hasAttribute("data-simple") && nextSeat(form, button);
  if (nextCanBid) setTimeout(() => button.removeAttribute("aria-pressed"), PRESSED_FOR);
  else form.closest("[data-pad]")?.setAttribute("aria-busy", "true");
  return nextCanBid;
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
  const bidText = now?.querySelector("[data-bid-text]");
  if (!bidText) return false;
  const sum = document.querySelector("[data-bid]");
  if (sum) sum.textContent -= (+bidText.textContent || 0) - (parseInt(button.textContent) || 0);
  bidText.textContent = button.firstChild.data.trim();
  bidText.removeAttribute("data-unbid");
  now.removeAttribute("aria-current");
  if (!next) return false;
  next.setAttribute("aria-current", "step");
  form.elements.seat.value = next.dataset.seat;
  form.elements.was.value = "";
  document.querySelector("[data-question]").textContent = next.dataset.asks;
  document.querySelector("[data-hint]")?.remove();
  return true;
}
