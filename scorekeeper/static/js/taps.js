// Taps without a page load: the phone draws what follows, and the server what the phone does not draw.
import { setQuery } from "./places.js";
import { afterFrame, isElsewhere, phaseOf, showPage, stylesOf } from "./swap.js";
import { pointersReleased } from "./pointers.js";
import { ask, pageIn, send } from "./asking.js";
import { onPhone } from "./loader.js";
import { showConnection } from "./connection.js";

/** @import { PageRequest } from "./types.js" */
/** @import { Page } from "./swap.js" */

// A finger that bounces touches the same button again within some 100 ms; nobody taps for two seats in that time. So the second touch is dropped
// whole: it does not bid for the next seat either. On a keyboard nothing bounces: who types 3333 quickly means four bids, and only a key that is
// held down, which repeats, is ignored. A touch that was dropped is gone: the next one means what the page shows.
const BOUNCE = 150; // ms in which another touch on the same button is a bounce
const MARK_DELAY = 50; // ms in which the phone usually draws the next page: until then a tap changes nothing else
const REST = 750; // ms in which no touch can mean what has come under the thumb

let lastTouch = { what: "", at: 0 }; // when the finger was there
let isTyped = false; // whether the last tap was a key's or a script's
let isKey = false; // whether it was one on a key of the pad
/** @type {MouseEvent | null} */
let click = null;
/** @type {HTMLFormElement | null} */
let waitsFor = null; // the form whose answer decides what can be tapped next
let pressed = ""; // its button
/**
 * A tap made while waiting: its button's address, name (null: any) and value, and the hidden fields where buttons differ in nothing else; and what it bids.
 * @typedef {{ kind?: string, bid: string, action: string | null, name: string | null, value: string, hidden?: string }} Pending
 */
/** @type {Pending[]} */
const pending = []; // each is pressed once the ones before it are answered

// A finger on a key: what its tap will show is drawn meanwhile.
document.addEventListener("pointerdown", ({ target }) => {
  /** @type {HTMLButtonElement | null} */
  const button = target.closest("form button, button[form]");
  if (button && !waitsFor) afterFrame(() => button.form && onPhone()?.prepare(requestOf(button.form, button)));
});

addEventListener("click", (event) => (click = event), true);

// A key that is held down presses its button once.
document.addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && event.target.matches("button, input")) event.preventDefault();
});

document.addEventListener("submit", (event) => {
  const { target: form, submitter: button } = /** @type {SubmitEvent & { submitter: HTMLButtonElement | null }} */ (event);
  if (event.defaultPrevented || !button || form.target || form.enctype === "multipart/form-data") return;
  event.preventDefault();
  const what = [form.action, button.name, button.value].join();
  const touch = click?.detail && button.contains(click.target) ? click : null; // the click of a key or a script has no `detail`
  click = null;
  const gap = touch && what === lastTouch.what ? touch.timeStamp - lastTouch.at : Infinity;
  if (gap < BOUNCE) return;
  if (touch) lastTouch = { what, at: touch.timeStamp };
  isTyped = !touch;
  isKey = button.matches("[data-key]");
  if (document.documentElement.dataset.touch !== "off") navigator.vibrate?.(10);
  if (waitsFor === form && what === pressed && form.method === "post" && !isKey) return; // a second tap on the same button
  if (waitsFor && gap < REST && !onPhone()) return; // no answer yet: who taps again means the same seat
  if (waitsFor) return postpone(form, button);
  pressed = what;
  press(form, button);
});

/**
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 */
async function press(form, button) {
  waitsFor = form;
  form.dataset.sent = "";
  const request = requestOf(form, button);
  const open = unbid();
  let isMarked = false;
  const mark = () => (isMarked ||= (markPressed(form, button), true));
  const marking = onPhone() ? setTimeout(mark, MARK_DELAY) : void mark();
  let page = await (form.dataset.unsent ? askOnce(form, request) : drawnHere(request));
  clearTimeout(marking);
  if (!page) {
    mark();
    page = await ask(request);
  }
  await stylesOf(page);
  await pointersReleased();
  waitsFor = null;
  if (page.isWrong) pending.length = 0; // show the refusal first
  if (page.text?.frame) showPage(page.text, page.address, true);
  if (open - unbid() > 1) pending.length = 0; // another phone has bid, maybe for the seat that was meant
  pressNext();
}

/**
 * What only the server can take, now or not at all: asks once, and says the form's words if there is no answer. A page that the phone draws
 * shows what comes of it itself.
 * @param {HTMLFormElement} form
 * @param {PageRequest} request
 * @returns {Promise<Page>}
 */
async function askOnce(form, { address, body }) {
  const reply = await send(address, body);
  const game = onPhone();
  if (reply) return game ? (await game.follow(), {}) : pageIn(reply, body);
  delete form.dataset.pressed;
  const words = Object.assign(document.createElement("p"), { className: "notice bad", textContent: form.dataset.unsent });
  words.setAttribute("role", "status");
  (document.querySelector("[data-phase]") ?? document.querySelector("main"))?.prepend(words);
  return {};
}

/**
 * The page that the phone draws, if it can: its storage may be full or forbidden.
 * @param {PageRequest} request
 */
