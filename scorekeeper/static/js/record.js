// Record: a game's events on this phone: the server's, followed by the taps that it does not have yet.
import { applied, draftBefore, folded, undoneTaps } from "./fold.js";

// `strict`: no page shows what is dropped, so a tap that the rules refuse now waits for a person instead.
export function recordOf(core, around, outbox, strict = false) {
  const numbers = new Map(); // of the server's events, by id
  const times = new Map(); // when the server recorded each event, by its number
  const refused = []; // why taps were dropped
  let base = null; // the server's state of the game
  let taps = []; // those that wait, in order
  let state = null; // the game with the taps
  let storing = null; // the last tap until it is stored
  let question = null; // a tap that another phone contradicts

  const read = ({ kind, payload, seq, reason, who }, head) => core.read_stored(kind, core.fromJson(payload), head, seq, reason, who);
  const readTap = (tap, now) => read({ ...tap, seq: now.seq + 1, who: around.who }, now.head);

  // The server's events after those known; all of them, if the first one is among them.
  function take(events) {
    if (events[0].seq === 1) {
      numbers.clear();
      const start = core.read_start(core.fromJson(events[0].payload), events[0].who);
      base = core.replay([start, ...events.slice(1).map((event) => read(event, start.head))]);
    } else {
      for (const event of events) base = base.apply(read(event, base.head));
    }
    for (const event of events) learn(event);
  }

  function learn({ id, seq, at }) {
    numbers.set(id, seq);
    times.set(seq, at);
  }

  async function fold() {
    const before = new Map(taps.map((tap) => [tap.id, tap]));
    const found = folded(core, base, numbers, taps, readTap, strict);
    ({ state, question } = found);
    refused.push(...found.refused);
    taps = found.taps.map((tap) => ({ ...tap, on: base.seq, asks: tap.id === question?.id }));
    question = taps.find(({ asks }) => asks) ?? null;
    const isOther = (tap) => ["on", "asks", "payload", "before"].some((part) => JSON.stringify(tap[part]) !== JSON.stringify(before.get(tap.id)[part]));
    const changed = taps.filter(isOther);
    if (found.dropped.length || changed.length) await outbox.replace(found.dropped, changed);
  }

  // What is stored of an event; an undo names what it undoes by its id, since its number may change.
  function tapOf(event, head, id, fields) {
    const idOf = (seq) => [...numbers, ...taps.map((tap, i) => [tap.id, base.seq + 1 + i])].find(([, known]) => known === seq)?.[0];
    return {
      id,
      kind: event.kind,
      payload: core.toJson(core.payload_of(event, head)),
      reason: event.reason,
      fields,
      undoes: event.kind === "take-back" ? idOf(event.event) : undefined,
      before: event.kind === "bids" ? core.toJson(core.draft_json(state.draft, head.rules.seating)) : undefined,
      at: new Date(Date.now() + around.clock).toISOString(),
      on: base.seq,
    };
  }

  // The state after an event of this phone; raises what the rules refuse or object to.
  function afterTap(event) {
    const named = new event.constructor(...event.constructor.names.map((name) => (name === "who" ? around.who : event[name])));
    return applied(state, named);
  }

  async function answerQuestion(tap) {
    const answered = await outbox.put({ ...tap, key: question.key });
    taps = taps.map((each) => (each === question ? answered : each));
    return fold();
  }

  async function store(tap, after) {
    const before = state;
    state = after;
    storing = tap;
    try {
      taps.push(await outbox.put(tap));
    } catch (error) {
      state = before;
      throw error;
    }
  }

  return {
    state: () => state,
    seen: () => base.seq,
    waiting: () => taps.length,
    tap: (id) => taps.find((tap) => tap.id === id) ?? null,
    // The number that a tap has here.
    numberOf: (id) => base.seq + 1 + taps.findIndex((tap) => tap.id === id),
    // The hands that these events record.
    handsAt: (numbers) => state.events.filter(({ seq, kind }) => kind === "hand" && numbers.includes(seq)).map(({ hand }) => hand),
    question: () => question && { fields: question.fields, kind: question.kind, event: readTap(question, state), before: draftBefore(core, question, state.head) },
    isUndone: (tap) => undoneTaps(taps).has(tap.id),
    refusals: () => refused.splice(0),
    timeOf: (seq) => times.get(seq) ?? (taps[seq - base.seq - 1] ?? storing).at,

    // Starts with the server's events, and the taps from a closed page.
    begin: async (events) => {
      take(events);
      taps = await outbox.all();
      await fold();
    },
    // Takes the server's events, of which this page may have some already; if the first one is among them, they replace all.
    catchUp: async (events) => {
      const fresh = events[0]?.seq === 1 ? events : events.filter(({ seq }) => seq > base.seq);
      if (fresh.length) take(fresh);
      taps = await outbox.all();
      await fold();
    },
    afterTap,
    // Changes the state, to that `after` the event if it is known already, or raises what the rules refuse. The result resolves once the tap is stored: before that, nothing may show it.
    press: (event, id, fields, after = afterTap(event)) => {
      const tap = tapOf(event, after.head, id, fields);
      return question ? answerQuestion(tap) : store(tap, after);
    },
    // Drops a tap: a person has undone it, or another phone's is right.
    drop: async (tap = question) => {
      await outbox.replace([tap], []);
      taps = taps.filter(({ id }) => id !== tap.id);
      await fold();
    },
    // The server has recorded these taps as its next events, and the store knows it.
    acknowledge: (events) => {
      for (const event of events.filter(({ seq }) => seq > base.seq)) {
        const tap = taps.shift();
        base = taps.length ? base.apply(read({ ...tap, seq: event.seq, who: event.who }, base.head)) : state;
        learn(event);
      }
      for (const tap of taps) tap.on = base.seq;
    },
    // Whether these events are its next taps.
    isNext: (events) => events.every(({ id, seq }, i) => taps[i]?.id === id && seq === base.seq + 1 + i),
  };
}
