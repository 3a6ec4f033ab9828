// Take: takes on a game that another phone hands over, from its link or its text.
import { offerCamera } from "./camera.js";
import { NotCarried, gameHere, isCarried, replayed, unpacked } from "./carried.js";
import { joining } from "./frames.js";
import { blankGame } from "./starting.js";
import { keepGame, outboxOf, tapsOf } from "./store.js";
import { speakAsPage } from "./texts.js";

/** @import { Around, CarriedGame, GameModule, StoredEvent } from "./types.js" */
/**
 * A game that came, and what this phone has of it: nothing, less, as much or more, or another continuation.
 * @typedef {"new" | "further" | "here" | "other"} State
 * @typedef {{ game: CarriedGame, events: StoredEvent[], state: State, here: Around | null, words: string, where: string, copies: string }} Arrived
 */

const [page] = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-take]")]);
const [form, found] = /** @type {[HTMLFormElement, HTMLElement]} */ ([page.querySelector("form"), page.querySelector("[data-found]")]);
const field = /** @type {HTMLTextAreaElement} */ (form.querySelector("textarea"));
/** @type {Arrived[]} */
let arrived = [];

/** @type {Promise<GameModule> | null} */
let loading = null;

/** @returns {Promise<GameModule>} */
async function load() {
  const { phone, pages, along } = page.dataset;
  /** @type {GameModule} */
  const core = { ...(await import(phone ?? "")) };
  for (const part of [pages, along]) Object.assign(core, (await import(part ?? "")).more(core.shared));
  return speakAsPage(core);
}

const begun = () => (loading ??= load());

/**
 * @param {GameModule} core
 * @param {CarriedGame} game
 * @returns {Promise<Arrived>}
 */
async function readGame(core, game) {
  const events = game.entries.map((entry, i) => ({ ...entry, seq: i + 1 }));
  const state = replayed(core, events);
  const own = await gameHere(core, game.game);
  const both = Math.min(own?.events.length ?? 0, events.length);
  const isSame = events.slice(0, both).every(({ id }, i) => id === own?.events[i].id);
  const further = own?.around.start && events.length > both ? "further" : "here";
  const found = !own ? "new" : isSame ? further : "other";
  // What is shown is what will be played on: what this phone has, unless it takes something from the text.
  const shown = own && found === "here" ? own.state : state;
  const here = own?.around ?? null;
  const copies = own && found === "other" ? core.str(core.draw_copies(core.copies_view(own.state, state, false))) : "";
  return { game, events, state: found, here, words: core.carried_words(shown), where: await whereItGoes(here, game.game, events), copies };
}

/**
 * Says where the game will be, unless it goes on where it is.
 * @param {Around | null} here
 * @param {string} id
 * @param {StoredEvent[]} events
 */
async function whereItGoes(here, id, [start]) {
  const { stays = "", gets = "" } = page.dataset;
  if (here && !here.alone) return "";
  if (here || "alone" in document.documentElement.dataset) return stays;
  const blank = await blankGame(id, page.dataset.blank ?? "").catch(() => null); // without it, nothing can be taken on
  return blank && isQuick(start, blank.events[0]) ? gets : stays;
}

// A server starts only the quick game that this phone would begin itself: into a table a game goes by the import, which asks there.
const isQuick = (/** @type {StoredEvent} */ start, /** @type {StoredEvent} */ blank) => inOrder(start.payload) === inOrder(blank.payload);

// As JSON with its names in order, which a text need not keep.
const inOrder = (/** @type {unknown} */ value) => JSON.stringify(value, (_, each) => (isObject(each) ? Object.fromEntries(Object.entries(each).sort()) : each));
const isObject = (/** @type {unknown} */ value) => typeof value === "object" && value && !Array.isArray(value);

/** @param {Arrived} arrived */
function drawn({ words, where }) {
  const [line, note] = [document.createElement("li"), document.createElement("p")];
  note.className = "fine";
  note.append(where);
  line.append(words, ...(where ? [note] : []));
  return line;
}

// Shows what is in the text, or why nothing is.
async function showFound() {
  const text = field.value;
  /** @type {Arrived[]} */
  const read = [];
  let wrong = "";
  try {
    const games = await unpacked(text, begun);
    const core = await begun();
    for (const game of games) read.push(await readGame(core, game));
  } catch (error) {
    wrong = error instanceof NotCarried ? error.why : "damaged"; // what the rules refuse, no phone has recorded
    read.splice(0);
  }
  if (field.value !== text) return; // there is another one by now
  arrived = read;
  const taken = arrived.filter(({ state }) => state !== "other");
  for (const says of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-wrong]"))) {
    says.hidden = says.dataset.wrong !== (wrong || (arrived.length > taken.length ? "other" : ""));
  }
  page.querySelector("[data-copies]")?.replaceChildren(document.createRange().createContextualFragment(arrived.map(({ copies }) => copies).join("")));
  found.hidden = !taken.length;
  found.querySelector("ul")?.replaceChildren(...taken.map(drawn));
}

/**
 * This phone goes on with the game, with every bid. What a server has not got yet are taps, as if they had been tapped here.
 * @param {Arrived} arrived
 */
async function take({ game: { game: id, salt, pad }, events: [start, ...events], state, here }) {
  const blank = await blankGame(id, page.dataset.blank ?? "");
  const around = here ?? blank;
  const { number, started, unnamed, won, best_of, rules_code } = pad;
  const game = { ...around.game, number, started, unnamed: unnamed ?? [], won, best_of };
  const begun = { game, start: blank.start, rules_code: rules_code ?? "", salt, alone: !isQuick(start, blank.events[0]) };
  const others = here ? {} : begun;
  if (state === "here" && !here?.handed) return around;
  await keepGame({ ...around, ...others, handed: undefined, may_write: true }, state === "here" ? [] : [start]);
  const outbox = outboxOf(id);
  if (state !== "here") await outbox.replace(await outbox.all(), tapsOf(events, [start, ...events]).map((tap) => ({ ...tap, on: 1 })));
  return around;
}

/**
 * Waits for the service worker, without which the page of a game that no server has opens nowhere but in the pad as files.
 * @param {Around} around
 */
async function withWorker({ worker }) {
  const workers = navigator.serviceWorker;
  if (!workers || workers.controller || "alone" in document.documentElement.dataset) return;
  const { installing } = await workers.register(worker);
  const failed = new Promise((resolve) => installing?.addEventListener("statechange", () => installing.state === "redundant" && resolve(null)));
  await Promise.race([workers.ready, failed]);
}

form.addEventListener("submit", (event) => (event.preventDefault(), showFound()));
found.querySelector("button")?.addEventListener("click", async () => {
  const pages = [];
  for (const each of arrived) if (each.state !== "other") pages.push(await take(each));
  await withWorker(pages[0]).catch(console.warn); // the browser does not trust the host
  location.assign(pages[0].events_url.replace(/\/events$/, ""));
});

const join = joining();
offerCamera(page.querySelector("[data-camera]"), page.dataset.reader, (read) => {
  const frame = join(read);
  const text = frame ? frame.text : isCarried(read) && read; // a link that brings a game, of this pad or another
  if (!text) return frame ?? "other";
  field.value = text;
  showFound();
  return "done";
});

function showLinked() {
  if (!location.hash) return;
  field.value = location.hash.slice(1);
  showFound();
}

addEventListener("hashchange", showLinked);
showLinked();
