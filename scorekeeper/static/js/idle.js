// Idle: once the page itself has loaded, every page loads what sends the taps that wait; again and again where the line is lost meanwhile.

const AFTER = 1000; // ms

/** @param {number} pause */
const load = (pause) => setTimeout(() => import(document.documentElement.dataset.send).catch(() => load(Math.min(2 * pause, 16 * AFTER))), pause);
load(AFTER);
const refused = document.querySelector('main [autofocus]:is([aria-invalid], [id$="-wrong"], [role=alert])'); // an iPhone does not scroll there by itself
refused?.scrollIntoView({ block: "center" });
if (document.querySelector("[data-arrived]") || (location.hash.startsWith("#SPADES") && !document.querySelector("[data-take]"))) import("./arrived.js").catch(console.warn);
