// Pages: what loads and shows a game on a phone, without drawing it; people read its state and tap its forms. All else is the program's own. A page
// of another address is Home, which only sends what waits.

// Nobody sees the page of a game, which takes longer than all else: only its version counts.
const dict = (pairs) => new globalThis.modules.phone.Dict(pairs);
globalThis.modules.phone.game_page = ({ seq }, { mark }) => dict([["bar", dict([["version", `${seq}${mark}`]])]]);

globalThis.begin = (page) => {
  const { env } = page;
  const { location, document } = env;
  const phone = globalThis.modules.phone;
  let isOffline = false;
  page.connection = (state) => (isOffline = state === "offline");
  const shown = {
    here: () => location.href,
    isOffline: () => isOffline,
    replaceWith() {},
    afterFrame: (work) => work(),
    showConnection: (state) => page.connection(state),
    showWaiting: (notice) => ((page.notice = notice), page.connection(notice ? "offline" : null)),
    showPage: (text, address) => show({ text, address }),
    stylesOf: async () => {},
    pointersReleased: async () => {},
    readPage() {},
    stop: () => (page.game = null),
    open: (found) => (location.assign(found.events_url.replace(/\/events$/, "")), {}),
  };
  const asking = globalThis.scripts.asking({ ...env, showConnection: shown.showConnection });
  Object.assign(shown, { ask: asking.ask, send: asking.send, untilRetry: asking.untilRetry });

  function show({ text, address, isWrong = false }) {
    if (!text) return;
    if (address) Object.assign(location, new env.URL(address));
    const version = text.version ?? /data-version="([^"]*)"/.exec(text.frame)?.[1];
    page.shown = { template: text.template ?? (version === undefined ? "other" : "server"), version, isWrong };
    for (const [kind, words] of text.flashes ?? []) sim.note("flash", { device: page.device.name, category: kind, words });
    if (!text.template) sim.note("server page", { device: page.device.name, text: text.frame });
    page.dispatch("pageshown");
  }

  const sender = globalThis.scripts.send(env);
  const attach = (game, here) => {
    const { refusals } = here.record;
    here.record.refusals = () => {
      const found = refusals();
      if (found.length) sim.note("refusals", { device: page.device.name, page: page.number, count: found.length });
      return found;
    };
    Object.assign(page, { record: here.record, around: here.around });
    sender.attach(game, here);
  };
  page.parts = { send: { ...sender, attach } };

  const [, kind, id] = location.pathname.split("/");
  page.gameId = id;
  page.sender = sender;
  page.look = () => null;
  if (kind !== "games") return;

  async function load() {
    const kept = await page.store().keptGame(id).catch(() => null);
    let found = kept?.start || kept?.handed ? kept : null;
    if (!found) {
      const reply = await asking.send(`/games/${id}/events`);
      if (reply && !reply.ok) return void (page.shown = { template: "closed" });
      const answer = await reply?.json();
      if (answer?.game && answer.game.id !== id) return location.assign(`/games/${answer.game.id}`); // it began on a phone, under the id of this page
      found = answer?.game ? answer : kept; // what isn't our page is none, and the service worker has its own
    }
    if (!found) return env.setTimeout(page.load, 10000);
    page.around = found;
    page.game = await (await env.importHere("play.js")).start(found, shown);
    page.isReady = true;
  }
  page.store = () => globalThis.scripts.kept(env);
  page.load = () => load().catch((error) => (env.console.warn(error), env.setTimeout(page.load, 10000)));
  page.load();

  page.tap = async (endpoint, values, fields) => {
    const core = phone;
    const path = page.around.routes[endpoint].replace(/<(?:\w+:)?(\w+)>/g, (_, name) => (name === "game" ? id : values[name]));
    const body = new env.URLSearchParams(Object.entries(fields)).toString();
    const tap = { address: new env.URL(path, location).href, body };
    const next = page.game ? await page.game.answer(tap) : null;
    if (next) return show(next);
    const seq = page.record?.state()?.seq;
    const more = new env.URLSearchParams([["entry_id", page.newId()], ["seq", seq ?? ""], ["csrf_token", page.around.csrf]]);
    show(await asking.ask({ ...tap, body: `${body}&${more}` }));
  };
  page.link = (endpoint) => {
    const path = page.around.routes[endpoint].replace(/<(?:\w+:)?(\w+)>/g, (_, name) => (name === "game" ? id : page.around.table.id));
    return env.window.follow({ href: new env.URL(path, location).href }, { preventDefault() {} });
  };
  page.newId = () => globalThis.scripts.ids(env).newId();

  // What the page says of the game and of its taps.
  page.look = () => {
    const record = page.record;
    const state = record?.state();
    const about = { template: page.shown?.template ?? "", notice: page.notice?.words ?? "", isReady: Boolean(page.isReady), opened: page.tab.opened };
    if (!state || !page.isReady) return about;
    const { board, setup } = state;
    const asked = record.question();
    const waits = record.taps().map(({ id: tap }) => tap); // under the id on the server already, while the page is led there
    const own = [...page.device.rows.get("taps").values()].filter((tap) => tap.game === id || waits.includes(tap.id));
    return {
      ...about,
      ...{ seq: state.seq, seen: record.seen(), waiting: record.taps().map(({ id: tap, kind }) => [tap, kind]), mayWrite: page.around.may_write },
      ...{ hand: board.next_number, hands: board.hands.length, isOver: board.outcome !== null, canUndo: state.undo !== null, canRedo: state.redo !== null },
      draft: phone.toJson(phone.draft_json(state.draft, setup.rules.seating)),
      was: state.draft.map((bid) => (bid === null ? "" : bid.calls.join("+"))),
      totals: board.scores.map(({ total }) => total),
      ...{ kept: own.sort((one, other) => one.key - other.key).map((tap) => tap.id), isLeft: !page.game, isTwice: record.taps().some(({ id: tap }) => [...page.device.rows.get("events").values()].some((event) => event.id === tap)), asks: record.taps().find(({ asks }) => asks)?.id ?? "" },
      isStuck: Boolean(record.stuck()),
      own: page.around.own_seat === null ? null : { seat: page.around.own_seat, bid: page.around.own_bid, sealed: page.around.sealed ?? null },
      ...{ starts: Boolean(page.around.start), status: page.sender.statusOf(id), question: asked && { kind: asked.kind, fields: asked.fields } },
    };
  };
};
