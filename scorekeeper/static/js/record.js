// Record: a game's events on this phone: the server's, followed by the taps that it does not have yet.
import { applied, draftBefore, folded, undoneTaps } from "./fold.js";

/** @import { Around, GameEvent, GameModule, GameState, RuleError, StoredEvent, StoredTap, Tap } from "./types.js" */
/** @typedef {ReturnType<typeof recordOf>} GameRecord */

/**
 * `strict`: no page shows what is dropped, so a tap that the rules refuse now waits for a person instead.
 * @param {GameModule} core
 * @param {Around} around
 * @param {ReturnType<typeof import("./store.js").outboxOf>} outbox
 */
export function recordOf(core, around, outbox, strict = false) {
  /** @type {Map<string, number>} */
  const numbers = new Map(); // of the server's events, by id
  /** @type {Map<number, string>} */
  const times = new Map(); // when the server recorded each event, by its number
  /** @type {RuleError[]} */
  const refused = []; // why taps were dropped
  /** @type {GameState} */
  let base; // the server's state of the game
  /** @type {StoredTap[]} */
  let taps = []; // those that wait, in order
  /** @type {GameState} */
  let state; // the game with the taps
  /** @type {Tap | null} */
  let storing = null; // the last tap until it is stored
  /** @type {StoredTap | null} */
  let question = null; // a tap that another phone contradicts, or that no longer fits
  /** @type {RuleError | null} */
  let stuck = null; // why the rules refuse it

  /** @type {(event: Pick<StoredEvent, "kind" | "payload" | "seq" | "reason" | "who">, setup: GameState["setup"]) => GameEvent} */
  const read = ({ kind, payload, seq, reason, who }, setup) => core.read_stored(kind, core.fromJson(payload), setup, seq, reason, who);
  // The id of the event with this number, also of a tap here.
  const idOf = (/** @type {number} */ seq) => {
    const own = new Map(taps.map((tap, i) => [tap.id, base.seq + 1 + i]));
    return [...numbers, ...own].find(([, known]) => known === seq)?.[0];
  };
  const readTap = (/** @type {Tap} */ tap, /** @type {GameState} */ now) => read({ ...tap, seq: now.seq + 1, who: around.who }, now.setup);

  /**
   * The server's events after those known; all of them, if the first one is among them.
   * @param {StoredEvent[]} events
   */
  function take(events) {
    if (events[0].seq === 1) {
      numbers.clear();
      const start = core.read_start(core.fromJson(events[0].payload), events[0].who);
      base = core.replay([start, ...events.slice(1).map((event) => read(event, start.setup))]);
    } else {
      for (const event of events) base = base.apply(read(event, base.setup));
    }
    for (const event of events) learn(event);
  }

  /** @param {StoredEvent} event */
  function learn({ id, seq, at }) {
    numbers.set(id, seq);
    times.set(seq, at);
  }

  /** @param {Tap[]} gone dropped together with those that no longer fit: none of the others may be sent before it is put again */
  async function fold(gone = []) {
    const before = new Map(taps.map((tap) => [tap.id, tap]));
    const found = folded(core, base, numbers, taps, readTap, strict);
    state = found.state;
    taps = found.taps.map((tap) => ({ ...tap, on: base.seq, asks: tap.id === found.question?.id }));
    question = taps.find(({ asks }) => asks) ?? null;
    stuck = found.stuck;
    const parts = /** @type {(keyof Tap)[]} */ (["on", "asks", "payload", "before"]);
    const isOther = (/** @type {StoredTap} */ tap) => parts.some((part) => JSON.stringify(tap[part]) !== JSON.stringify(before.get(tap.id)?.[part]));
    const changed = taps.filter(isOther);
    const dropped = [...gone, ...found.dropped];
    if (dropped.length || changed.length) await outbox.replace(dropped, changed);
    refused.push(...found.refused);
  }

  /**
   * What is stored of an event; an undo names what it undoes by its id, since its number may change.
   * @param {GameEvent} event
   * @param {GameState["setup"]} setup
   * @param {string} id
   * @param {Record<string, string>} fields
   * @returns {Tap}
   */
  function tapOf(event, setup, id, fields) {
    return {
      id,
      kind: event.kind,
      payload: core.toJson(core.payload_of(event, setup)),
      reason: event.reason,
      fields,
      undoes: event.kind === "take-back" ? idOf(event.event) : undefined,
      before: event.kind === "bids" ? core.toJson(core.draft_json(state.draft, setup.rules.seating)) : undefined,
      at: new Date(Date.now() + (around.clock ?? 0)).toISOString(),
      on: base.seq,
    };
  }

  /**
   * The state after an event of this phone; raises what the rules refuse or object to.
   * @param {GameEvent} event
   */
  function afterTap(event) {
    const named = new event.constructor(...event.constructor.names.map((name) => (name === "who" ? around.who : event[name])));
    return applied(state, named);
  }

  /**
   * Other taps, without those that are gone; if that cannot be stored, those of before stay.
   * @param {StoredTap[]} next
   * @param {Tap[]} gone
   */
  async function change(next, gone = []) {
    const kept = taps;
    taps = next;
    await fold(gone).catch(async (error) => ((taps = kept), await fold(), Promise.reject(error)));
  }

  /**
   * @param {StoredTap} before
   * @param {Tap} tap
   */
  const answerQuestion = (before, tap) => change(taps.map((each) => (each === before ? { game: before.game, key: before.key, ...tap, on: 0 } : each)));

  /**
   * @param {Tap} tap
   * @param {GameState} after
   */
  async function store(tap, after) {
    const before = state;
    state = after;
    storing = tap;
    try {
      taps.push(await outbox.put(tap, taps));
    } catch (error) {
      state = before;
      throw error;
    }
  }

  return {
    state: () => state,
    seen: () => base.seq,
    waiting: () => taps.length,
    taps: () => taps,
    tap: (/** @type {string} */ id) => taps.find((tap) => tap.id === id) ?? null,
    // The id of the event after which the cards were dealt.
    deal: () => idOf(core.deal_began(state) || 1) ?? "",
    // The number that a tap has here.
    numberOf: (/** @type {string} */ id) => base.seq + 1 + taps.findIndex((tap) => tap.id === id),
    // The hands that these events record.
    handsAt: (/** @type {number[]} */ numbers) => state.events.filter(({ seq, kind }) => kind === "hand" && numbers.includes(seq)).map(({ hand }) => hand),
    question: () => (stuck || !question ? null : { fields: question.fields, kind: question.kind, event: readTap(question, state), before: draftBefore(core, question, state.setup) }),
    // Why the rules refuse what the server had before it was restored, and how much of that waits here: a person gives it up, and nothing is recorded before.
    stuck: () => stuck && { error: stuck, taps: taps.filter(({ again }) => again).length },
    isUndone: (/** @type {Tap} */ tap) => undoneTaps(taps).has(tap.id),
    refusals: () => refused.splice(0),
    timeOf: (/** @type {number} */ seq) => times.get(seq) ?? (taps[seq - base.seq - 1] ?? storing).at,

    // Starts with the server's events, and the taps from a closed page.
    begin: async (/** @type {StoredEvent[]} */ events) => {
      take(events);
      taps = await outbox.all();
      await fold();
    },
    // Takes the server's events after those that this page has seen; if the first one is among them, they replace all.
    catchUp: async (/** @type {StoredEvent[]} */ events) => {
      if (events.length) take(events);
      taps = await outbox.all();
      await fold();
    },
    afterTap,
    /**
     * Changes the state, to that `after` the event if it is known already, or raises what the rules refuse. The result resolves once the tap is
     * stored: before that, nothing may show it.
     * @param {GameEvent} event
     * @param {() => string} nextId
     * @param {Record<string, string>} fields
     */
    press: (event, nextId, fields, after = afterTap(event)) => {
      const tap = tapOf(event, after.setup, nextId(), fields);
      return question ? answerQuestion(question, tap) : store(tap, after);
    },
    // Drops a tap: a person has undone it, or another phone's is right.
    drop: async (tap = question) => {
      if (tap) await change(taps.filter(({ id }) => id !== tap.id), [tap]);
    },
    // The server has recorded these taps as its next events, and the store knows it.
    acknowledge: (/** @type {StoredEvent[]} */ events) => {
      for (const event of events.filter(({ seq }) => seq > base.seq)) {
        const [tap] = taps.splice(0, 1);
        base = taps.length ? base.apply(read({ ...tap, seq: event.seq, who: event.who }, base.setup)) : state;
        learn(event);
      }
      for (const tap of taps) tap.on = base.seq;
    },
    // Whether these events are its next taps.
    isNext: (/** @type {StoredEvent[]} */ events) => events.every(({ id, seq }, i) => taps[i]?.id === id && seq === base.seq + 1 + i),
  };
}
