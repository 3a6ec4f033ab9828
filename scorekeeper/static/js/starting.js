// Starting: quick games that this phone starts offline, and sends to the server later.
import { forgetGames, keepGame, keepPage, keptGames, keptPages, moveTaps } from "./store.js";

const BLANK = "blank"; // the path of the blank game among the stored pages
export const OF_GAME = "GAME_ID"; // the server's placeholder for a game's id

// Stores the start of a quick game, unless there is one of this version of the app.
export async function keepBlank(around, send) {
  const before = (await keptPages("")).get(BLANK);
  if (before && JSON.parse(before).static["phone.js"] === around.static["phone.js"]) return;
  const reply = await send(around.quick_game);
  if (reply?.ok) await keepPage("", BLANK, await reply.text());
}

export const canStart = async () => (await keptPages("")).has(BLANK);

// Starts a quick game on this phone; its page's path. Its id is that of the server's first event later.
export async function startHere(id) {
  const text = (await keptPages("")).get(BLANK).replaceAll(OF_GAME, id);
  const { events, ...around } = JSON.parse(text);
  const [start] = events;
  await keepGame(around, [{ ...start, at: new Date().toISOString() }]);
  return around.events_url.replace(/\/events$/, "");
}

// Starts a game of this phone on the server: the address of its page, null without an answer. Asking again starts no other game.
export async function startThere(around, send) {
  const fresh = await send(around.quick_game); // with the token of the session as it is now
  if (!fresh?.ok) return null;
  const fields = new URLSearchParams({ entry_id: around.game.id, csrf_token: (await fresh.json()).csrf });
  const reply = await send(around.start, fields);
  return reply?.ok && reply.redirected ? reply.url : null;
}

// Moves the taps of a game on this phone to the game at an address, which sends them.
export async function moveGame(around, url) {
  await moveTaps(around.game.id, new URL(url).pathname.split("/").pop());
  await forgetGames([around.game.id]);
}

// Does both for all such games, except those that are open.
export async function startAll(send, isOpen) {
  for (const { id, around } of await keptGames()) {
    const url = around.start && !(await isOpen(id)) && (await startThere(around, send));
    if (url) await moveGame(around, url);
  }
}
