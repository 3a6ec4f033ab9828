// Edits: what it takes to turn nodes of the page into those of the next one. The rest keeps its focus, place and typed text.

const partOf = new WeakMap(); // by node: the text of the part of a page that it shows

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
export const canBecome = (old, next) =>
  old.nodeType === Node.ELEMENT_NODE && old.nodeName === next.nodeName && old.id === next.id && kindOf(old) === kindOf(next) &&
  !old.matches("[role], input:not([type=hidden]), select, textarea");

export function copyAttributes(old, next, edits) {
  for (const { name } of old.attributes) if (!next.hasAttribute(name)) edits.list.push(() => old.removeAttribute(name));
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) edits.list.push(() => old.setAttribute(name, value));
}

// What it takes to change a page: `list` are functions to call in order, before which nothing changes; `sheet` are those inside the score sheet,
// which may come later; `gone` are nodes that will not stay.
export const noEdits = () => ({ list: [], sheet: [], gone: [] });
export const make = (list) => list.forEach((edit) => edit());

const isSheet = (node) => node.localName === "section" && node.parentNode.id === "sheet";

export function compare(old, next, edits, mayStay = (one, other) => one.isEqualNode(other), page = {}) {
  const before = [...old.childNodes].filter((node) => node !== page.last);
  const after = [...next.childNodes];
  let at = 0;
  const find = (isSame) => before.findIndex((each, i) => i >= at && isSame(each, i));
  const isNeeded = (each, place) => after.slice(place).some((node) => isKept(each, node));
  const remove = (nodes) => {
    edits.gone.push(...nodes);
    edits.list.push(() => nodes.forEach((each) => each.remove()));
  };
  for (let [place, node] of after.entries()) {
    const number = node.dataset?.part;
    const part = number && page.parts[number];
    const known = number ? find((each) => partOf.get(each) === part) : -1;
    if (number && known < 0) node = nodeFrom(part);
    const isText = node.nodeType !== Node.ELEMENT_NODE; // the spaces between two elements must not match those after the second one
    let found = known < 0 ? find((each, i) => (i === at || !isText) && isKept(each, node)) : known;
    if (found < 0 && !isText) {
      found = find((each) => (node.id ? each.id === node.id : each.nodeType === Node.ELEMENT_NODE));
      if (found >= 0 && canBecome(before[found], node) && !isNeeded(before[found], place + 1)) copyAttributes(before[found], node, edits);
      else found = -1;
    }
    const stays = before[found] ?? node;
    if (number) show(stays, number, edits, page);
    else if (partOf.has(stays)) edits.list.push(() => partOf.delete(stays));
    if (found < 0) {
      if (!isText) node.querySelectorAll("[data-part]").forEach((empty) => fill(empty, edits, page));
      const following = before[at] ?? page.last ?? null;
      edits.list.push(() => old.insertBefore(node, following));
      continue;
    }
    remove(before.slice(at, found));
    at = found + 1;
    const inside = isSheet(stays) ? { ...edits, list: edits.sheet } : edits;
    if (known < 0 && !mayStay(stays, node)) compare(stays, node, inside, mayStay, { ...page, last: null });
  }
  remove(before.slice(at));
}

function fill(empty, edits, page) {
  const number = empty.dataset.part;
  const node = nodeFrom(page.parts[number]);
  show(node, number, edits, page);
  edits.list.push(() => empty.replaceWith(node));
}

export function show(node, number, edits, { parts, nodes }) {
  nodes[number] = node;
  edits.list.push(() => partOf.set(node, parts[number]));
}

export function nodeFrom(text) {
  const template = document.createElement("template");
  template.innerHTML = text;
  return document.adoptNode(template.content.firstElementChild ?? new Comment());
}
