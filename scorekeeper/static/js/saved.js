// Saved: a game's file from this phone, with every hand that it has.
/** @import { Game } from "./game.js" */

/**
 * Downloads the score sheet of a game as JSON, which any table can import.
 * @param {Game} game
 */
export function savedFile(game) {
  const file = fileOf(game);
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/**
 * Opens the table's import with that file: a game of its own, once the person has seen it and agrees.
 * @param {Game} game
 */
export function importFile(game) {
  const { csrf, routes, table } = game.around;
  const file = fileOf(game);
  const action = routes["imports.create"].replace(/<\w+>/, table.id);
  const form = Object.assign(document.createElement("form"), { method: "post", enctype: "multipart/form-data", action, hidden: true });
  const [token, content] = ["csrf_token", "file"].map((name) => Object.assign(document.createElement("input"), { name }));
  token.value = csrf;
  const files = new DataTransfer();
  files.items.add(file);
  content.type = "file";
  content.files = files.files;
  form.append(token, content);
  document.body.append(form);
  form.submit();
}

/** @param {Game} game */
function fileOf(game) {
  const { around, core, record } = game;
  const sheet = core.toJson(core.sheet_json(record.state().sheet));
  return new File([JSON.stringify(sheet, null, 1)], `spades-game-${around.game.number}.json`, { type: "application/json" });
}
