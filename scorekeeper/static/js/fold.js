// Fold: replays this phone's taps after the server's events, and finds taps that contradict another phone's.

// The game after these taps on top of the server's `base`; `numbers` has the server's events by id.
// `question` is a tap that another phone contradicts: it and all taps after it wait for the answer. `refused` are errors; if `strict`, the first of
// these taps waits too.
export function folded(core, base, numbers, waiting, readTap, strict) {
  const undone = undoneTaps(waiting);
  const own = new Map(numbers);
  const found = { state: base, taps: [], dropped: [], refused: [], question: null };
  for (const [place, tap] of waiting.entries()) {
    const target = tap.undoes && own.get(tap.undoes);
    if (numbers.has(tap.id) || (tap.undoes && !target)) {
      found.dropped.push(tap);
      continue;
    }
    try {
      const payload = target ? { entry: target } : tap.payload;
      const event = core.rebased(found.state, readTap({ ...tap, payload }, found.state), draftBefore(core, tap, found.state.head));
      if (event === null) {
        found.dropped.push(tap);
        continue;
      }
      const { head, draft } = found.state;
      const before = tap.before && core.toJson(core.draft_json(draft, head.rules.seating)); // what these bids were put on by now
      found.state = applied(found.state, event);
      found.taps.push({ ...tap, payload: core.toJson(core.payload_of(event, head)), before });
      own.set(tap.id, event.seq);
    } catch (error) {
      if (!error.path) throw error;
      const isContradicted = error instanceof core.BidClash || (error instanceof core.AlreadyRecorded && tap.kind === "hand");
      const isDecided = undone.has(tap.id) || (!isContradicted && isInLaterHand(tap, waiting.slice(place)));
      if ((isContradicted || strict) && !isDecided) {
        found.question = tap;
        found.taps.push(...waiting.slice(place));
        break;
      }
      found.dropped.push(tap);
      if (!isContradicted && !isInLaterHand(tap, waiting.slice(place))) found.refused.push(error);
    }
  }
  return found;
}

// The state after one more event; raises what the rules refuse or object to.
export function applied(state, event) {
  const after = state.apply(event);
  const objected = state.objected(event, after);
  if (objected !== null) throw objected;
  return after;
}

// The bids that were on the screen when a bid was tapped.
export const draftBefore = (core, { before, payload }, head) => (before ? core.read_draft(core.fromJson(before), payload.hand, head) : []);

const isInLaterHand = ({ payload }, later) => later.some(({ kind, payload: { hand } }) => kind === "hand" && hand === payload.hand);

// The ids of the taps that later ones undo.
export function undoneTaps(taps) {
  const undone = new Set();
  for (const tap of [...taps].reverse()) if (tap.undoes && !undone.has(tap.id)) undone.add(tap.undoes);
  return undone;
}
