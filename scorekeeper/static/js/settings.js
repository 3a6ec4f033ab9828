// Settings: each is saved once it is changed. Without this script, by its button.

document.querySelectorAll("[data-without-script]").forEach((button) => { button.hidden = true; });

document.addEventListener("change", ({ target }) => {
  const { form } = /** @type {HTMLInputElement} */ (target);
  if (form?.matches("[data-saves]")) form.requestSubmit();
});
