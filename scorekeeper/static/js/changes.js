// Changes: replaces only the parts of a page that differ in the next one. The others keep their focus, place and typed text.

const partOf = new WeakMap(); // by node: the number of the part of a page that it shows

// A node that the next page has too, whatever is inside it. Screen readers read an alert again only if it is a new one.
function isKept(old, next) {
  if (old.nodeName !== next.nodeName) return false;
  if (old.nodeType !== Node.ELEMENT_NODE) return old.data === next.data;
  const { attributes } = next;
  if (old.attributes.length !== attributes.length || old.matches('[role="alert"]')) return false;
  return [...attributes].every(({ name, value }) => old.getAttribute(name) === value);
}

// A form without typed text can be pressed again as it is.
const hasOnlyButtons = (form) => [...form.elements].every(({ type }) => type === "hidden" || type === "submit");

// Turns the page into `next`; `last` is a node that stays after all others. `textOf` is the text of a part, by the number
// that an empty template in `next` has in its place: a part that the page shows already is not even read.
export function replaceChanges(page, next, last, textOf) {
  for (const form of page.querySelectorAll("form[data-sent]")) if (hasOnlyButtons(form)) form.removeAttribute("data-sent");
  const mayStay = next.querySelector('[role="alert"]') ? () => false : (old, node) => old.isEqualNode(node);
  replaceInside(page, next, last);

  function replaceInside(old, next, last = null) {
    const before = [...old.childNodes].filter((node) => node !== last);
    let at = 0;
    const find = (isSame) => before.findIndex((each, i) => i >= at && isSame(each, i));
    for (let node of [...next.childNodes]) {
      const part = node.dataset?.part;
      const shown = part ? find((each) => partOf.get(each) === part) : -1;
      if (part && shown < 0) node = partFrom(textOf(part));
      const isText = node.nodeType !== Node.ELEMENT_NODE; // the spaces between two elements must not match those after the second one
      const found = shown < 0 ? find((each, i) => (i === at || !isText) && isKept(each, node)) : shown;
      const stays = before[found] ?? node;
      if (part) partOf.set(stays, part);
      else partOf.delete(stays);
      if (found < 0) {
        old.insertBefore(node, before[at] ?? last);
        continue;
      }
      before.slice(at, found).forEach((each) => each.remove());
      at = found + 1;
      if (shown < 0 && !mayStay(stays, node)) replaceInside(stays, node);
    }
    before.slice(at).forEach((each) => each.remove());
  }
}

function partFrom(text) {
  const template = document.createElement("template");
  template.innerHTML = text;
  return template.content.firstElementChild;
}
