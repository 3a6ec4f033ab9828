// Home: where the pad is files, lists the games of this phone, and says how safe they are here.
import { startWorker } from "./register.js";
import { named } from "./root.js";
import { TAPS, forgetGames, keptGames, outboxOf, rows } from "./store.js";
import { tellTabs } from "./tabs.js";

/** @import { KeptGame } from "./types.js" */

const NEARLY_FULL = 5e6; // bytes that are left

const LANGUAGE = named("scorekeeper language");
try {
  localStorage.setItem(LANGUAGE, document.documentElement.lang);
} catch {} // the browser keeps nothing

/** @type {<E extends Element = HTMLElement>(within: ParentNode, selector: string) => E} of what the page has */
const part = (within, selector) => /** @type {any} */ (within.querySelector(selector));

/** @param {string} name of a template */
function copyOf(name) {
  /** @type {HTMLTemplateElement} */
  const template = part(document, `template[data-of="${name}"]`);
  return /** @type {HTMLElement} */ (document.importNode(template.content, true).firstElementChild);
}

const section = part(document, "[data-kept]");
const list = part(section, "ul");
const date = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

/**
 * @param {KeptGame} game
 * @param {boolean} isBehind its last taps are not in its totals yet
 */
function row({ id, at, around }, isBehind) {
  const item = copyOf("game");
  const note = part(item, "small");
  part(item, "a").setAttribute("href", around.events_url.replace(/\/events$/, ""));
  (around.stands?.sides ?? []).forEach(([name, total], index) => {
    const side = copyOf(`side-${index + 1}`);
    part(side, "bdi").append(name);
    part(side, "b").append(isBehind ? "…" : total.replace("-", "−"));
    note.before(side, " ");
  });
  const words = [around.table.name, date.format(at), around.stands?.isOver && list.dataset.over];
  note.append(words.filter(Boolean).join(" · "));
  part(item, "[data-delete]").addEventListener("click", () => ask(item, id));
  return item;
}

/**
 * Asks whether to delete a game, in its place.
 * @param {HTMLElement} item
 * @param {string} id
 */
function ask(item, id) {
  const question = copyOf("question");
  const [yes, no] = question.querySelectorAll("button");
  yes.addEventListener("click", async () => {
    await outboxOf(id).replace(await outboxOf(id).all(), []);
    await forgetGames([id]);
    tellTabs({ kind: "changed", game: id });
    await show();
  });
  no.addEventListener("click", () => question.replaceWith(item));
  item.replaceWith(question);
  no.focus();
}

// How safe games are in this browser: the name of what says it.
async function howSafe() {
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.().catch(() => null)) ?? {};
  if (quota - usage < NEARLY_FULL) return "full";
  const isInstalled = matchMedia("(display-mode: standalone)").matches;
  return isInstalled || (await navigator.storage?.persisted?.().catch(() => false)) ? "safe" : "unsafe";
}

/** @param {KeptGame} game */
const scoreOf = ({ around: { stands } }) => (stands?.sides ?? []).map(([name, total]) => `\u2068${name}\u2069 ${total.replace("-", "−")}`).join(" · ");

/**
 * What goes on here comes first; and the ways by which it leaves this phone, or else the latest game does.
 * @param {KeptGame[]} games the latest first
 */
function showFirst(games) {
  const running = games.find(({ around: { handed, stands } }) => stands && !stands.isOver && !handed);
  const resume = /** @type {HTMLAnchorElement} */ (part(document, "[data-resume]"));
  resume.hidden = !running;
  part(document, "[data-quick]").toggleAttribute("data-second", Boolean(running));
  if (running) resume.href = running.around.events_url.replace(/\/events$/, "");
  part(resume, "small").replaceChildren(running ? scoreOf(running) : "");
  const leaves = running ?? games[0];
  const out = part(document, "[data-out]");
  out.hidden = !leaves;
  if (!leaves) return;
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const ways = out.querySelectorAll("[data-way]");
  for (const way of ways) way.href = `${leaves.around.routes["exports.game"].replace("<game>", leaves.id)}#${way.dataset.way}`;
}

async function show() {
  const games = await keptGames().catch(() => null);
  const behind = games?.length ? (await rows(TAPS)).map(({ game }) => game) : [];
  list.replaceChildren(...(games ?? []).map((game) => row(game, behind.includes(game.id))));
  section.hidden = !games?.length;
  showFirst(games ?? []);
  if (games?.length) document.querySelector("[data-first]")?.remove();
  if (!games) document.querySelector("[data-new]")?.remove(); // its names and rules come by the store
  const safety = games ? await howSafe() : "nothing";
  if (safety !== "unsafe") part(document, "[data-safety]").replaceChildren(copyOf(safety)); // which the page says already
}

addEventListener("pageshow", show);
startWorker(part(document, "[data-worker]").dataset.worker ?? "").catch(() => {}); // the browser does not trust the host
navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage("")).catch(console.warn); // see files.js
