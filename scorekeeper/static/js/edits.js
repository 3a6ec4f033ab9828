// Edits: what it takes to turn nodes of the page into those of the next one. The rest keeps its focus, place and typed text.

/**
 * What it takes to change a page: `list` are functions to call in order, before which nothing changes; `sheet` are those inside the score sheet,
 * which may come later; `gone` are nodes that will not stay.
 * @typedef {{ list: Edit[], sheet: Edit[], gone: Node[], after?: (work: () => void) => void }} Edits
 * @typedef {() => void} Edit
 *
 * The texts of a page's parts, the nodes that show them, and the node that stays after all others.
 * @typedef {{ parts: string[], nodes: Node[], last?: Node | null }} Parts
 */

/** @type {WeakMap<Node, string>} */
const partOf = new WeakMap(); // by node: the text of the part of a page that it shows

/**
 * @param {Node} node
 * @returns {node is HTMLElement}
 */
export const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;

/**
 * A node that the next page has too, whatever is inside it. Screen readers read an alert again only if it is a new one.
 * @param {Node} old
 * @param {Node} next
 */
function isKept(old, next) {
  if (old.nodeName !== next.nodeName) return false;
  if (!isElement(old) || !isElement(next)) return old.nodeValue === next.nodeValue;
  const { attributes } = next;
  if (old.attributes.length !== attributes.length || old.matches('[role="alert"]')) return false;
  return [...attributes].every(({ name, value }) => old.getAttribute(name) === value);
}

/** @param {Element} node */
const kindOf = (node) => node.getAttribute("class")?.split(" ")[0];

/**
 * A node that becomes the next one once it has the same attributes. One that is read out, or holds typed text, is replaced instead.
 * @param {Node} old
 * @param {Element} next
 * @returns {old is HTMLElement}
 */
export const canBecome = (old, next) =>
  isElement(old) && old.nodeName === next.nodeName && old.id === next.id && kindOf(old) === kindOf(next) &&
  !old.matches("[role], input:not([type=hidden]), select, textarea");

/**
 * @param {Element} old
 * @param {Element} next
 * @param {Edits} edits
 */
export function copyAttributes(old, next, edits) {
  for (const { name } of old.attributes) if (!next.hasAttribute(name)) edits.list.push(() => old.removeAttribute(name));
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) edits.list.push(() => old.setAttribute(name, value));
}

/** @returns {Edits} */
export const noEdits = () => ({ list: [], sheet: [], gone: [] });

/** @param {Edit[]} list */
export const make = (list) => list.forEach((edit) => edit());

/** @param {Element} node */
const isSheet = (node) => node.localName === "section" && node.parentElement?.id === "sheet";

/**
 * Adds to `edits` what turns everything inside `old` into what is inside `next`.
 * @param {Node} old
 * @param {Node} next
 * @param {Edits} edits
 * @param {(old: Node, next: Node) => boolean} [mayStay]
 * @param {Parts} [page]
 */
export function compare(old, next, edits, mayStay = (one, other) => one.isEqualNode(other), page = { parts: [], nodes: [] }) {
  const before = [...old.childNodes].filter((node) => node !== page.last);
  const after = [...next.childNodes];
  let at = 0;
  const find = (/** @type {(node: Node, place: number) => boolean} */ isSame) => before.findIndex((each, i) => i >= at && isSame(each, i));
  const isNeeded = (/** @type {Node} */ each, /** @type {number} */ place) => after.slice(place).some((node) => isKept(each, node));
  const remove = (/** @type {ChildNode[]} */ nodes) => {
    edits.gone.push(...nodes);
    edits.list.push(() => nodes.forEach((each) => each.remove()));
  };
  for (const [place, empty] of after.entries()) {
    const number = isElement(empty) ? empty.dataset.part : undefined;
    const part = number ? page.parts[+number] : "";
    const known = number ? find((each) => partOf.get(each) === part) : -1;
    const node = number && known < 0 ? nodeFrom(part) : empty;
    let found = known;
    if (known < 0) {
      // The spaces between two elements must not match those after the second one.
      found = find((each, i) => (i === at || isElement(node)) && isKept(each, node));
      if (found < 0 && isElement(node)) {
        found = find((each) => (node.id ? isElement(each) && each.id === node.id : isElement(each)));
        const same = before[found];
        if (same && canBecome(same, node) && !isNeeded(same, place + 1)) copyAttributes(same, node, edits);
        else found = -1;
      }
    }
    const stays = before[found] ?? node;
    if (number) show(stays, +number, edits, page);
    else if (partOf.has(stays)) edits.list.push(() => partOf.delete(stays));
    if (found < 0) {
      if (isElement(node)) node.querySelectorAll("[data-part]").forEach((inner) => fill(inner, edits, page));
      const following = before[at] ?? page.last ?? null;
      edits.list.push(() => old.insertBefore(node, following));
      continue;
    }
    remove(before.slice(at, found));
    at = found + 1;
    const inside = isElement(stays) && isSheet(stays) ? { ...edits, list: edits.sheet } : edits;
    if (known < 0 && !mayStay(stays, node)) compare(stays, node, inside, mayStay, { ...page, last: null });
  }
  remove(before.slice(at));
}

/**
 * @param {HTMLElement} empty
 * @param {Edits} edits
 * @param {Parts} page
 */
function fill(empty, edits, page) {
  const number = Number(empty.dataset.part);
  const node = nodeFrom(page.parts[number]);
  show(node, number, edits, page);
  edits.list.push(() => empty.replaceWith(node));
}

/**
 * @param {Node} node
 * @param {number} number
 * @param {Edits} edits
 * @param {Parts} page
 */
export function show(node, number, edits, { parts, nodes }) {
  nodes[number] = node;
  edits.list.push(() => partOf.set(node, parts[number]));
}

/** @param {string} text */
export function nodeFrom(text) {
  const template = document.createElement("template");
  template.innerHTML = text;
  /** @type {ChildNode} */
  const node = template.content.firstElementChild ?? new Comment();
  return document.adoptNode(node);
}
