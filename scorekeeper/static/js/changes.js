// Changes: replaces only what differs in the next page. The rest keeps its focus, place and typed text.

const partOf = new WeakMap(); // by node: the text of the part of a page that it shows
let ahead = new Map(); // nodes of the page that may come next, by their texts
let shown = null; // the page that this phone drew last, while it shows: its `frame`, its `parts`, and their `nodes`

// A node that the next page has too, whatever is inside it. Screen readers read an alert again only if it is a new one.
function isKept(old, next) {
  if (old.nodeName !== next.nodeName) return false;
  if (old.nodeType !== Node.ELEMENT_NODE) return old.data === next.data;
  const { attributes } = next;
  if (old.attributes.length !== attributes.length || old.matches('[role="alert"]')) return false;
  return [...attributes].every(({ name, value }) => old.getAttribute(name) === value);
}

const kindOf = (node) => node.getAttribute("class")?.split(" ")[0];

// A node that becomes the next one once it has the same attributes. One that is read out, or holds typed text, is replaced instead.
const canBecome = (old, next) =>
  old.nodeType === Node.ELEMENT_NODE && old.nodeName === next.nodeName && old.id === next.id && kindOf(old) === kindOf(next) &&
  !old.matches("[role], input:not([type=hidden]), select, textarea");

function copyAttributes(old, next) {
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

// A form without typed text can be pressed again as it is.
const hasOnlyButtons = (form) => [...form.elements].every(({ type }) => type === "hidden" || type === "submit");

// Turns the page into `next`; `last` is a node that stays after all others. An empty template in `next` has the place of one
// of the `parts`, by its number: a part that the page shows already is not even read.
export function replaceChanges(page, last, next, { frame, parts }) {
  for (const form of page.querySelectorAll("form:is([data-sent], [data-pressed])")) {
    form.removeAttribute("data-pressed");
    if (hasOnlyButtons(form)) form.removeAttribute("data-sent");
  }
  const nodes = [];
  const isAlert = next.querySelector('[role="alert"]') !== null;
  const mayStay = isAlert ? () => false : (old, node) => old.isEqualNode(node);
  replaceInside(page, next, mayStay, { parts, nodes, last });
  shown = isAlert || !parts ? null : { frame, parts, nodes };
}

// The same for a page that differs from the shown one in some of its parts only; false if other things differ too.
export function replaceParts({ frame, parts }) {
  if (!shown || frame !== shown.frame) return false;
  const pressed = [...document.querySelectorAll("form:is([data-sent], [data-pressed])")];
  const marked = new Set(pressed.map((form) => shown.nodes.find((node) => node?.contains(form))));
  if (marked.has(undefined) || !shown.nodes.every((node) => node?.isConnected)) return false;
  parts.forEach((text, i) => {
    const node = shown.nodes[i];
    if (text === shown.parts[i] && !marked.has(node)) return;
    const next = nodeFrom(text);
    const stays = canBecome(node, next);
    if (stays) {
      copyAttributes(node, next);
      replaceInside(node, next);
    } else node.replaceWith(next);
    show(stays ? node : next, i, { parts, nodes: shown.nodes });
  });
  shown.parts = parts;
  return true;
}

function replaceInside(old, next, mayStay = (one, other) => one.isEqualNode(other), page = {}) {
  const before = [...old.childNodes].filter((node) => node !== page.last);
  const after = [...next.childNodes];
  let at = 0;
  const find = (isSame) => before.findIndex((each, i) => i >= at && isSame(each, i));
  const isNeeded = (each, place) => after.slice(place).some((node) => isKept(each, node));
  for (let [place, node] of after.entries()) {
    const number = node.dataset?.part;
    const part = number && page.parts[number];
    const known = number ? find((each) => partOf.get(each) === part) : -1;
    if (number && known < 0) node = nodeFrom(part);
    const isText = node.nodeType !== Node.ELEMENT_NODE; // the spaces between two elements must not match those after the second one
    let found = known < 0 ? find((each, i) => (i === at || !isText) && isKept(each, node)) : known;
    if (found < 0 && !isText) {
      found = find((each) => (node.id ? each.id === node.id : each.nodeType === Node.ELEMENT_NODE));
      if (found >= 0 && canBecome(before[found], node) && !isNeeded(before[found], place + 1)) copyAttributes(before[found], node);
      else found = -1;
    }
    const stays = before[found] ?? node;
    if (number) show(stays, number, page);
    else partOf.delete(stays);
    if (found < 0) {
      if (!isText) node.querySelectorAll("[data-part]").forEach((empty) => empty.replaceWith(show(nodeFrom(page.parts[empty.dataset.part]), empty.dataset.part, page)));
      old.insertBefore(node, before[at] ?? page.last ?? null);
      continue;
    }
    before.slice(at, found).forEach((each) => each.remove());
    at = found + 1;
    if (known < 0 && !mayStay(stays, node)) replaceInside(stays, node, mayStay, { ...page, last: null });
  }
  before.slice(at).forEach((each) => each.remove());
}

function show(node, number, { parts, nodes }) {
  nodes[number] = node;
  partOf.set(node, parts[number]);
  return node;
}

// Reads what the next page has and this one has not, while a finger is still on the key that shows it. Its nodes are for one page only.
export function readAhead(page, readPage) {
  const known = new Set(shown?.parts);
  ahead = new Map(page.parts.filter((text) => !known.has(text)).map((text) => [text, nodeFrom(text)]));
  return page.frame === shown?.frame ? page : { ...page, next: readPage(page.frame) };
}

function nodeFrom(text) {
  const read = ahead.get(text);
  if (ahead.delete(text)) return read;
  const template = document.createElement("template");
  template.innerHTML = text;
  return template.content.firstElementChild ?? new Comment();
}
