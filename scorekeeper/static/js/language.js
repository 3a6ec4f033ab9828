// Language: on the first page of a pad that is files, goes on in the language chosen before, or else in the browser's.
import { named } from "./root.js";

const LANGUAGE = named("scorekeeper language");

/** @returns {NodeListOf<HTMLAnchorElement>} */
const links = () => document.querySelectorAll("a[hreflang]");

function chosen() {
  try {
    return localStorage.getItem(LANGUAGE) ?? "";
  } catch {
    return ""; // the browser keeps nothing
  }
}

const asked = [chosen(), ...navigator.languages].map((code) => code.split("-")[0]);
const own = asked.map((code) => [...links()].find(({ hreflang }) => hreflang === code)).find((link) => link) ?? links()[0];
location.replace(own.href);
