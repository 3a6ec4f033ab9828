// Page swap: shows a page from the server in place of the current one, without loading it.

import { pathOf } from "./places.js";

/** @import { Edits } from "./edits.js" */
/**
 * A page's text. One that this phone drew has the texts of the parts that often stay the same apart from its `frame`; and what was worked out
 * ahead: the document of the frame, and the edits that show it.
 * @typedef {{ frame: string, parts?: string[], next?: Document | null, edits?: Edits }} PageText
 *
 * What comes of a tap or a link: a page to show, or nothing. `address` is null for the response to a refused form.
 * @typedef {{ text: PageText, address: string | null, isWrong?: boolean }} ShownPage
 * @typedef {ShownPage | { text?: undefined, address?: undefined, isWrong?: undefined }} Page
 */

const liveRegion = Object.assign(document.createElement("p"), { className: "vh" });
liveRegion.setAttribute("aria-live", "polite");
document.body.append(liveRegion);

let path = pathOf(location); // of the page that is shown
/** @type {string | null} */
let unwritten = null; // its address, until the browser has it

// Replaces the whole page; the scripts that draw on the phone replace less.
/** @type {(next: HTMLElement, page: PageText) => void} */
let replaceBody = (next) => {
  [...document.body.childNodes].forEach((old) => old === liveRegion || old.remove());
  liveRegion.before(...next.childNodes);
};
/** @type {(page: PageText) => boolean} */
let replaceParts = () => false;

/**
 * @param {(body: HTMLElement, last: Node, next: HTMLElement, page: PageText) => void} change
 * @param {typeof replaceParts} changeParts
 */
export function replaceWith(change, changeParts) {
  replaceBody = (...pages) => change(document.body, liveRegion, ...pages);
  replaceParts = changeParts;
}

export const isElsewhere = () => pathOf(location) !== path;

// The address of the page that is shown.
export const here = () => unwritten ?? location.href;

/**
 * Does some work once the page is on the screen.
 * @param {() => unknown} work
 */
export const afterFrame = (work) => (document.hidden ? work() : requestAnimationFrame(() => setTimeout(work)));

// Gives the browser the address, which takes it as long as a tenth of a tap.
function writeAddress() {
  if (unwritten && !isElsewhere()) history.replaceState(null, "", unwritten);
  unwritten = null;
}

/**
 * @param {PageText} page
 * @param {string | null} address the page's URL, null for the response to a refused form
 * @param {boolean} [tapped] after a tap on this device
 */
export function showPage(page, address, tapped = false) {
  const moved = address !== null && pathOf(new URL(address)) !== path;
  const { name, value, id } = /** @type {HTMLButtonElement} */ (document.activeElement);
  const focused = tapped || document.activeElement !== document.body;
  const restore = !moved && replaceParts(page) ? () => {} : replacePage(page, tapped, moved);
  if (moved) {
    writeAddress();
    history.pushState(null, "", address);
  } else if (address !== null && address !== here()) {
    unwritten = address;
    afterFrame(writeAddress);
  }
  path = pathOf(location);
  dispatchEvent(new CustomEvent("pageshown", { detail: tapped })); // before styles are computed, which this may change
  restore();
  if (focused && !moved && (tapped || document.activeElement === document.body)) focusOn(focusTarget(name, value, id));
  afterFrame(announce);
}

/** @param {HTMLElement | null} target */
const focusOn = (target) => target === document.activeElement || target?.focus({ preventScroll: true });

const LONGEST = 2000; // ms to wait for a style
/** @type {Promise<unknown> | null} */
let styled = null;

/**
 * Adds the styles that a page lacks before it is shown, and resolves once all are here: if they came later, what it shows would move under a
 * finger.
 * @param {Page} page
 */
export function stylesOf({ text }) {
  const hrefs = [...(text?.frame ?? "").matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href);
  if (text && hrefs.some((href) => !document.head.querySelector(`link[href="${href}"]`))) addStyles((text.next ??= readPage(text.frame)));
  return styled;
}

