// Questions: shows those with every word that is typed, as the server does for the form.

/** @param {HTMLInputElement} input */
function findQuestions({ value }) {
  const words = value.toLowerCase().split(/\s+/);
  let isAnyFound = false;
  for (const row of document.querySelectorAll("[data-questions] > li")) {
    const said = [...row.querySelectorAll("[data-sought]")].map((text) => text.textContent).join(" ").toLowerCase();
    const isFound = words.every((word) => said.includes(word));
    /** @type {HTMLElement} */ (row).hidden = !isFound;
    isAnyFound ||= isFound;
  }
  const none = document.querySelector("[data-none-found]");
  if (none) none.hidden = isAnyFound;
}

addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement && "findQuestion" in target.dataset) findQuestions(target);
});
