// Changes: replaces only the parts of a page that differ in the next one. The others keep their focus, place and typed text.

// A node that the next page has too, whatever is inside it. Screen readers read an alert again only if it is a new one.
const isKept = (old, next) => old.cloneNode(false).isEqualNode(next.cloneNode(false)) && !(old.matches?.('[role="alert"]') ?? false);

// A form without typed text can be pressed again as it is.
const hasOnlyButtons = (form) => [...form.elements].every(({ type }) => type === "hidden" || type === "submit");

// Turns the page into `next`; `last` is a node that stays after all others.
export function replaceChanges(page, next, last) {
  for (const form of page.querySelectorAll("form[data-sent]")) if (hasOnlyButtons(form)) form.removeAttribute("data-sent");
  replaceInside(page, next, last);
}

function replaceInside(old, next, last = null) {
  const before = [...old.childNodes].filter((node) => node !== last);
  let at = 0;
  for (const node of [...next.childNodes]) {
    const found = before.findIndex((each, i) => i >= at && isKept(each, node));
    if (found < 0) {
      old.insertBefore(node, before[at] ?? last);
      continue;
    }
    before.slice(at, found).forEach((each) => each.remove());
    at = found + 1;
    if (before[found].hasChildNodes() || node.hasChildNodes()) replaceInside(before[found], node);
  }
  before.slice(at).forEach((each) => each.remove());
}
