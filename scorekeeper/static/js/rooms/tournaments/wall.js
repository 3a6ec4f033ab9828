// Wall: shows the views of the wall display in turn, and loads the page again when time changes it. Which view it is follows from the
// clock, so two walls in one room agree.

const TURN = 12000; // ms
const LOOK = 500; // ms

/** @returns {HTMLElement | null} */
const wall = () => document.querySelector("main[data-follow]");

let offset = 0; // ms that the server's clock is ahead
let stamped = "";

function turnView() {
  const views = [...document.querySelectorAll("[data-view]")];
  const begins = Number(wall()?.dataset.begins ?? 0); // a new pairing begins with its first view
  const turn = Math.max(0, Math.floor((Date.now() + offset - begins) / TURN)) % views.length;
  views.forEach((view, index) => view.toggleAttribute("hidden", index !== turn));
}

function lookAtWall() {
  const page = wall();
  if (!page) return;
  const now = page.dataset.now ?? "";
  const isNew = now !== stamped;
  if (isNew) offset = Number(now) - Date.now();
  turnView();
  stamped = now;
  const changes = Number(page.dataset.changes ?? 0);
  if (changes && Date.now() + offset > changes) location.reload();
}

setInterval(lookAtWall, LOOK);
addEventListener("pageshown", lookAtWall);
lookAtWall();
