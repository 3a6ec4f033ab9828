// Sharing: a phone's drawer.

// Escape closes a phone's drawer.
document.addEventListener("keydown", ({ key }) => {
  /** @type {HTMLDetailsElement | null} */
  const drawer = key === "Escape" ? document.querySelector("[data-drawer][open]") : null;
  if (!drawer) return;
  drawer.open = false;
  drawer.querySelector("summary")?.focus();
});
