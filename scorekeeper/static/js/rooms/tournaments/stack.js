// Stack: keeps each paper in this tab until the server has taken it, so that the next one is typed without a wait, and names the sides once the
// number of a table is typed. Without this script, each paper loads the page, and the names stand in the list of what is missing.
import { newId } from "../../ids.js";

/** @typedef {{ fields: string, why?: string, form?: HTMLFormElement | null }} Paper `why` the server did not take it, and the form that asks about it */

const RETRY_AFTER = 4000; // ms
const TIMEOUT = 12000; // ms until a request without an answer is sent again
const place = `stack ${location.pathname}`;
const paperPlace = document.getElementById("paper");
const keptList = document.getElementById("kept-papers");
const itemOfPaper = /** @type {HTMLTemplateElement} */ (document.querySelector("#kept-paper"));
const ownForm = /** @type {HTMLFormElement | null} */ (document.querySelector("#paper form"));

/** @type {Paper[]} */
let papers = JSON.parse(sessionStorage.getItem(place) ?? "[]").map((/** @type {string} */ fields) => ({ fields }));
/** @type {Paper | null} */
let opened = null; // the one whose form is shown in place of the empty one
let isSending = false;
let isLate = false; // the last request brought no answer
let staysHere = false; // the link that was tapped leads to this page again

/** @param {HTMLFormElement | null} form */
const typedFields = (form) => [.../** @type {NodeListOf<HTMLInputElement>} */ (form?.querySelectorAll("[data-typed] input") ?? [])];

/** @param {HTMLFormElement | null} form */
const isEmpty = (form) => typedFields(form).every((field) => field.value.trim() === "");

/** @param {ParentNode | null} of */
const knownIn = (of) => /** @type {HTMLInputElement | null} */ (of?.querySelector("[name=known]") ?? null);

function nameSides() {
  const table = typedFields(ownForm).find(({ name }) => name === "table")?.value.trim() ?? "";
  const rows = document.querySelectorAll(`[data-table="${CSS.escape(table)}"]`);
  const names = rows.length === 1 ? [...rows[0].querySelectorAll("[data-name]")].map((each) => each.textContent) : [];
  const labels = /** @type {NodeListOf<HTMLElement>} */ (ownForm?.querySelectorAll("[data-side]") ?? []);
  const sides = labels.length / 2; // each is named at its total, and at its tick
  labels.forEach((each, i) => (each.textContent = names[i % sides] ?? each.dataset.side ?? ""));
}

function emptyForm() {
  if (!ownForm) return;
  ownForm.querySelectorAll("[data-asked]").forEach((each) => each.remove());
  for (const field of typedFields(ownForm)) field.value = "";
  /** @type {HTMLInputElement} */ (ownForm.querySelector("[name=ticked][value='']")).checked = true;
  /** @type {HTMLInputElement} */ (ownForm.querySelector("[name=entry_id]")).value = newId();
  const button = /** @type {HTMLButtonElement | null} */ (ownForm.querySelector("[data-words]"));
  if (!button) return location.reload(); // the page came with a question, which had its place
  button.textContent = button.dataset.words ?? "";
  nameSides();
}

function typeNext() {
  if (ownForm) paperPlace?.replaceChildren(ownForm);
  typedFields(ownForm)[0]?.focus();
}

/** @param {Document} page */
const reasonIn = (page) => [...page.querySelectorAll("main [role=alert]")].map((each) => each.querySelector("p")?.textContent ?? each.textContent);

/** @param {Paper} paper */
function itemOf(paper) {
  const item = /** @type {HTMLElement} */ (itemOfPaper.content.cloneNode(true)).querySelector("li");
  const fields = new URLSearchParams(paper.fields);
  const scores = typedFields(ownForm).filter(({ name }) => name !== "table").map(({ name }) => fields.get(name) || "?");
  /** @type {(selector: string) => HTMLElement} */
  const part = (selector) => /** @type {HTMLElement} */ (item?.querySelector(selector));
  part("[data-paper-table]").textContent = fields.get("table") || "–";
  part("[data-paper-scores]").textContent = scores.join(" – ");
  if (paper.why) part("small").textContent = paper.why;
  part("[data-look]").hidden = !paper.form;
  part("[data-leave]").hidden = !paper.why;
  part("[data-look]").addEventListener("click", () => open(paper));
  part("[data-leave]").addEventListener("click", () => leaveOut(paper));
  return item ?? "";
}