/**
 * Adds the styles that this page lacks, in the order of the next one; one that does not load is tried again later.
 * @param {Document} next
 */
function addStyles(next) {
  /** @type {Element | null} */
  let before = null;
  for (const link of /** @type {NodeListOf<HTMLLinkElement>} */ (next.head.querySelectorAll('link[rel="stylesheet"]'))) {
    const same = document.head.querySelector(`link[href="${link.getAttribute("href")}"]`);
    if (!same) {
      const loaded = new Promise((resolve) => ((link.onload = resolve), (link.onerror = () => resolve(link.remove())), setTimeout(resolve, LONGEST)));
      styled = Promise.all([styled, loaded]);
      before ? before.after(link) : document.head.append(link);
    }
    before = same ?? link;
  }
}

// Adds the styles that the page itself loads only without scripts: those of a hand after the bidding.
export const addLaterStyles = () => document.head.querySelector('[href*="/hand"]') || addStyles(readPage(document.head.innerHTML));

/** @param {string} text */
export const readPage = (text) => new DOMParser().parseFromString(text, "text/html");

/** @param {Document} page */
export const phaseOf = (page) => page.querySelector("[data-phase]")?.dataset.phase;

/**
 * Replaces what differs anywhere; returns a function that restores open details and typed text.
 * @param {PageText} page
 * @param {boolean} tapped
 * @param {boolean} moved
 * @returns {() => unknown}
 */
function replacePage(page, tapped, moved) {
  const next = page.next ?? readPage(page.frame);
  if (tapped && phaseOf(next) !== phaseOf(document)) /** @type {HTMLElement} */ (document.activeElement).blur(); // its key will be gone, and until now no style has changed
  const open = [...document.querySelectorAll("details[id][open]")].map((each) => each.id);
  /** @type {NodeListOf<HTMLInputElement | HTMLTextAreaElement>} */
  const fields = document.querySelectorAll("main form:not([data-sent]) :is(input, textarea)");
  const typed = [...fields].filter((each) => each.value !== each.defaultValue);
  if (tapped && next.title !== document.title) scrollTo(0, 0);
  addStyles(next);
  document.title = next.title;
  replaceBody(next.body, page);
  return () => {
    if (moved) return focusOn(askedFor() ?? document.getElementById("main"));
    open.forEach((each) => document.getElementById(each)?.setAttribute("open", ""));
    typed.forEach((each) => {
      const named = [.../** @type {NodeListOf<HTMLInputElement | HTMLTextAreaElement>} */ (document.querySelectorAll(`main [name="${CSS.escape(each.name)}"]:not([type="hidden"])`))];
      const same = named.find(({ form }) => form?.action === each.form?.action) ?? (named.length === 1 ? named[0] : null);
      if (same) same.value = each.value;
    });
  };
}

/**
 * The field that the page asks to be typed in.
 * @returns {HTMLElement | null}
 */
const askedFor = () => document.querySelector("main [autofocus]");

/**
 * The field to type in, the button that had the focus, or the first one to press.
 * @param {string} name
 * @param {string} value
 * @param {string} id
 */
function focusTarget(name, value, id) {
  const same = name && document.querySelector(`button[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]:enabled`);
  const first = () => document.querySelector("[data-key]:enabled, [data-main-button]");
  return askedFor() || same || (id && document.getElementById(id)) || first() || document.getElementById("main");
}

// Makes screen readers read what happened, new totals, and what comes next; they read alerts by themselves.
const spoken = () => [...document.querySelectorAll('main [role="status"], [data-announce]')].map((each) => each.textContent.trim());
let announced = spoken();
function announce() {
  const words = spoken();
  const fresh = words.filter((each) => !announced.includes(each)).join(". ").replaceAll(/(?<=[.?!])\. /g, " ");
  announced = words;
  if (fresh) setTimeout(() => (liveRegion.textContent = fresh), 60);
}
