// Changes: replaces only what differs in the next page.
import { canBecome, compare, copyAttributes, make, noEdits, nodeFrom, show } from "./edits.js";

const MARKS = ["data-sent", "data-pressed"]; // of forms that were pressed
const MARKED = "form:is([data-sent], [data-pressed])";

let shown = null; // the page that this phone drew last, while it shows: its `frame`, its `parts`, and their `nodes`
let last = null; // the node that stays after all others
let ready = null; // edits that were worked out ahead, as long as the page is as it was then
let later = []; // edits of the score sheet, once what is on the screen shows
const observer = new MutationObserver(notice);

// A form without typed text can be pressed again as it is.
const hasOnlyButtons = (form) => [...form.elements].every(({ type }) => type === "hidden" || type === "submit");

// Whether pressing this form changed nothing but its marks.
const isAsDrawn = (form) => !form.hasAttribute("data-pressed") && hasOnlyButtons(form);

// Turns the page into `next`; `lastNode` stays after all others. An empty template in `next` has the place of one of the `parts`, by its
// number: a part that the page shows already is not even read. `edits` is what this takes, if it was worked out ahead.
export function replaceChanges(page, lastNode, next, { frame, parts, edits }) {
  makeLater();
  if (last !== lastNode) ready = null;
  last = lastNode;
  const pressed = [...document.querySelectorAll(MARKED)];
  const isReady = takeReady(edits) && pressed.every((form) => isAsDrawn(form) || edits.gone.some((node) => node.contains(form)));
  for (const form of pressed) {
    form.removeAttribute("data-pressed");
    if (hasOnlyButtons(form)) form.removeAttribute("data-sent");
  }
  makeAll(isReady ? edits : pageEdits(page, next, { frame, parts }));
}

// Changes the score sheet after the next frame if it is below the screen: a new hand there takes a fifth of the time of saving.
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
  const top = (place) => document.querySelector(place)?.getBoundingClientRect().top;
  return top("#sheet > section") >= (top("body > nav") || innerHeight);
}

// The same for a page that differs from the shown one in some of its parts only; false if other things differ too.
export function replaceParts({ frame, parts, edits }) {
  makeLater();
  if (!shown || frame !== shown.frame || !shown.nodes.every((node) => node?.isConnected)) return false;
  const pressed = [...document.querySelectorAll(MARKED)];
  const marked = new Set(pressed.filter((form) => !isAsDrawn(form)).map((form) => shown.nodes.find((node) => node.contains(form))));
  if (marked.has(undefined)) return false;
  pressed.filter(isAsDrawn).forEach((form) => form.removeAttribute("data-sent"));
  makeAll(takeReady(edits) && !marked.size ? edits : partEdits(parts, marked));
  return true;
}

function pageEdits(page, next, { frame, parts }) {
  const edits = noEdits();
  const nodes = [];
  const isAlert = next.querySelector('[role="alert"]') !== null;
  const mayStay = isAlert ? () => false : (old, node) => old.isEqualNode(node);
  compare(page, next, edits, mayStay, { parts, nodes, last });
  edits.list.push(() => (shown = isAlert || !parts ? null : { frame, parts, nodes }));
  return edits;
}

function partEdits(parts, marked) {
  const edits = noEdits();
  const nodes = [...shown.nodes];
  parts.forEach((text, i) => {
    const node = nodes[i];
    if (text === shown.parts[i] && !marked?.has(node)) return;
    const next = nodeFrom(text);
    const stays = canBecome(node, next);
    if (stays) {
      copyAttributes(node, next, edits);
      compare(node, next, edits);
    } else {
      edits.gone.push(node);
      edits.list.push(() => node.replaceWith(next));
    }
    show(stays ? node : next, i, edits, { parts, nodes });
  });
  edits.list.push(() => (shown = { ...shown, parts, nodes }));
  return edits;
}

// Works out what it takes to show this page, while a finger is still on the key that shows it.
export function readAhead(page, { readPage, afterFrame }) {
  makeLater();
  const next = page.frame === shown?.frame ? null : readPage(page.frame);
  last ??= document.querySelector("body > [aria-live]");
  ready = next ? pageEdits(document.body, next.body, page) : partEdits(page.parts);
  if (isBelow()) ready.after = afterFrame;
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  return { ...page, next, edits: ready };
}

// Whether these edits can be made, because nothing else has changed the page since. What only screen readers get does not matter.
function takeReady(edits) {
  notice(observer.takeRecords());
  observer.disconnect();
  const isReady = ready !== null && edits === ready;
  ready = null;
  return isReady;
}

function notice(records) {
  if (!records.every(({ target, attributeName }) => target === last || MARKS.includes(attributeName))) ready = null;
}
