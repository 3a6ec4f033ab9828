// Browser: what the phones' scripts need of one, with nothing behind it: each device has a store that outlives its pages, and tabs. Nothing happens
// by itself: `sim.step` runs the next operation of a store, and the evening answers requests, ends pauses, and says what time it is.

globalThis.sim = (() => {
  const MAX_OPERATIONS = 20000; // until a page that asks its store again and again is at fault
  let now = 0; // ms since 1970, by the evening's clock
  let seed = 1; // of what pages draw by lot
  let numbers = 0;
  let pages = 0;
  const said = []; // what the evening has not heard yet
  const tasks = []; // operations of stores, in order
  const waiting = new Map(); // what requests and pauses resume, by number
  const devices = new Map();
  const steps = new Map(); // how often an outbox in a phase got a message

  // A small generator (mulberry32): the same seed, the same evening.
  const random = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };

  class DOMException extends Error {
    constructor(message, name) {
      super(message);
      this.name = name;
    }
  }

  class URLSearchParams {
    constructor(given = "") {
      const text = (part) => decodeURIComponent(part.replaceAll("+", " "));
      if (typeof given !== "string") this.list = [...(given[Symbol.iterator] ? given : Object.entries(given))].map((pair) => pair.map(String));
      else this.list = given.replace(/^\?/, "").split("&").filter(Boolean).map((part) => [...part.split("="), ""].slice(0, 2).map(text));
    }
    get = (name) => this.list.find(([known]) => known === name)?.[1] ?? null;
    [Symbol.iterator] = () => this.list[Symbol.iterator]();
    toString = () => this.list.map((pair) => pair.map(encodeURIComponent).join("=")).join("&");
  }

  class URL {
    static createObjectURL = () => "blob:";
    static revokeObjectURL = () => {};
    constructor(address, base = "http://table") {
      const [, origin, path, search = "", hash = ""] = /^(https?:\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?(#.*)?$/.exec(String(address));
      this.origin = origin ?? /^https?:\/\/[^/]*/.exec(String(base?.href ?? base))[0];
      Object.assign(this, { pathname: path || "/", search, hash });
      this.searchParams = new URLSearchParams(search);
    }
    get href() {
      return this.origin + this.pathname + this.search + this.hash;
    }
    toString = () => this.href;
  }

  // The store

  const compared = (one, other) => {
    if (!Array.isArray(one) || !Array.isArray(other)) {
      const rank = (key) => (Array.isArray(key) ? 2 : typeof key === "string" ? 1 : 0);
      return rank(one) - rank(other) || (one < other ? -1 : one > other ? 1 : 0);
    }
    const first = one.findIndex((part, i) => i >= other.length || compared(part, other[i]));
    if (first === -1) return one.length - other.length;
    return first >= other.length ? 1 : compared(one[first], other[first]);
  };
  const IDBKeyRange = { bound: (low, high) => ({ low, high }) };
  const isIn = (key, query) => query === undefined || (query.low === undefined ? !compared(key, query) : compared(query.low, key) <= 0 && compared(key, query.high) <= 0);
  const copy = (value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

  // Rows as a store keeps them apart from what pages go on with; what a page knows of a game is large, and only its top changes.
  const rowOf = (row) => (row?.around ? { ...row, around: { ...row.around } } : copy(row));

  class Transaction {
    constructor(page, mode) {
      Object.assign(this, { page, mode, device: page.device, line: [], state: "waits", error: null, rows: null, notes: [] });
      if (page.isDead) return; // its promises go on, and reach nothing
      this.device.line.push(this);
      this.device.next();
    }
    begin() {
      this.state = "runs";
      this.rows = new Map([...this.device.rows].map(([name, rows]) => [name, new Map(rows)]));
      this.later(() => this.work());
    }
    later = (work) => tasks.push({ page: this.page, work });
    work() {
      if (this.state !== "runs") return;
      const request = this.line.shift();
      if (!request) return this.keep();
      request.result = request.run();
      request.onsuccess?.();
      this.later(() => this.work());
    }
    commit() {} // as it will by itself, once nothing is asked any more
    keep() {
      const isFull = this.mode === "readwrite" && this.device.isFull && this.grown;
      if (isFull) return this.end("aborted", new DOMException("full", "QuotaExceededError"), () => this.onabort?.());
      this.device.rows = this.rows;
      if (this.notes.length) said.push({ kind: "stored", device: this.device.name, notes: this.notes });
      this.end("done", null, () => this.oncomplete?.());
    }
    abort() {
      if (this.state === "done" || this.state === "aborted") throw new DOMException("over", "InvalidStateError");
      this.end("aborted", new DOMException("aborted", "AbortError"), () => this.onabort?.());
    }
    end(state, error, says) {
      Object.assign(this, { state, error });
      this.later(says);
      this.device.line.splice(this.device.line.indexOf(this), 1);
      this.device.next();
    }
    ask(run) {
      const request = { run, result: undefined };
      this.line.push(request);
      return request;
    }
    note(what, name, row) {
      if (name === "taps" || name === "events") this.notes.push({ what, name, row: copy(row) });
    }
    noteSealed({ id, around }) {
      const before = this.rows.get("games").get(JSON.stringify(id))?.around?.sealed ?? null;
      const sealed = around?.sealed ?? null;
      if (before?.id !== sealed?.id || before?.asks !== sealed?.asks) this.notes.push({ what: "sealed", name: "games", row: copy({ game: id, before, sealed }) });
    }
    objectStore = (name) => {
      const path = { taps: "key", games: "id", events: ["game", "seq"], pages: ["game", "path"] }[name];
      const keyOf = (row) => (Array.isArray(path) ? path.map((part) => row[part]) : row[path]);
      const found = (query) => [...this.rows.get(name).values()].filter((row) => isIn(keyOf(row), query)).sort((one, other) => compared(keyOf(one), keyOf(other)));
      return {
        get: (key) => this.ask(() => rowOf(this.rows.get(name).get(JSON.stringify(key)))),
        getAll: (query) => this.ask(() => found(query).map(rowOf)),
        openCursor: (query, direction) =>
          this.ask(() => {
            const row = found(query).at(direction === "prev" ? -1 : 0);
            return row ? { value: rowOf(row), update: (next) => this.objectStore(name).put(next) } : null;
          }),
        put: (given) => {
          const row = rowOf(given);
          return this.ask(() => {
            if (name === "taps") row.key ??= this.device.keys += 1;
            this.grown = true;
            this.note("put", name, row);
            if (name === "games") this.noteSealed(row);
            this.rows.get(name).set(JSON.stringify(keyOf(row)), row);
            return keyOf(row);
          });
        },
        delete: (query) =>
          this.ask(() => {
            for (const row of found(query)) this.note("gone", name, row) ?? this.rows.get(name).delete(JSON.stringify(keyOf(row)));
          }),
      };
    };
  }

  class Device {
    constructor(name) {
      const rows = new Map(["taps", "games", "events", "pages"].map((store) => [store, new Map()]));
      Object.assign(this, { name, rows, keys: 0, line: [], tabs: [], locks: new Map(), local: new Map(), skew: 0, isFull: false, isOffline: false });
    }
    next = () => {
      if (this.line[0]?.state === "waits") this.line[0].begin();
    };
    pages = () => this.tabs.flatMap(({ page }) => page ?? []);
  }

  const isRefused = (result) => Boolean(result.get("error"));
  // What a message tells an outbox, for counting.
  function toldBy({ status, body, code, leads }) {
    if (code) return ` ${code}`;
    if (leads !== undefined) return leads ? "" : " no more";
    if (status === undefined) return "";
    const { protocol, error, results, events } = Object.fromEntries([...(body?.items?.() ?? [])]);
    if (!protocol) return [" offline", " slow"][status] ?? ` ${status}`;
    if (error) return ` ${status} ${error.get("code")}`;
    const refused = results?.find(isRefused);
    if (refused) return ` ${refused.get("status")} ${refused.get("error").get("code")}`;
    if (results?.length) return " recorded";
    return events?.length ? " events" : " no events";
  }
  const isWaited = (queue) => Boolean(queue && (queue.stored.starts || queue.stored.taps.length));
  // What an outbox must never do, written apart from it; empty if it is right.
  function mistake(core, before, message, after, effects) {
    const early = effects.find((effect) => effect instanceof core.Start && isWaited(after.queues.get(after.queues.get(effect.game).stored.before)));
    if (early) return "a rematch starts before the game before it has its taps";
    const sends = ["Send", "Seal", "Start"].some((name) => effects.some((effect) => effect instanceof core[name]));
    if (sends && !after.leads) return "a tab that does not lead sends";
    const [then, now] = [before, after].map(({ queues }) => (message.game === undefined ? null : queues.get(message.game)));
    if (!then || !now) return "";
    const [was, is] = [then.phase.value, now.phase.value];
    if (is === "refused" && ![...now.stored.taps].includes(now.refused)) return "something is refused, and no tap is";
    if (message instanceof core.Answered && message.attempt === then.attempt && ["sending", "asking", "sealing"].includes(was)) {
      const { protocol, error, events, results } = Object.fromEntries([...(message.body?.items?.() ?? [])]);
      if (protocol && error && [403, 404].includes(message.status) && !["closed", "ready"].includes(is)) return `${is} without access`;
      const isBehind = protocol && (error ? message.status : results?.find(isRefused)?.get("status")) === 409;
      if (isBehind && was === "sending" && ["refused", "paused"].includes(is)) return `${is} by what another phone recorded`;
      if (protocol && error?.get("code") === "csrf" && is === "refused") return "refused, with a form that is too old";
      const passes = message.status < 2 || message.status >= 500 || message.status === 429;
      if (passes && !["paused", "ready"].includes(is)) return `${is} after an error that passes`;
      if (is === "lost") return wrongLoss([...message.own], [...events], now);
    }
    return "";
  }
  function wrongLoss(own, theirs, { lost, went_on }) {
    const names = (id, hash) => [id, hash].filter(Boolean);
    const there = new Set(theirs.flatMap((each) => names(each.get("id"), each.get("hash"))));
    const here = new Set(own.flatMap(([, id, hash]) => names(id, hash)));
    const isThere = ([, id, hash]) => there.has(id) || there.has(hash);
    const gone = own.filter((each) => !isThere(each)).map(([seq]) => seq);
    if (String(gone) !== String([...lost])) return `${lost} are lost, not ${gone}`;
    const isOther = theirs.some((each) => !here.has(each.get("id")) && !here.has(each.get("hash")));
    return isOther && !went_on ? "the server went on" : "";
  }
  const counted = (core, device) => {
    const kinds = "Answered Changed Led LetGo News NotSettled NotStarted RecordAgain Resumed Settled TimeUp Woken".split(" ");
    const step = (outbox, message) => {
      const kind = kinds.find((name) => message instanceof core[name]);
      const [after, effects] = core.step(outbox, message);
      const wrong = mistake(core, outbox, message, after, effects);
      if (wrong) said.push({ kind: "mistake", device: device.name, text: `${kind}${toldBy(message)}: ${wrong}` });
      for (const { stored: { game }, phase } of outbox.queues.values()) {
        if (message.game !== undefined && message.game !== game) continue;
        const told = `${kind}${toldBy(message)} while ${phase.value} then ${after.queues.get(game)?.phase.value ?? "gone"}`;
        steps.set(told, (steps.get(told) ?? 0) + 1);
      }
      return [after, effects];
    };
    return { ...core, step };
  };

  // Locks: one page holds each, the others wait in line.
  const locksOf = (page) => ({
    request: (name, { steal }, given) =>
      new Promise((resolve, reject) => {
        const { locks } = page.device;
        const lock = locks.get(name) ?? { line: [] };
        locks.set(name, lock);
        const claim = { page, given, resolve, reject, isHeld: false };
        if (!steal) lock.line.push(claim);
        else {
          const lost = lock.line[0]?.isHeld ? lock.line.shift() : null;
          lock.line.unshift(claim);
          lost?.reject(new DOMException("stolen", "AbortError"));
        }
        granted(lock);
      }),
  });
  function granted(lock) {
    const [claim] = lock.line;
    if (!claim || claim.isHeld) return;
    claim.isHeld = true;
    Promise.resolve(claim.given()).then((value) => {
      if (lock.line[0] !== claim) return;
      lock.line.shift();
      claim.resolve(value);
      granted(lock);
    });
  }

  // A page: its scripts get what follows in place of a browser's globals.
  class Page {
    constructor(tab, address) {
      Object.assign(this, { tab, device: tab.device, number: (pages += 1), isDead: false, listeners: new Map(), shown: null, notice: null, timers: new Set() });
      this.location = new URL(address);
      this.location.assign = (url) => this.leave(String(url));
      this.location.reload = () => this.leave(this.location.href);
    }
    // The page that comes after this one, in the same tab.
    leave(address) {
      if (this.isDead) return;
      this.end();
      open(this.tab, address);
    }
    end() {
      this.dispatch("pagehide");
      this.isDead = true;
      this.device.line = this.device.line.filter(({ page, state }) => page !== this && state !== "done");
      for (const lock of this.device.locks.values()) {
        lock.line = lock.line.filter(({ page }) => page !== this);
        granted(lock);
      }
      this.device.next();
    }
    dispatch = (name, event = {}) => [...(this.listeners.get(name) ?? [])].forEach((work) => work(event));
    // Works only while the page is open.
    alive = (work) => (...given) => (this.isDead ? undefined : work(...given));
    globals() {
      const page = this;
      const { device } = page;
      const addEventListener = (name, work) => page.listeners.set(name, [...(page.listeners.get(name) ?? []), work]);
      const element = () => ({ dataset: {}, append() {}, prepend() {}, remove() {}, setAttribute() {}, addEventListener() {}, click() {}, scrollIntoView() {} });
      const document = {
        documentElement: { dataset: { outbox: "outbox.js", eventsUrl: "/games/GAME/events" }, lang: "en", toggleAttribute() {}, removeAttribute() {} },
        get hidden() {
          return page.tab.isHidden;
        },
        querySelector: (what) => (what === "[data-version]" && page.shown ? { dataset: { version: page.shown.version } } : null),
        getElementById: element,
        createElement: element,
        addEventListener,
      };
      const local = { getItem: (key) => device.local.get(key) ?? null, setItem: (key, value) => device.local.set(key, value) };
      const session = { getItem: (key) => page.tab.session.get(key) ?? null, setItem: (key, value) => page.tab.session.set(key, value) };
      const setTimeout = (work, ms = 0) => {
        numbers += 1;
        waiting.set(numbers, { page, work });
        said.push({ kind: "timer", number: numbers, ms });
        return numbers;
      };
      const clearTimeout = (number) => waiting.delete(number);
      const fetch = (address, about = {}) =>
        new Promise((resolve, reject) => {
          const url = new URL(address, page.location);
          if (page.isDead) return;
          if (url.pathname.startsWith("/static/")) return resolve({ ok: true, text: async () => "" });
          numbers += 1;
          const number = numbers;
          const over = about.signal && setTimeout(() => waiting.delete(number) && reject(new DOMException("late", "TimeoutError")), about.signal.ms);
          const work = (status, body, final, isRedirected) => {
            clearTimeout(over);
            if (status === 0) return reject(new TypeError("no connection"));
            const headers = { get: (name) => (name === "Content-Type" ? (body.startsWith("{") ? "application/json" : "text/html") : null) };
            const reply = { status, ok: status < 400, url: final, redirected: isRedirected, headers, text: async () => body, json: async () => JSON.parse(body) };
            resolve(reply);
          };
          waiting.set(number, { page, work });
          said.push({ kind: "request", number, device: device.name, method: about.method ?? "GET", url: url.href.replace(url.origin, ""), body: about.body ? String(about.body) : null });
        });
      class BroadcastChannel {
        constructor() {
          page.channel = [];
        }
        addEventListener = (_, work) => page.channel.push(work);
        postMessage(data) {
          for (const other of device.pages().filter((each) => each !== page)) {
            for (const work of other.channel ?? []) tasks.push({ page: other, work: () => work({ data: copy(data) }) });
          }
        }
      }
      class OwnDate extends Date {
        constructor(...given) {
          given.length ? super(...given) : super(OwnDate.now());
        }
        static now = () => now + device.skew;
      }
      const serviceWorker = { controller: {}, register: async () => ({ active: { postMessage() {} } }) };
      const window = {
        ...{ BroadcastChannel, BroadcastOf: device, addEventListener, sessionStorage: session, localStorage: local, indexedDB: {}, open() {}, app: undefined },
        requestIdleCallback: (work) => setTimeout(work),
      };
      return {
        ...{ window, self: { document }, document, location: page.location, addEventListener, BroadcastChannel, localStorage: local, sessionStorage: session },
        ...{ setTimeout, clearTimeout, fetch, URL, URLSearchParams, DOMException, IDBKeyRange, Date: OwnDate },
        dispatchEvent: ({ name }) => page.dispatch(name),
        history: { replaceState: (_, __, address) => Object.assign(page.location, new URL(address, page.location)) },
        navigator: { serviceWorker, locks: locksOf(page), storage: { persist: async () => true }, onLine: !device.isOffline },
        indexedDB: { open: () => page.openStore() },
        AbortSignal: { timeout: (ms) => ({ ms }) },
        File: class { constructor(_, name) { this.name = name; } }, // prettier-ignore
        Event: class { constructor(name) { this.name = name; } }, // prettier-ignore
        crypto: { getRandomValues: (bytes) => bytes.map(() => random() * 256) },
        Math: Object.assign(Object.create(Math), { random }),
        console: { warn: (error) => said.push({ kind: "warning", device: device.name, text: `${error?.stack ?? ""} ${error?.name} ${error?.message ?? error}` }) },
        importHere: async (name) => page.loaded(String(name).replace(/^.*\/|[-.?].*$/g, "")),
      };
    }
    openStore() {
      const request = {};
      const transaction = (_, mode) => {
        if (connection.isClosed) throw new DOMException("closed", "InvalidStateError");
        return new Transaction(this, mode);
      };
      const connection = { transaction, close: () => (connection.isClosed = true) };
      tasks.push({ page: this, work: () => ((request.result = connection), request.onsuccess()) });
      return request;
    }
    // A part of the program, as `import` gives it: the module of a game is the same for all pages, scripts are of one page.
    loaded(name) {
      if (name === "outbox") return counted(globalThis.modules.outbox, this.device);
      if (["phone", "pages", "along"].includes(name)) return globalThis.modules[name];
      return (this.parts[name] ??= globalThis.scripts[name](this.env));
    }
  }

  function open(tab, address) {
    const page = new Page(tab, address);
    tab.page = page;
    tab.opened += 1;
    page.env = { ...page.globals(), page, showBanner() {} };
    globalThis.begin(page);
  }

  const tabOf = (device, number) => devices.get(device).tabs[number];

  return {
    random,
    said,
    note: (kind, more) => said.push({ kind, ...more }),
    // A new evening.
    begin: (given, moment) => {
      for (const device of devices.values()) for (const page of device.pages()) page.isDead = true;
      devices.clear();
      [said, tasks].forEach((list) => list.splice(0));
      waiting.clear();
      steps.clear();
      [seed, now, numbers, pages] = [given, moment, 0, 0];
    },
    time: (moment) => (now = moment),
    device: (name, about) => {
      if (!devices.has(name)) devices.set(name, new Device(name));
      Object.assign(devices.get(name), about);
    },
    open: (name, address) => {
      const device = devices.get(name);
      for (const each of device.tabs) each.isHidden = true;
      const tab = { device, session: new Map(), isHidden: false, page: null, opened: 0 };
      device.tabs.push(tab);
      open(tab, address);
    },
    show: (name, number) => {
      const { tabs } = devices.get(name);
      tabs.forEach((tab, i) => (tab.isHidden = i !== number));
      tabs[number].page.dispatch("visibilitychange");
    },
    close: (name, number) => {
      const { tabs } = devices.get(name);
      const [tab] = tabs.splice(number, 1);
      tab.page.end();
    },
    // The phone is dead at once: no page says goodbye, and what is not committed is not there.
    kill: (name) => {
      const device = devices.get(name);
      for (const tab of device.tabs.splice(0)) tab.page.isDead = true;
      Object.assign(device, { line: [], locks: new Map() });
    },
    wake: (name) => devices.get(name).pages().forEach((page) => page.dispatch("online")),
    reload: (name, number) => tabOf(name, number).page.location.reload(),
    tabs: (name) => devices.get(name).tabs.length,
    page: (name, number) => tabOf(name, number)?.page,
    stored: (name) => JSON.stringify(Object.fromEntries([...devices.get(name).rows].map(([store, rows]) => [store, [...rows.values()]]))),
    // The next operation of a store, in the order in which they were asked for; how many are left.
    step: () => {
      const task = tasks.shift();
      if (task && !task.page.isDead) task.work();
      if (tasks.length > MAX_OPERATIONS) throw new Error("a page never rests");
      return tasks.length;
    },
    left: () => tasks.length,
    steps: () => Object.fromEntries(steps),
    resume: (number, ...given) => {
      const found = waiting.get(number);
      waiting.delete(number);
      if (!found || found.page.isDead) return false;
      found.work(...given);
      return true;
    },
    take: () => (said.length ? JSON.stringify(said.splice(0)) : ""),
  };
})();
