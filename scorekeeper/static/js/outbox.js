// Outbox: the taps of this phone that the server does not have yet, in IndexedDB, so that they outlive the page.

const STORE = "taps";

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

// The outbox of a game; each tap has an `id`, and `key` is its place in line.
export async function openOutbox(game) {
  const opening = indexedDB.open("scorekeeper", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "key", autoIncrement: true });
  const database = await asked(opening);
  const change = async (work) => {
    const transaction = database.transaction(STORE, "readwrite");
    const result = work(transaction.objectStore(STORE));
    await done(transaction);
    return result;
  };
  return {
    all: async () => (await asked(database.transaction(STORE).objectStore(STORE).getAll())).filter((tap) => tap.game === game),
    // Stores the tap, in the place of an earlier one if it has its key.
    put: async (tap) => {
      const request = await change((store) => store.put({ game, ...tap }));
      return { ...tap, key: request.result };
    },
    remove: (taps) => change((store) => taps.forEach((tap) => store.delete(tap.key))),
  };
}
