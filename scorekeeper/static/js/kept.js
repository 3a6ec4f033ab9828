// Kept: without the server, lists the games that this phone can open, and starts a quick one.
import { root } from "./root.js";
import { keptGames } from "./store.js";
import { OF_GAME, canStart, startHere } from "./starting.js";
import { keptTables } from "./tables.js";

/** @import { KeptGame } from "./types.js" */

const LOOK_EVERY = 4000; // ms

/** @param {KeptGame} game */
const pageOf = ({ around }) => around.events_url.replace(/\/events$/, "");

/**
 * How a game stands; each side is apart, whatever way its name is written.
 * @param {KeptGame} game
 */
const score = ({ around: { stands } }) => (stands?.sides ?? []).map(([name, total]) => `\u2068${name}\u2069 ${total.replace("-", "−")}`).join(" · ");

// Loads the page from the server once there is one again.
async function untilServerAnswers() {
  const reply = await fetch(location.href, { method: "HEAD" }).catch(() => null);
  if (reply && reply.status < 500) location.reload();
  else setTimeout(untilServerAnswers, LOOK_EVERY);
}

async function showKept() {
  const section = document.querySelector("[data-kept]");
  const row = document.getElementById("kept-game").content;
  const date = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

  const games = await keptGames();
  const running = games.find(({ around: { stands } }) => stands && !stands.isOver);
  const resume = /** @type {HTMLAnchorElement} */ (document.querySelector("[data-resume]"));
  if (running) resume.href = pageOf(running);
  resume.hidden = !running;
  resume.querySelector("small")?.replaceChildren(running ? score(running) : "");
  const needs = /** @type {HTMLElement} */ (document.querySelector("[data-needs-server]"));
  const has = games.flatMap(({ around: { table } }) => ["/", `/tables/${table.id}`]); // of these pages, what this phone has is enough
  if (has.some((path) => location.pathname === root + path)) {
    needs.querySelector("h1")?.replaceChildren(needs.dataset.needsServer ?? "");
    needs.querySelector("p")?.remove();
    setTimeout(untilServerAnswers, LOOK_EVERY);
  }
  for (const game of games) {
    const item = document.importNode(row, true);
    item.querySelector("a")?.setAttribute("href", pageOf(game));
    const { name, may_keep } = game.around.table; // quick games are called by their score: their table has the name of the button
    const [title, ...more] = [...(may_keep ? [] : [name]), score(game), date.format(game.at)].filter(Boolean);
    item.querySelector("b")?.append(title);
    item.querySelector("small")?.append(more.join(" · "));
    section?.querySelector("ul")?.append(item);
    section?.removeAttribute("hidden");
  }
  const tables = /** @type {HTMLElement} */ (document.querySelector("[data-tables]"));
  const table = /** @type {HTMLTemplateElement} */ (document.getElementById("kept-table")).content;
  for (const { table: { id, name, may_keep } } of await keptTables()) {
    const item = document.importNode(table, true);
    item.querySelector("a")?.setAttribute("href", tables.dataset.tables?.replace(OF_GAME, encodeURIComponent(id)) ?? "");
    if (!may_keep) item.querySelector("small")?.append(name);
    tables.append(item);
    tables.removeAttribute("hidden");
  }
  document.querySelector("[data-again]")?.addEventListener("click", (event) => {
    event.preventDefault();
    location.reload();
  });
  const quick = document.querySelector("[data-quick]");
  quick?.toggleAttribute("hidden", !(await canStart()));
  quick?.addEventListener("click", async () => location.assign(await startHere(crypto.randomUUID())));
}

const shell = document.querySelector("[data-shell]");
addEventListener("notdrawn", () => {
  if (!shell?.isConnected) return;
  shell.replaceWith(document.getElementById("not-drawn").content);
  showKept();
});
if (shell?.dataset.events) dispatchEvent(new Event("online")); // draw the game at once
else if (!shell) await showKept();
