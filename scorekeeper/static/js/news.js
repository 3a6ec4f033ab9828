// News: shows what other phones recorded, the end of a game as the server draws it, and why this phone may no longer record.
import { savedFile } from "./saved.js";

/** @import { Around, GameModule, RuleError } from "./types.js" */
/** @import { Drawing } from "./drawing.js" */
/** @import { GamePage } from "./play.js" */
/** @import { GameRecord } from "./record.js" */
/** @import { Screens } from "./router.js" */

/**
 * @param {GameModule} core
 * @param {Around} around
 * @param {Drawing} drawing
 * @param {GameRecord} record
 * @param {Screens} screens
 * @param {GamePage} page
 */
export function newsOf(core, around, drawing, record, screens, page) {
  const { complete } = screens;
  let isLeft = false; // the server draws the pages from now on, or this page shows another game
  const refused = async (/** @type {RuleError} */ error) => drawing.flash(await complete(() => core.refused_words(error)), "error");
  const refusals = () => Promise.all(record.refusals().map(refused));

  const shown = () => document.querySelector("[data-version]")?.dataset.version;
  const isCurrent = () => shown() === `${record.state().seq}${around.mark}`;

  // Shows what other phones recorded, and why a tap was refused.
  async function changed(words = "") {
    if (isLeft) return;
    drawing.flash(words, "error");
    await refusals();
    await page.pointersReleased();
    const next = await screens.next(new URL(page.here()));
    if (next) page.showPage(next.text, next.address);
    else dispatchEvent(new Event("notdrawn")); // the empty page that a service worker opens says so
  }

  // Shows a finished game as the server draws it, with its chart, once it has every tap; says whether it did.
  async function finished() {
    const seq = record.seen();
    if (record.state().board.outcome === null || record.waiting()) return false;
    const { text, address } = await page.ask({ address: page.here() });
    await page.pointersReleased();
    const isIt = !record.waiting() && record.seen() === seq && address === page.here();
    if (isIt && text) page.showPage(text, address);
    return isIt;
  }

  /**
   * Shows why this phone may no longer record, and what was not recorded; from now on the server draws the pages. The game stays here, as a file.
   * @param {string} words
   * @param {string} label
   */
  async function stopped(words, label) {
    if (isLeft) return;
    leave();
    page.stop();
    const { text } = await page.ask({ address: page.here() });
    await page.pointersReleased();
    if (text) page.showPage(text, null, true);
    document.documentElement.removeAttribute("data-sending");
    const notice = Object.assign(document.createElement("div"), { className: "notice bad" });
    const save = Object.assign(document.createElement("button"), { className: "button small", textContent: label });
    save.addEventListener("click", () => savedFile(core, around, record, complete));
    notice.append(Object.assign(document.createElement("p"), { textContent: words }), save);
    notice.setAttribute("role", "alert");
    document.getElementById("main").prepend(notice);
  }

  // Shows what others wrote. A page that has it already keeps its notices.
  async function showNews() {
    const hasOwn = (await refusals()).length || record.question();
    if (hasOwn || (!isCurrent() && !(await finished()))) await changed();
  }

  const leave = () => (isLeft = true);
  return { changed, finished, isCurrent, isLeft: () => isLeft, leave, refusals, refused, showNews, shown, stopped };
}
