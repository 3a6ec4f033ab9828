// Arrived: games that a phone brought in the address of a page, which no request has: this tab keeps them until they are in the import's own form,
// and goes there: what comes after joining is their preview.
import { named } from "./root.js";

const KEY = named("carried");
if (location.hash.startsWith("#SPADES")) {
  sessionStorage.setItem(KEY, location.hash.slice(1));
  history.replaceState(history.state, "", location.pathname + location.search);
}
const text = sessionStorage.getItem(KEY);
for (const says of document.querySelectorAll("[data-arrived]")) says.toggleAttribute("hidden", !text);
/** @type {HTMLTextAreaElement | null} */
const field = document.querySelector("[data-arrived] ~ form textarea[name=text]");
if (field && text) {
  field.value = text;
  field.form?.addEventListener("submit", () => sessionStorage.removeItem(KEY));
  field.form?.requestSubmit();
}
/** @type {HTMLAnchorElement | null} */
const way = document.querySelector("a[data-arrived]");
if (way && text) location.replace(way.href);
