// Says the new score aloud after each hand, on a phone that is set to: every side's total, or who won.
import { pathOf } from "./places.js";

const heading = () => document.querySelector("[data-score]")?.textContent?.trim() ?? "";
let last = { path: pathOf(location), words: heading() };

addEventListener("pageshown", () => {
  const now = { path: pathOf(location), words: heading() };
  if (now.path === last.path && now.words && now.words !== last.words) say(now.words);
  last = now;
});

/** @param {string} words */
function say(words) {
  const { lang, dataset } = document.documentElement;
  if (dataset.aloud !== "on" || !window.speechSynthesis) return;
  const speech = new SpeechSynthesisUtterance(words.replace(/\s+/g, " "));
  speech.lang = lang;
  speechSynthesis.cancel(); // the score before it is no longer true
  speechSynthesis.speak(speech);
}
