// Kept: without the server, lists the games that this phone can open, and starts a quick one.
import { keptGames } from "./store.js";
import { OF_GAME, canStart, startHere } from "./starting.js";
import { keptTables } from "./tables.js";

async function showKept() {
  const section = document.querySelector("[data-kept]");
  const row = document.getElementById("kept-game").content;
  const date = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

  for (const { at, around } of await keptGames()) {
    const item = document.importNode(row, true);
    item.querySelector("a")?.setAttribute("href", around.events_url.replace(/\/events$/, ""));
    item.querySelector("b")?.append(around.table.name);
    item.querySelector("small")?.append(date.format(at));
    section?.querySelector("ul")?.append(item);
    section?.removeAttribute("hidden");
  }
  const tables = /** @type {HTMLElement} */ (document.querySelector("[data-tables]"));
  const table = /** @type {HTMLTemplateElement} */ (document.getElementById("kept-table")).content;
  for (const { table: { id, name } } of await keptTables()) {
    const item = document.importNode(table, true);
    item.querySelector("a")?.setAttribute("href", tables.dataset.tables?.replace(OF_GAME, encodeURIComponent(id)) ?? "");
    item.querySelector("small")?.append(name);
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