async function drawnHere(request) {
  try {
    return await onPhone()?.answer(request);
  } catch (error) {
    console.warn(error);
    return null;
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 * @returns {PageRequest}
 */
function requestOf(form, button) {
  const given = new URLSearchParams(/** @type {any} */ (new FormData(form))); // whose values are all texts
  if (button.name) given.append(button.name, button.value);
  const address = new URL(button.getAttribute("formaction") || form.getAttribute("action") || "", location.href);
  if (form.method === "post") return { address: address.href, body: given.toString() };
  setQuery(address, given);
  return { address: address.href };
}

/**
 * Shows the key as pressed until the next page.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 */
function markPressed(form, button) {
  const [mark, on] = ["seats", "counts"].includes(form.dataset.kind ?? "") ? ["aria-current", "step"] : ["aria-pressed", "true"];
  form.dataset.pressed = "";
  form.querySelectorAll(`[${mark}]`).forEach((each) => each.removeAttribute(mark));
  if (button.matches("[data-key], [data-seat], [data-count]")) button.setAttribute(mark, on);
  const bid = bidOf(button);
  if (!bid || onPhone()) return;
  askNext(bid);
  setTimeout(() => button.removeAttribute(mark), REST); // then it looks like a bid of the next seat
}

/**
 * What a key bids, as its seat says it; empty for any other button.
 * @param {HTMLButtonElement} button
 */
const bidOf = (button) => (phase === "bidding" && button.form?.method === "post" && button.matches("[data-key]") && button.firstChild?.textContent) || "";

/**
 * Until the page of a bid comes, it stands at its seat, and the next one is asked.
 * @param {string} bid
 */
function askNext(bid) {
  const [here, next] = document.querySelectorAll("[data-unbid]");
  const seat = here?.closest("[aria-current]");
  if (!seat) return; // a bid is changed
  here.removeAttribute("data-unbid");
  here.textContent = bid;
  seat.removeAttribute("aria-current");
  next?.parentElement?.setAttribute("aria-current", "step");
  const heading = document.querySelector("h2[data-announce]");
  heading?.querySelector("bdi")?.replaceChildren(next?.parentElement?.querySelector("bdi")?.textContent ?? "…");
  heading?.parentElement?.querySelectorAll("small, p").forEach((words) => (words.textContent = "\u00a0")); // they count the bids without this one
}

/**
 * A tap of the same kind replaces the one before; bids are of none, and each is for the next seat. A key tapped after a count is for that count.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 */
function postpone(form, button) {
  const { kind } = form.dataset;
  const bid = bidOf(button);
  if (bid && !unbid()) return; // all have bid
  const follows = waitsFor?.dataset.kind === "counts" || pending.some((tap) => tap.kind === "counts");
  if (kind && pending.at(-1)?.kind === kind) pending.pop();
  const tap = { kind, bid, action: form.getAttribute("action"), name: follows ? null : button.name, value: button.value };
  const isAlone = buttonsOf(tap).every((each) => hiddenOf(each) === hiddenOf(button));
  pending.push(isAlone ? tap : { ...tap, hidden: hiddenOf(button) });
  markPressed(form, button);
}

/**
 * @param {Pending} tap
 * @returns {HTMLButtonElement[]}
 */
const buttonsOf = ({ action, name, value }) =>
  [.../** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button:enabled"))].filter(
    (each) => each.form?.getAttribute("action") === action && each.value === value && each.name === (name ?? each.name),
  );

const OF_PAGE = ["csrf_token", "entry_id", "seq", "version"]; // fields that say which page is answered

/** @param {HTMLButtonElement} button */
const hiddenOf = ({ form }) =>
  [.../** @type {NodeListOf<HTMLInputElement>} */ (form?.querySelectorAll("[type=hidden]"))]
    .filter(({ name }) => !OF_PAGE.includes(name))
    .map(({ name, value }) => `${name}=${value}`)
    .join("&");

function pressNext() {
  if (!pending.length) return;
  const tap = pending.splice(0, 1)[0];
  const button = buttonsOf(tap).find((each) => hiddenOf(each) === (tap.hidden ?? hiddenOf(each)));
  const wasTyped = isTyped;
  if (button) button.form?.requestSubmit(button);
  else pending.length = 0; // the game has changed
  isTyped = wasTyped;
  if (onPhone()) return;
  showConnection("slow"); // the line is slower than the thumb
  pending.forEach(({ bid }) => bid && askNext(bid));
}

const unbid = () => document.querySelectorAll("[data-unbid]").length;

/**
 * What is under the thumb: the phase, and whose keys it has there.
 * @returns {[phase: string | undefined, asked: string]}
 */
function underThumb() {
  const key = document.querySelector("[data-pad] [data-key]");
  return [phaseOf(document), key ? hiddenOf(/** @type {HTMLButtonElement} */ (key)) : ""];
}

let [phase, asked] = underThumb();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;

// A touch in the next moment was meant for what was there before: another phase, or the keys of another seat where somebody else has bid. A bid
// asks the next seat with the same keys, as a count does; the keyboard never rests.
addEventListener("pageshown", (event) => {
  const [before, wasAsked] = [phase, asked];
  const isOwn = /** @type {CustomEvent} */ (event).detail;
  [phase, asked] = underThumb();
  const isSame = phase === before || (before === "played" && phase === "tricks" && isKey);
  if (phase && !(isOwn ? isTyped || isSame : phase === before && asked === wasAsked)) rest(REST);
});
if (phase && document.referrer.startsWith(location.origin)) rest(REST); // a tap led here, and a slow page is shown long after it was asked for

/**
 * No touch is taken meanwhile, and the keys show it.
 * @param {number} time in ms
 */
function rest(time) {
  const { dataset } = document.documentElement;
  clearTimeout(resting);
  dataset.resting = "";
  resting = setTimeout(() => delete dataset.resting, time);
}

// Back and forward between pages that were swapped.
addEventListener("popstate", () => {
  if (!isElsewhere()) return;
  const page = onPhone()?.pageAt(new URL(location.href));
  if (page?.text) showPage(page.text, null);
  else location.reload();
});
