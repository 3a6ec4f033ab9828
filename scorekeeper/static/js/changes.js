// Changes: replaces only what differs in the next page.
import { canBecome, compare, copyAttributes, isElement, make, noEdits, nodeFrom, show } from "./edits.js";

/** @import { Edit, Edits } from "./edits.js" */
/** @import { PageText } from "./swap.js" */
/** @typedef {{ frame: string, parts: string[], nodes: Node[] }} Shown */

const MARKS = ["data-sent", "data-pressed"]; // of forms that were pressed
const MARKED = "form:is([data-sent], [data-pressed])";

/** @type {Shown | null} */
let shown = null; // the page that this phone drew last, while it shows: its `frame`, its `parts`, and their `nodes`
/** @type {Node | null} */
let last = null; // the node that stays after all others
/** @type {Edits | null} */
let ready = null; // edits that were worked out ahead, as long as the page is as it was then
/** @type {Edit[]} */
let later = []; // edits of the score sheet, once what is on the screen shows
const observer = new MutationObserver(notice);

/**
 * A form without typed text can be pressed again as it is.
 * @param {HTMLFormElement} form
 */
const hasOnlyButtons = (form) => [.../** @type {Iterable<HTMLInputElement>} */ (form.elements)].every(({ type }) => type === "hidden" || type === "submit");

/**
 * Whether pressing this form changed nothing but its marks.
 * @param {HTMLFormElement} form
 */
const isAsDrawn = (form) => !form.hasAttribute("data-pressed") && hasOnlyButtons(form);

const pressedForms = () => [.../** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll(MARKED))];

/**
 * Turns the page into `next`; `lastNode` stays after all others. An empty template in `next` has the place of one of the `parts`, by its
 * number: a part that the page shows already is not even read. `edits` is what this takes, if it was worked out ahead.
 * @param {Element} page
 * @param {Node} lastNode
 * @param {Element} next
 * @param {PageText} text
 */
export function replaceChanges(page, lastNode, next, text) {
  makeLater();
  if (last !== lastNode) ready = null;
  last = lastNode;
  const pressed = pressedForms();
  const readyEdits = takeReady(text.edits);
  const isReady = readyEdits && pressed.every((form) => isAsDrawn(form) || readyEdits.gone.some((node) => node.contains(form)));
  for (const form of pressed) {
    form.removeAttribute("data-pressed");
    if (hasOnlyButtons(form)) form.removeAttribute("data-sent");
  }
  makeAll(isReady ? readyEdits : pageEdits(page, next, text));
}

/**
 * Changes the score sheet after the next frame if it is below the screen: a new hand there takes a fifth of the time of saving.
 * @param {Edits} edits
 */
function makeAll({ list, sheet, after }) {
  make(list);
  later = sheet;
  after ? after(makeLater) : makeLater();
}

function makeLater() {
  make(later);
  later = [];
}

// Whether the score sheet is below the screen, or behind the bar there. A bar at the side begins at the top.
function isBelow() {
  const top = (/** @type {string} */ place) => document.querySelector(place)?.getBoundingClientRect().top;
  return (top("#sheet > section") ?? 0) >= (top("body > nav") || innerHeight);
}

/**
 * The same for a page that differs from the shown one in some of its parts only; false if other things differ too.
 * @param {PageText} text
 */
export function replaceParts(text) {
  makeLater();
  if (!text.parts || !shown || text.frame !== shown.frame || !shown.nodes.every((node) => node?.isConnected)) return false;
  const { nodes } = shown;
  const pressed = pressedForms();
  const marked = new Set(pressed.filter((form) => !isAsDrawn(form)).map((form) => nodes.find((node) => node.contains(form))));
  if (marked.has(undefined)) return false;
  pressed.filter(isAsDrawn).forEach((form) => form.removeAttribute("data-sent"));
  const readyEdits = takeReady(text.edits);
  makeAll(readyEdits && !marked.size ? readyEdits : partEdits(shown, text.parts, marked));
  return true;
}

/**
 * @param {Element} page
 * @param {Element} next
 * @param {PageText} text
 */
function pageEdits(page, next, { frame, parts }) {
  const edits = noEdits();
  /** @type {Node[]} */
  const nodes = [];
  const isAlert = next.querySelector('[role="alert"]') !== null;
  const mayStay = isAlert ? () => false : undefined;
  compare(page, next, edits, mayStay, { parts: parts ?? [], nodes, last });
  edits.list.push(() => (shown = isAlert || !parts ? null : { frame, parts, nodes }));
  return edits;
}

/**
 * @param {Shown} before
 * @param {string[]} parts
 * @param {Set<Node | undefined>} [marked]
 */
function partEdits(before, parts, marked) {
  const edits = noEdits();
  const nodes = [...before.nodes];
  parts.forEach((text, i) => {
    const node = /** @type {ChildNode} */ (nodes[i]);
    if (text === before.parts[i] && !marked?.has(node)) return;
    const next = nodeFrom(text);
    const stays = isElement(next) && canBecome(node, next);
    if (stays) {
      copyAttributes(node, next, edits);
      compare(node, next, edits);
    } else {
      edits.gone.push(node);
      edits.list.push(() => node.replaceWith(next));
    }
    show(stays ? node : next, i, edits, { parts, nodes });
  });
  edits.list.push(() => (shown = { ...before, parts, nodes }));
  return edits;
}

/**
 * Works out what it takes to show this page, while a finger is still on the key that shows it.
 * @param {PageText} page
 * @param {Pick<typeof import("./swap.js"), "readPage" | "afterFrame">} swap
 * @returns {PageText}
 */
export function readAhead(page, { readPage, afterFrame }) {
  makeLater();
  let next = null;
  last ??= document.querySelector("body > [aria-live]");
  if (page.frame === shown?.frame) {
    ready = partEdits(shown, page.parts ?? []);
  } else {
    next = readPage(page.frame);
    ready = pageEdits(document.body, next.body, page);
  }
  if (isBelow()) ready.after = afterFrame;
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  return { ...page, next, edits: ready };
}

/**
 * These edits if they can be made, because nothing else has changed the page since. What only screen readers get does not matter.
 * @param {Edits} [edits]
 */
function takeReady(edits) {
  notice(observer.takeRecords());
  observer.disconnect();
  const found = edits === ready ? ready : null;
  ready = null;
  return found;
}

/** @param {MutationRecord[]} records */
function notice(records) {
  if (!records.every(({ target, attributeName }) => target === last || MARKS.includes(attributeName ?? ""))) ready = null;
}
