// What the tests ask the compiled module: the same questions as tests/phone/answers.py asks Python.
// A dict comes and goes as ["dict", [key, value], ...], so that its order is seen.

export function harness(core) {
  const given = (value) => {
    if (!Array.isArray(value)) return value;
    if (value[0] !== "dict") return value.map(given);
    return new core.Dict(value.slice(1).map(([key, part]) => [key, given(part)]));
  };
  // Fields with what another field has in full: see BRIEF in tests/phone/answers.py.
  const brief = {
    by_code: (calls) => calls.items().map(([code, call]) => [code, call.code]),
    deal: (deal) => (deal.calls ? deal.calls.map((call) => call.code) : deal),
  };
  const shown = (value) => {
    if (Array.isArray(value)) return value.map(shown);
    if (typeof value === "function") return "function";
    if (value === null || typeof value !== "object") return value;
    if (value instanceof core.Dict) return ["dict", ...value.items().map(([key, part]) => [shown(key), shown(part)])];
    if (value instanceof core.PySet) return ["set", ...value.values().map(shown).map((part) => JSON.stringify(part)).sort()];
    if (value instanceof core.Enum) return value.name;
    if (value instanceof core.Markup) return value.text;
    if (value instanceof core.Data) return ["data", ...value.constructor.names.map((name) => (brief[name] ?? shown)(value[name]))];
    return value.title ? "function" : `no ${value.constructor.name}`;
  };
  const said = (work) => {
    try {
      return work();
    } catch (error) {
      if (!error.fault) throw error;
      return ["refused", error.fault.code, core.fault_text(error.fault), shown(error.fault.path), shown(error.fault.params)];
    }
  };

  const call = (name) => shown(core[name]());
  const thrown = (name) => {
    try {
      return ["not thrown", shown(core[name]())];
    } catch (error) {
      return String(error.message);
    }
  };

  const sheet = (value) =>
    said(() => {
      const read = core.read_sheet(given(value));
      const board = read.scoreboard();
      const others = board.constructor.names.filter((name) => name !== "rules").map((name) => shown(board[name])); // as in the sheet
      return [shown(core.sheet_json(read)), shown(core.scoreboard_json(board, read.names)), shown(read), others];
    });

  // A walk through the pages of a game, step by step: see tests/phone/walks.py.
  const address = (endpoint, values) =>
    `/${endpoint}?${values.items().filter(([, value]) => value !== null && value !== undefined).map(([name, value]) => `${name}=${core.str(value)}`).join("&")}`;
  const written = (seq) => {
    const day = seq < 5 ? "Friday" : "Saturday";
    return new core.Moment(day, given(["dict", ["clock", `00:${String(seq).padStart(2, "0")}`], ["iso", `event ${seq}`], ["day", day]]));
  };
  core.useHost({
    url_for: address,
    csrf: () => new core.Markup('<input name="csrf">'),
    get_flashed_messages: () => [["error", "Oh"]],
  });
  const receipt = () =>
    new core.Dict([["short", "3F9A-72C1"], ["url", "http://localhost/r?a=1&b=2"], ["qr", new core.Markup("<svg></svg>")]]);

  const walk = (asked) => {
    const { head, may_write: mayWrite, own, rematches, won, steps } = Object.fromEntries(asked.slice(1));
    let state = core.replay([core.read_start(given(head))]);
    const context = new core.PageContext(
      new core.TableContext("t1", "Thursday & <co>"),
      new core.GameContext("g1", 7, [], false, "2026-11-25T20:00:00+00:00", won, won.length ? 5 : 0, won.length > 0),
      mayWrite,
      address,
      () => "new-id",
      (madeOf, _dependsOn, viewOf) => madeOf.map((_, index) => core.draw_hand(viewOf(index))),
      () => "Ben’s phone has the pen.",
      () => new core.Finished("7F3-K2", receipt(), 1, null, 0, rematches),
      ...own.map(given),
    );
    const press = (name, ...more) => {
      let event = name === "recorded" ? core.read_event("hand", given(more[0]), state.setup, state.seq + 1) : core[name](state, ...more.map(given));
      if (event === null) return null;
      event = new event.constructor(...event.constructor.names.map((field) => (field === "who" ? "Ann’s <phone>" : event[field])));
      const after = state.apply(event);
      const objected = state.objected(event, after);
      if (objected !== null) throw objected;
      state = after;
      return [event.kind, shown(core.payload_of(event, after.setup)), after.seq];
    };
    const views = {
      "games/show.html": (query) => core.game_page(state, context, query),
      "games/live/across.html": () => core.live_view(state, context),
      "games/live/screen.html": () => core.live_view(state, context),
      "games/deals.html": () => core.deals_page(state, context),
      "games/stop.html": () => core.stop_view(state, context),
      "games/result_card/show.html": () => core.result_view(state),
      "games/what_wins.html": () => core.what_wins_view(state),
      "games/why/hand.html": (hand, side) => core.why_hand(state, context, hand, side),
      "games/why/total.html": (side) => core.why_total(state, context, side),
      "games/log.html": (before) => {
        const view = new core.GameLog(state, context, written).view(before);
        view.put("zone", "UTC");
        return view;
      },
      "games/correct.html": (hand, query) => new core.Correction(state, hand, query).view(context, "why?", ["No."]),
      "games/rulings/index.html": () => core.rulings_view(state, context),
      renege: (query) => core.renege_view(state, context, query),
      points: (query) => core.points_view(state, context, query),
      misdeal: () => core.misdeal_view(state, context),
      forfeit: (reason) => core.forfeit_view(state, context, reason, ["Who?"]),
      time: (errors) => core.time_view(state, context, errors),
      substitute: (fields) => core.substitute_view(state, context, ["Ann", "Zoë"], fields, new core.Dict([["player", ["Who?"]]])),
    };
    const page = (template, ...more) => {
      const [name, ...rest] = template in views ? [template, ...more] : more;
      const values = views[name](...rest.map(given));
      const allValues = new core.Dict([["table", context.table], ["game", context.game], ["this_page", "/here"], ...values.items()]);
      const blocks = core.pages[template];
      return `${blocks.title(allValues, blocks)}: ${blocks.page(allValues, blocks)}`;
    };
    return steps.map(([kind, ...more]) => (kind === "press" ? said(() => press(...more)) : page(...more)));
  };

  return { call, thrown, sheet, walk };
}
