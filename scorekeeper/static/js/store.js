// Store: what this phone keeps in IndexedDB beyond a page: taps that the server does not have yet, and games.

const MOST_GAMES = 30; // games that open without the server
const TAPS = "taps";
const GAMES = "games";
const EVENTS = "events"; // of the games, as the server lists them
const PAGES = "pages"; // of the games, as the server draws them

let opened = null; // a promise of the database

const asked = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const done = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });

function database() {
  if (opened) return opened;
  const opening = indexedDB.open("scorekeeper", 2);
  opening.onupgradeneeded = () => {
    const { result } = opening;
    if (!result.objectStoreNames.contains(TAPS)) result.createObjectStore(TAPS, { keyPath: "key", autoIncrement: true });
    result.createObjectStore(GAMES, { keyPath: "id" });
    result.createObjectStore(EVENTS, { keyPath: ["game", "seq"] });
    result.createObjectStore(PAGES, { keyPath: ["game", "path"] });
  };
  opened = asked(opening).then((found) => {
    found.onversionchange = () => found.close();
    return found;
  });
  return opened;
}

// Changes these stores together; `work` gets them in this order.
async function change(stores, work) {
  const transaction = (await database()).transaction(stores, "readwrite");
  const result = work(...stores.map((name) => transaction.objectStore(name)));
  transaction.commit?.(); // without another trip to ask for more
  await done(transaction);
  return result;
}

async function rows(store, query) {
  return asked((await database()).transaction(store).objectStore(store).getAll(query));
}

// The outbox of a game; each tap has an `id`, and `key` is its place in line.
export const outboxOf = (game) => ({
  all: async () => (await rows(TAPS)).filter((tap) => tap.game === game),
  // Stores the tap; with the key of an earlier tap it replaces that.
  put: async (tap) => {
    const request = await change([TAPS], (store) => store.put({ game, ...tap }));
    return { ...tap, key: request.result };
  },
  remove: (taps) => change([TAPS], (store) => taps.forEach((tap) => store.delete(tap.key))),
});

// Moves the taps of a game to another one.
export async function moveTaps(from, to) {
  const taps = await outboxOf(from).all();
  await change([TAPS], (store) => taps.forEach((tap) => store.put({ ...tap, game: to })));
}

const rowsOf = (game) => IDBKeyRange.bound([game], [game, []]);

// Stores the server's data about a game, and its events; if the first event is among them, they replace all.
export async function keepGame(around, events) {
  const { id } = around.game;
  const { events: _, ...others } = around;
  await change([GAMES, EVENTS], (games, store) => {
    games.put({ id, at: Date.now(), around: others });
    if (events[0]?.seq === 1) store.delete(rowsOf(id));
    for (const event of events) store.put({ ...event, game: id });
  });
}

// What `keepGame` was given, with all events; null if the game is not here.
export async function keptGame(id) {
  const [found] = await rows(GAMES, id);
  return found ? { ...found.around, events: await rows(EVENTS, rowsOf(id)) } : null;
}

// The games here, the latest first.
export const keptGames = async () => (await rows(GAMES)).sort((one, other) => other.at - one.at);

export const forgetGames = (ids) =>
  change([GAMES, EVENTS, PAGES], (games, events, pages) => {
    for (const id of ids) {
      games.delete(id);
      events.delete(rowsOf(id));
      pages.delete(rowsOf(id));
    }
  });

// Keeps a page of a game that stays the same.
export const keepPage = (game, path, text) => change([PAGES], (pages) => pages.put({ game, path, text }));

// Keeps one that the server draws, such as the rules sheet, if it is not kept yet.
export async function keepOnce(game, path, kept, send) {
  const reply = kept.has(path) ? null : await send(path);
  if (!reply?.ok) return;
  kept.set(path, await reply.text());
  await keepPage(game, path, kept.get(path));
}

// Those of a game: texts by path.
export const keptPages = async (game) => new Map((await rows(PAGES, rowsOf(game))).map(({ path, text }) => [path, text]));

// Forgets the oldest games, if there are too many.
export async function forgetOld() {
  const old = (await keptGames()).slice(MOST_GAMES).filter(({ around }) => !around.start);
  if (old.length) await forgetGames(old.map(({ id }) => id));
}
