// Menu: a tap or the focus elsewhere, or Escape, closes the one in the header.

const openMenu = () => document.querySelector("[data-menu][open]");

/** @param {Event} event */
const closeMenu = ({ target }) => {
  const menu = openMenu();
  if (menu && !menu.contains(/** @type {Element} */ (target))) menu.removeAttribute("open");
};
["click", "focusin"].forEach((sign) => document.addEventListener(sign, closeMenu));
document.addEventListener("keydown", ({ key }) => {
  const menu = key === "Escape" && openMenu();
  if (!menu) return;
  menu.removeAttribute("open");
  menu.querySelector("summary")?.focus();
});
