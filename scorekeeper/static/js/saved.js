// Saved: a game's file from this phone, with every hand that it has.

/** @import { Around, GameModule } from "./types.js" */
/** @import { GameRecord } from "./record.js" */
/** @typedef {<Result>(work: () => Result | Promise<Result>) => Promise<Result>} Complete */

/**
 * Downloads the score sheet of a game as JSON, which any table can import.
 * @param {GameModule} core
 * @param {Around} around
 * @param {GameRecord} record
 * @param {Complete} complete
 */
export async function savedFile(core, around, record, complete) {
  const file = await fileOf(core, around, record, complete);
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/**
 * Opens the table's import with that file: a game of its own, once the person has seen it and agrees.
 * @param {GameModule} core
 * @param {Around} around
 * @param {GameRecord} record
 * @param {Complete} complete
 */
export async function importFile(core, around, record, complete) {
  const file = await fileOf(core, around, record, complete);
  const address = around.routes["imports.create"].replace(/<\w+>/, around.table.id);
  const form = Object.assign(document.createElement("form"), { method: "post", enctype: "multipart/form-data", action: address, hidden: true });
  const [token, content] = ["csrf_token", "file"].map((name) => Object.assign(document.createElement("input"), { name }));
  token.value = around.csrf;
  const files = new DataTransfer();
  files.items.add(file);
  content.type = "file";
  content.files = files.files;
  form.append(token, content);
  document.body.append(form);
  form.submit();
}

/**
 * @param {GameModule} core
 * @param {Around} around
 * @param {GameRecord} record
 * @param {Complete} complete
 */
async function fileOf(core, around, record, complete) {
  const sheet = await complete(() => core.toJson(core.sheet_json(record.state().sheet)));
  return new File([JSON.stringify(sheet, null, 1)], `spades-game-${around.game.number}.json`, { type: "application/json" });
}
