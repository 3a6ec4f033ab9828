// Page swap: shows a page from the server in place of the current one, without loading it.

const liveRegion = Object.assign(document.createElement("p"), { className: "vh" });
liveRegion.setAttribute("aria-live", "polite");
document.body.append(liveRegion);

let path = location.pathname; // of the page that is shown
let unwritten = null; // its address, until the browser has it

// Replaces the whole page; the scripts that draw on the phone replace less.
let replaceBody = (next) => {
  [...document.body.childNodes].forEach((old) => old === liveRegion || old.remove());
  liveRegion.before(...next.childNodes);
};
let replaceParts = () => false;
export function replaceWith(change, changeParts) {
  replaceBody = (...pages) => change(document.body, liveRegion, ...pages);
  replaceParts = changeParts;
}

export const isElsewhere = () => location.pathname !== path;

// The address of the page that is shown.
export const here = () => unwritten ?? location.href;

// Does some work once the page is on the screen.
export const afterFrame = (work) => (document.hidden ? work() : requestAnimationFrame(() => setTimeout(work)));

// Gives the browser the address, which takes it as long as a tenth of a tap.
function writeAddress() {
  if (unwritten && !isElsewhere()) history.replaceState(null, "", unwritten);
  unwritten = null;
}

// `page` is a text from the server, or what this phone drew. `address` is the page's URL, null for the response to a refused form.
// `tapped`: after a tap on this device. `beforeStyles`: what may change styles too, before those of the page are computed.
export function showPage(page, address, tapped = false, beforeStyles) {
  const moved = address !== null && new URL(address).pathname !== path;
  const { name, value, id } = document.activeElement;
  const focused = tapped || document.activeElement !== document.body;
  const restore = !moved && replaceParts(page) ? () => {} : replacePage(page, tapped, moved);
  if (moved) {
    writeAddress();
    history.pushState(null, "", address);
  } else if (address !== null && address !== here()) {
    unwritten = address;
    afterFrame(writeAddress);
  }
  path = location.pathname;
  dispatchEvent(new Event("pageshown"));
  beforeStyles?.();
  restore();
  if (focused && !moved && (tapped || document.activeElement === document.body)) focusOn(focusTarget(name, value, id));
  afterFrame(announce);
}

const focusOn = (target) => target === document.activeElement || target?.focus({ preventScroll: true });

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
export const addLaterStyles = () => document.head.querySelector('[href*="/hand"]') || addStyles(readPage(document.head.innerHTML));

export const readPage = (text) => new DOMParser().parseFromString(text, "text/html");

export const phaseOf = (page) => page.querySelector("[data-phase]")?.dataset.phase;

// Replaces what differs anywhere; returns a function that restores open details and typed text.
function replacePage(page, tapped, moved) {
  const next = page.next ?? readPage(page.frame ?? page);
  if (tapped && phaseOf(next) !== phaseOf(document)) document.activeElement.blur(); // its key will be gone, and until now no style has changed
  const open = [...document.querySelectorAll("details[id][open]")].map((each) => each.id);
  const fields = document.querySelectorAll("main form:not([data-sent]) :is(input, textarea)");
  const typed = [...fields].filter((each) => each.value !== each.defaultValue);
  if (tapped && next.title !== document.title) scrollTo(0, 0);
  addStyles(next);
  document.title = next.title;
  replaceBody(next.body, page);
  return () => {
    if (moved) return focusOn(document.getElementById("main"));
    open.forEach((each) => document.getElementById(each)?.setAttribute("open", ""));
    typed.forEach((each) => {
      const same = document.querySelector(`main [name="${CSS.escape(each.name)}"]:not([type="hidden"])`);
      if (same) same.value = each.value;
    });
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
