// Fold: replays this phone's taps after the server's events, and finds taps that contradict another phone's.

/** @import { GameEvent, GameModule, GameState, RuleError, Tap } from "./types.js" */

/**
 * What comes of the waiting taps: the state after them, those that fit, those that do not, and why. `question` is a tap that another phone
 * contradicts: it and all taps after it wait for the answer. `stuck` is why the rules refuse it, if nobody contradicts it.
 * @template {Tap} Each
 * @typedef {{ state: GameState, taps: Each[], dropped: Each[], refused: RuleError[], question: Each | null, stuck: RuleError | null }} Folded
 */

/**
 * The game after these taps on top of the server's `base`; `numbers` has the server's events by id. If `strict`, the first tap that is refused
 * waits like one that another phone contradicts; so does one that is recorded `again`, since it was seen as saved.
 * @template {Tap} Each
 * @param {GameModule} core
 * @param {GameState} base
 * @param {Map<string, number>} numbers
 * @param {Each[]} waiting
 * @param {(tap: Tap, now: GameState) => GameEvent} readTap
 * @param {boolean} strict
 * @returns {Folded<Each>}
 */
export function folded(core, base, numbers, waiting, readTap, strict) {
  const undone = undoneTaps(waiting);
  const own = new Map(numbers);
  /** @type {Folded<Each>} */
  const found = { state: base, taps: [], dropped: [], refused: [], question: null, stuck: null };
  for (const [place, tap] of waiting.entries()) {
    const target = tap.undoes ? own.get(tap.undoes) : undefined;
    if (numbers.has(tap.id) || (tap.undoes && !target)) {
      found.dropped.push(tap);
      continue;
    }
    try {
      const payload = target ? { entry: target } : tap.payload;
      const event = core.rebased(found.state, readTap({ ...tap, payload }, found.state), draftBefore(core, tap, found.state.setup));
      if (event === null) {
        found.dropped.push(tap);
        continue;
      }
      const { setup, draft } = found.state;
      const before = tap.before && core.toJson(core.draft_json(draft, setup.rules.seating)); // what these bids were put on by now
      found.state = applied(found.state, event);
      found.taps.push({ ...tap, payload: core.toJson(core.payload_of(event, setup)), before });
      own.set(tap.id, event.seq);
    } catch (error) {
      if (!isRuleError(error)) throw error;
      const isContradicted = error instanceof core.BidClash || (error instanceof core.AlreadyRecorded && tap.kind === "hand");
      const areInHand = !isContradicted && areInLaterHand(tap, waiting.slice(place + 1));
      const isDecided = undone.has(tap.id) || areInHand;
      if ((isContradicted || strict || tap.again) && !isDecided) {
        found.question = tap;
        found.stuck = isContradicted ? null : error;
        found.taps.push(...waiting.slice(place));
        break;
      }
      found.dropped.push(tap);
      if (!isContradicted && !areInHand) found.refused.push(error);
    }
  }
  return found;
}

/**
 * Whether the rules refuse something; any other error is a fault of the program.
 * @param {any} error
 * @returns {error is RuleError}
 */
export const isRuleError = (error) => Boolean(error.fault);

/**
 * The state after one more event; raises what the rules refuse or object to.
 * @param {GameState} state
 * @param {GameEvent} event
 */
export function applied(state, event) {
  const after = state.apply(event);
  const objected = state.objected(event, after);
  if (objected !== null) throw objected;
  return after;
}

/**
 * The bids that were on the screen when a bid was tapped.
 * @param {GameModule} core
 * @param {Tap} tap
 * @param {GameState["setup"]} setup
 */
export const draftBefore = (core, { before, payload }, setup) => (before ? core.read_draft(core.fromJson(before), payload.hand, setup) : []);

/**
 * Whether these are bids that a hand recorded after them has, too.
 * @param {Tap} tap
 * @param {Tap[]} later
 */
const areInLaterHand = (tap, later) => tap.kind === "bids" && later.some(({ kind, payload: { hand } }) => kind === "hand" && hand === tap.payload.hand);

/**
 * The ids of the taps that later ones undo.
 * @param {Tap[]} taps
 */
export function undoneTaps(taps) {
  const undone = new Set();
  for (const tap of [...taps].reverse()) if (tap.undoes && !undone.has(tap.id)) undone.add(tap.undoes);
  return undone;
}
