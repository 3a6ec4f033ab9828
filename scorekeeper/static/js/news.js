// News: shows what other phones recorded, the end of a game as the server draws it, and why this phone may no longer record.
import { nextPage } from "./router.js";
import { savedFile } from "./saved.js";

/** @import { RuleError } from "./types.js" */
/** @import { Game } from "./game.js" */

/**
 * Says on the next page why a tap was refused.
 * @param {Game} game
 * @param {RuleError} error
 */
export const flashRefusal = (game, error) => game.drawing.flash(game.core.refused_words(error), "error");

/**
 * The same of the taps that were dropped since; their number.
 * @param {Game} game
 */
export function flashRefusals(game) {
  const refused = game.record.refusals();
  refused.forEach((error) => flashRefusal(game, error));
  return refused.length;
}

/** The version of the game that the page shows. */
export const shownVersion = () => document.querySelector("[data-version]")?.dataset.version;

/** @param {Game} game */
export const isCurrent = ({ around, record }) => shownVersion() === `${record.state().seq}${around.mark}`;

/**
 * Shows the page again, with why taps were refused.
 * @param {Game} game
 */
export async function showAgain(game) {
  if (game.isLeft) return;
  const { page } = game;
  flashRefusals(game);
  const here = page.here();
  const next = await nextPage(game, new URL(here), page.pointersReleased);
  if (page.here() !== here) return showAgain(game); // the tap of the finger went elsewhere
  if (next) page.showPage(next.text, next.address);
  else dispatchEvent(new Event("notdrawn")); // the empty page that a service worker opens says so
}

/**
 * Shows a finished game as the server draws it, with its chart, once it has every tap; says whether this, or what a tap brought meanwhile, is shown.
 * @param {Game} game
 */
export async function showFinished({ around, drawing, page, record }) {
  const [seq, shown] = [record.seen(), shownVersion()];
  if (record.state().board.outcome === null || record.waiting() || around.start) return false;
  const found = await page.ask({ address: page.here() });
  const { text, address } = found;
  await page.stylesOf(found);
  await page.pointersReleased();
  if (shownVersion() !== shown) return true;
  const isIt = !record.waiting() && record.seen() === seq && address === page.here() && !drawing.saysWhyNot();
  if (isIt && text?.frame) page.showPage(text, address);
  return isIt;
}

/**
 * Shows what others wrote. A page that has it already keeps its notices.
 * @param {Game} game
 */
export async function showNews(game) {
  if (game.mayWrite && !game.around.may_write) return location.reload();
  const hasOwn = flashRefusals(game) || game.record.question();
  if (hasOwn || (!isCurrent(game) && !(await showFinished(game)))) await showAgain(game);
}

/**
 * Shows why this phone may no longer record, and what was not recorded; from now on the server draws the pages. The game stays here, as a file.
 * @param {Game} game
 * @param {string} words
 */
export async function showClosed(game, words) {
  const { page, sender } = game;
  game.isLeft = true;
  sender.detach(game.id); // nobody would see here what is dropped once there is access again: it waits for a page that asks
  page.stop();
  page.showWaiting(null);
  const { text } = await page.ask({ address: page.here() });
  await page.pointersReleased();
  if (text?.frame) page.showPage(text, null, true);
  document.documentElement.removeAttribute("data-sending");
  const notice = Object.assign(document.createElement("div"), { className: "notice bad" });
  const save = Object.assign(document.createElement("button"), { className: "button small", textContent: sender.words().save_words() });
  save.addEventListener("click", () => savedFile(game));
  notice.append(Object.assign(document.createElement("p"), { textContent: words }), save);
  notice.setAttribute("role", "alert");
  document.getElementById("main").prepend(notice);
}
