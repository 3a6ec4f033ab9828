// Paper: the button that prints the page. Without scripts there is none: the page says that it is for printing.

for (const button of document.querySelectorAll("[data-print]")) {
  button.removeAttribute("hidden");
  button.addEventListener("click", () => print());
}
