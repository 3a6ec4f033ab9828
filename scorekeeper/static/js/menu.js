// Menu: a tap or the focus elsewhere, or Escape, closes the one in the header.

const openMenu = () => document.querySelector("[data-menu][open]");

/** @param {Event} event */
const closeMenu = ({ target }) => {
  const menu = openMenu();
  if (menu && !menu.contains(/** @type {Element} */ (target))) menu.removeAttribute("open");
};
document.addEventListener("click", closeMenu);
// A pointer's focus comes before its click, which would be on what has moved there.
document.addEventListener("focusin", (event) => /** @type {Element} */ (event.target).matches(":focus-visible") && closeMenu(event));
document.addEventListener("keydown", ({ key }) => {
  const menu = key === "Escape" && openMenu();
  if (!menu) return;
  menu.removeAttribute("open");
  menu.querySelector("summary")?.focus();
});