function keep() {
  sessionStorage.setItem(place, JSON.stringify(papers.map(({ fields }) => fields)));
  keptList?.replaceChildren(...papers.filter((each) => each !== opened && (each.why || isLate)).map(itemOf));
}

/** @param {Paper} paper */
function open(paper) {
  opened = paper;
  keep();
  if (paper.form) paperPlace?.replaceChildren(paper.form);
  paper.form?.querySelector("[data-typed] input, button")?.focus();
}

/** @param {Paper} paper */
function leaveOut(paper) {
  papers = papers.filter((each) => each !== paper);
  keep();
  typeNext();
}

/** @param {Document} page the answer to a paper that was taken */
function showTaken(page) {
  for (const selector of ["#none-missing", "#this-stack", "#missing-papers", "[data-title] > p"]) {
    const next = page.querySelector(selector);
    if (next) document.querySelector(selector)?.replaceWith(next);
  }
  nameSides();
  if (!papers.length && isEmpty(ownForm)) document.querySelector("#none-missing a")?.focus();
}

/**
 * Sends one paper; returns whether the server answered.
 * @param {Paper} paper
 */
async function sendPaper(paper) {
  const body = new URLSearchParams(paper.fields);
  try {
    const reply = await fetch(location.pathname, { method: "POST", body, signal: AbortSignal.timeout?.(TIMEOUT) });
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    if (!page.getElementById("paper")) return false;
    const [own, now] = [knownIn(ownForm), knownIn(page)];
    if (own && now) own.value = now.value; // the next paper is of the round that is there now
    if (reply.ok) {
      papers = papers.filter((each) => each !== paper);
      history.replaceState(null, "", reply.url);
      showTaken(page);
    } else {
      paper.why = reasonIn(page).join(" ").trim() || document.title;
      paper.form = page.querySelector("#paper form");
    }
    return true;
  } catch {
    return false;
  }
}

async function sendAll() {
  if (isSending) return;
  isSending = true;
  for (let paper; (paper = papers.find((each) => !each.why)); keep()) {
    isLate = !(await sendPaper(paper));
    if (!isLate) continue;
    keep();
    await new Promise((resume) => (setTimeout(resume, RETRY_AFTER), addEventListener("online", resume, { once: true })));
  }
  isSending = false;
}

paperPlace?.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  const isOwn = form === ownForm;
  if (isOwn && isEmpty(form)) return typeNext();
  const data = new FormData(form);
  const button = /** @type {HTMLButtonElement | null} */ (/** @type {SubmitEvent} */ (event).submitter);
  if (button?.name) data.set(button.name, button.value);
  const fields = new URLSearchParams(/** @type {any} */ (data)).toString();
  if (!isOwn) papers = papers.filter((each) => each !== opened);
  papers.push({ fields });
  opened = null;
  if (isOwn) emptyForm();
  typeNext();
  keep();
  sendAll();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  staysHere = link?.pathname === location.pathname;
  const row = /** @type {HTMLElement | null} */ (link?.matches("[data-table]") ? link : null);
  const [table, first] = typedFields(ownForm);
  const isOnlyOne = document.querySelectorAll(`[data-table="${row?.dataset.table}"]`).length === 1;
  if (!row || !isOnlyOne || table?.name !== "table" || !ownForm?.isConnected) return;
  event.preventDefault();
  table.value = row.dataset.table ?? "";
  nameSides();
  first?.focus();
});

addEventListener("beforeunload", (event) => papers.length && !staysHere && event.preventDefault());
ownForm?.addEventListener("input", nameSides);
if (document.activeElement === document.body) document.querySelector("main [autofocus]")?.focus(); // before the next paper is typed
nameSides();
keep();
sendAll();
