// Page swap: shows a page from the server in place of the current one, without loading it.

const liveRegion = Object.assign(document.createElement("p"), { className: "vh" });
liveRegion.setAttribute("aria-live", "polite");
document.body.append(liveRegion);

let path = location.pathname; // of the page that is shown

// Replaces the whole page; the scripts that draw on the phone replace less.
let replaceBody = (next) => {
  [...document.body.childNodes].forEach((old) => old === liveRegion || old.remove());
  liveRegion.before(...next.childNodes);
};
let replaceSome = () => false;
export function replaceWith(change, changeParts) {
  replaceBody = (next, page) => change(document.body, next, liveRegion, page);
  replaceSome = (page) => changeParts(document.body, page);
}

export const isElsewhere = () => location.pathname !== path;

// `page` is a text from the server, or what this phone drew. `address` is the page's URL, null for the response to a refused form.
// `tapped`: after a tap on this device.
export function showPage(page, address, tapped = false) {
  const moved = address !== null && new URL(address).pathname !== path;
  const focus = rememberFocus(tapped);
  const restore = moved || !replaceSome(page) ? replacePage(page, tapped, moved) : () => {};
  if (address !== null && address !== location.href) history[moved ? "pushState" : "replaceState"](null, "", address);
  path = location.pathname;
  dispatchEvent(new Event("pageshown"));
  restore();
  if (moved) document.getElementById("main")?.focus({ preventScroll: true });
  else focus();
  announce();
}

const LONGEST = 2000; // ms to wait for a style
let styled = null;

// Resolves once the styles that were added have loaded.
export const stylesLoaded = () => styled;

// Adds the styles that this page lacks, in the order of the next one; one that does not load is tried again later.
function addStyles(next) {
  let before = null;
  next.head.querySelectorAll('link[rel="stylesheet"]').forEach((link) => {
    const same = document.head.querySelector(`link[href="${link.getAttribute("href")}"]`);
    if (!same) {
      const loaded = new Promise((resolve) => ((link.onload = resolve), (link.onerror = () => resolve(link.remove())), setTimeout(resolve, LONGEST)));
      styled = Promise.all([styled, loaded]);
      before ? before.after(link) : document.head.append(link);
    }
    before = same ?? link;
  });
}

// Adds the styles that the page itself loads only without scripts: those of a hand after the bidding.
export function addLaterStyles() {
  const later = [...document.querySelectorAll("head noscript")].map((each) => each.textContent).join("");
  const added = [...document.head.querySelectorAll('link[rel="stylesheet"]')];
  if (!added.some((link) => later.includes(link.getAttribute("href")))) addStyles(readPage(later));
}

const readPage = (text) => new DOMParser().parseFromString(text, "text/html");

// Replaces what differs anywhere in the page; returns a function that restores its place.
function replacePage(page, tapped, moved) {
  const next = readPage(page.frame ?? page);
  const restore = moved ? () => {} : rememberPlace();
  if (tapped && next.title !== document.title) scrollTo(0, 0);
  addStyles(next);
  document.title = next.title;
  replaceBody(next.body, page);
  return restore;
}

// Remembers open details and typed text; returns a function that restores them.
function rememberPlace() {
  const open = [...document.querySelectorAll("details[id][open]")].map((each) => each.id);
  const fields = document.querySelectorAll("main form:not([data-sent]) :is(input, textarea)");
  const typed = [...fields].filter((each) => each.value !== each.defaultValue);
  return () => {
    open.forEach((each) => document.getElementById(each)?.setAttribute("open", ""));
    typed.forEach((each) => {
      const same = document.querySelector(`main [name="${CSS.escape(each.name)}"]:not([type="hidden"])`);
      if (same) same.value = each.value;
    });
  };
}

// Remembers the focus; returns a function that restores it.
function rememberFocus(tapped) {
  const { name, value, id } = document.activeElement;
  const focused = tapped || document.activeElement !== document.body;
  return () => {
    if (!focused || (!tapped && document.activeElement !== document.body)) return;
    const target = focusTarget(name, value, id);
    if (target !== document.activeElement) target?.focus({ preventScroll: true });
  };
}

// The button that had the focus, or the first one to press.
function focusTarget(name, value, id) {
  const same = name && document.querySelector(`button[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]:enabled`);
  const first = () => document.querySelector("[data-key]:enabled, [data-main-button]");
  return same || (id && document.getElementById(id)) || first() || document.getElementById("main");
}

// Makes screen readers read what happened, new totals, and what comes next; they read alerts by themselves.
const spoken = () => [...document.querySelectorAll('main [role="status"], [data-announce]')].map((each) => each.textContent.trim());
let announced = spoken();
function announce() {
  const words = spoken();
  const fresh = words.filter((each) => !announced.includes(each)).join(". ");
  announced = words;
  if (fresh) setTimeout(() => (liveRegion.textContent = fresh), 60);
}
