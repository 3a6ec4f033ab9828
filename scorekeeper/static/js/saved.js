// Saved: a game's file from this phone, with every hand that it has.

// Downloads the score sheet of a game as JSON, which any table can import.
export async function savedFile(core, around, record, complete) {
  const sheet = await complete(() => core.toJson(core.sheet_json(record.state().sheet)));
  const file = new Blob([JSON.stringify(sheet, null, 1)], { type: "application/json" });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: `spades-game-${around.game.number}.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
