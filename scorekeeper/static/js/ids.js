// Ids: what an entry is known by, wherever it is sent again.

// A UUID; browsers have a function for it only on https.
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

let lastId = "";

/**
 * The id of the next entry that this page records: the one after its last, so that a game's text need not carry it (`core/game/carried.py`). The
 * first is as random as any.
 */
export const nextId = () => (lastId = lastId ? lastId.slice(0, -12) + ((parseInt(lastId.slice(-12), 16) + 1) % 2 ** 48).toString(16).padStart(12, "0") : newId());
