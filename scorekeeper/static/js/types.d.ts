// Shapes that several scripts share, for the check of their types: what the server answers, what IndexedDB keeps, what the compiled modules
// export, and what pages and requests are on their way.

/** A compiled value that scripts only hand on. */
export type Opaque = unknown;

/** What came of JSON, or goes into it. */
export type Json = unknown;

// What the server answers (web/games/events.py)

export interface StoredEvent {
  seq: number;
  id: string;
  kind: string;
  payload: Payload;
  who: string | null;
  reason: string | null;
  at: string;
  /** Missing from events that this phone made, or that an old version stored. */
  hash?: string | null;
}

/** The body of an event; which kind has which of these is in core/game/event_json.py. */
export interface Payload {
  hand?: number;
  bids?: (Json[] | Json)[];
  entry?: number;
  [name: string]: Json;
}

/** What the pages of a game show besides its events, and what this phone knows of it. */
export interface Around {
  table: { id: string; name: string; may_keep: boolean };
  game: { id: string; number: number; unnamed: string[]; names_later: boolean; started?: string; won?: number[]; best_of?: number; turns?: boolean; desk?: string; pictures?: boolean; effect?: string };
  who: string | null;
  own_seat: number | null;
  own_side: number | null;
  own_bid: string[];
  /** A bid for the own seat that the server lacks (bid_for_own_seat in services/recording.py); `asks`: it is refused, and a question to its owner. */
  sealed?: Sealed | null;
  roster: Json;
  rules_code: string;
  pen: Json;
  waiting: Json;
  unsent?: Json;
  /** What the room of its match tells this game, as the fields of `PadNotice` in core/pages. */
  room?: Json[] | null;
  rematches?: Rematch[];
  mark: string;
  may_write: boolean;
  may_import: boolean;
  language: string;
  csrf: string;
  events_url: string;
  worker: string;
  quick_game: string;
  /** URLs of static files by name. */
  static: Record<string, string>;
  /** URL patterns by endpoint. */
  routes: Record<string, string>;
  /** How far this phone's clock is behind the server's, in ms. */
  clock?: number;
  /** The URL that starts it on the server, as long as only this phone has the game; without a server, always. */
  start?: string;
  /** How the game stands, for a list: names and totals of the sides, and whether it is over. */
  stands?: { sides: [name: string, total: string][]; isOver: boolean };
  /** The fields of the form that starts it, if it is one of a new game. */
  fields?: [name: string, value: string][];
  rematch_of?: string;
  /** Who goes on with it on another phone, and since when: this one only shows it. */
  handed?: { who: string; at: number };
  /** Whether no server can start it: it came from elsewhere. */
  alone?: boolean;
  /** Of the hashes of its entries, once it is handed on (docs/record.md). */
  salt?: string;
}

export interface Sealed {
  id: string;
  seat: number;
  calls: string[];
  /** Of the form, with the id of the event after which the cards were dealt. */
  fields: Record<string, string> & { deal: string };
  asks?: boolean;
}

/** Games as one text (docs/record.md). */
export interface Carried {
  games: CarriedGame[];
}

export interface CarriedGame {
  game: string;
  salt: string;
  pad: Pick<Around["game"], "number" | "started" | "unnamed" | "won" | "best_of"> & Partial<Pick<Around, "rules_code">>;
  entries: Omit<StoredEvent, "seq" | "hash">[];
}

/** What a game at a table begins like: `table_json` in web/games/new_game.py. */
export interface TableData
  extends Pick<Around, "table" | "who" | "may_import" | "language" | "csrf" | "events_url" | "worker" | "quick_game" | "static" | "routes"> {
  number: number;
  roster: string[];
  chips: string[];
  agreed: string[];
  counts: boolean;
  last: [rules: string, shape: string] | null;
  played: string[];
  games: BegunLike[];
  /** Who sits where, by shape. */
  names: Record<string, string[]>;
  presets: OwnPreset[];
  scripted: Json[];
}

interface BegunLike {
  rules: string;
  shape: string;
  options: Json;
  minutes: number;
}

type OwnPreset = BegunLike & { name: string };

/** What this phone adds to that. */
export interface OwnOfTable {
  names: string[];
  games: (BegunLike & { names: string[] })[];
  presets: OwnPreset[];
}

/** A rematch: its id, and its number, null before the server has it. */
export type Rematch = [id: string, number: number | null];

export type GameData = Around & { events: StoredEvent[] };

/** The answer to a request for events, or with taps; of another server it may be anything. */
export interface Answer extends Partial<GameData> {
  protocol?: number;
  seq?: number;
  hash?: string;
  now?: number;
  notices?: [category: string, text: string][];
  results?: { id: string; status: number; event?: StoredEvent; error?: { code: string; message: string } }[];
  error?: { code: string; message: string };
}

// What IndexedDB keeps

/** A tap that the server does not have yet. */
export interface Tap {
  /** Its place in line; without one it is not stored yet. */
  key?: number;
  id: string;
  kind: string;
  payload: Payload;
  reason: string | null;
  fields: Record<string, string>;
  /** The id of what it undoes. */
  undoes?: string;
  /** The bids that were on the screen when it was tapped. */
  before?: Json;
  at: string;
  /** The number of the event that it was put after. */
  on: number;
  /** Whether another phone contradicts it. */
  asks?: boolean;
  again?: boolean; // recorded again, since the server lost it
}

export type StoredTap = Tap & { key: number; game: string };

export interface KeptGame {
  id: string;
  at: number;
  around: Around;
}

// Requests and pages

/** What a tap asks for; without a body, a page. */
export interface PageRequest {
  address: string;
  body?: string;
}

/** A response whose text has been read. */
export interface Reply {
  ok: boolean;
  status: number;
  redirected: boolean;
  url: string;
  headers: Headers;
  text(): string | Promise<string>;
  json(): any;
}

export type Send = (address: string, body?: string | URLSearchParams) => Promise<Reply | null>;

// What the tabs of one browser tell each other (tabs.js), by kind

/** What one tab does for all. */
export type Leads = "scorekeeper listens" | "scorekeeper sends";

export interface TabMessages extends Record<Leads, { asks?: boolean; isOver?: boolean }> {
  /** The store has something else of a game; `isWhole` if that may be all its events. */
  changed: { game: string; isWhole?: boolean };
  /** The server has more events of a game. */
  news: { game: string };
  /** A game that began on this phone has another id on the server. */
  moved: { game: string; to: string; url: string };
  /** What to say of a game's taps. */
  show: { game: string } & Status;
  /** A rematch of this game began on this phone. */
  rematch: { before: string };
  /** The server has this version of the game with this stream. */
  live: { url: string; version: string };
}

// The compiled modules

export interface Dict<V = Opaque> {
  items(): [string, V][];
  at(key: string): V;
  get(key: string, otherwise?: V): V;
}

interface DictType {
  new <V = Opaque>(pairs?: readonly (readonly [string, V])[]): Dict<V>;
}

export type Fields = Dict<string>;

export interface GameEvent {
  readonly constructor: { new (...values: unknown[]): GameEvent; names: string[] };
  readonly [field: string]: unknown;
  readonly kind: string;
  readonly seq: number;
  readonly reason: string | null;
  /** Of events that record a hand or its bids. */
  readonly hand: number;
  /** Of bids: each seat's. */
  readonly bids: ({ calls: string[] } | null)[];
  /** Of an undo: the number of what it undoes. */
  readonly event: number;
}

export interface GameState {
  readonly seq: number;
  readonly setup: { names: Opaque; sides: Opaque[]; rules: { seating: Opaque } };
  readonly board: { hands: Opaque[]; outcome: Opaque | null };
  readonly draft: Opaque;
  readonly events: GameEvent[];
  readonly sheet: Opaque;
  apply(event: GameEvent): GameState;
  objected(event: GameEvent, after: GameState): Error | null;
}

/** An error of the rules; one without a `path` is a fault of the program. */
export interface RuleError extends Error {
  path: Opaque;
}

declare class AlreadyRecorded extends Error implements RuleError {
  private kind: "AlreadyRecorded";
  path: Opaque;
}

declare class BidClash extends Error implements RuleError {
  private kind: "BidClash";
  path: Opaque;
}

export type View = Dict;
type Query = Dict<string>;
type PageContext = Opaque;
type Block = (context: Dict, blocks: Record<string, Block>) => string;

/** `phone.js` (compiler/sources.py: GAME_PAGE) with `pages.js` (OTHER_PAGES); what takes games along (CARRY) comes later. */
export interface GameModule {
  // GAME_PAGE
  AlreadyRecorded: typeof AlreadyRecorded;
  BidClash: typeof BidClash;
  payload_of(event: GameEvent, setup: GameState["setup"]): Opaque;
  read_start(payload: Opaque, who: string | null): GameEvent & { setup: GameState["setup"] };
  read_stored(kind: string, payload: Opaque, setup: GameState["setup"], seq: number, reason: string | null, who: string | null): GameEvent;
  replay(events: GameEvent[]): GameState;
  bid(state: GameState, fields: Fields): GameEvent | null;
  keep_bids(state: GameState, fields: Fields): GameEvent | null;
  save_hand(state: GameState, fields: Fields, written: Opaque): GameEvent;
  undo(state: GameState): GameEvent;
  redo(state: GameState): GameEvent;
  read_draft(bids: Opaque, hand: number | undefined, setup: GameState["setup"]): Opaque;
  draft_json(draft: Opaque, seating: Opaque): Opaque;
  Finished: new (...values: unknown[]) => Opaque;
  GameContext: new (...values: unknown[]) => Opaque;
  PageContext: new (...values: unknown[]) => PageContext;
  PadNotice: new (...values: unknown[]) => Opaque;
  TableContext: new (...values: unknown[]) => Opaque;
  rebased(state: GameState, event: GameEvent, before: Opaque): GameEvent | null;
  board_view(board: Opaque, names: Opaque): View;
  game_page(state: GameState, context: PageContext, query: Query): View;
  needs_connection(): string;
  refused_words(error: RuleError): string;
  rejected_words(state: GameState, seq: number, why: string): string;
  recorded_notice(event: GameEvent, after: GameState): { text: string; category: string } | null;
  /** Uses these texts from now on (core/words/language.py: TranslatedCatalogue). */
  speak(texts: Opaque): void;
  // OTHER_PAGES
  rematch_setup(state: GameState): Opaque;
  sheet_json(sheet: Opaque): Opaque;
  correct(state: GameState, fields: Fields, written: Opaque): GameEvent;
  undo_event(state: GameState, number: number): GameEvent;
  stop(state: GameState, fields: Fields): GameEvent;
  reopen(state: GameState): GameEvent;
  misdeal(state: GameState, fields: Fields): GameEvent;
  forfeit(state: GameState, fields: Fields): GameEvent;
  call_time(state: GameState, fields: Fields): GameEvent;
  substitute(state: GameState, fields: Fields): GameEvent;
  swap_seats(state: GameState, fields: Fields): GameEvent;
  contradicted_bid(state: GameState, event: GameEvent, before: Opaque, fields: Fields): Fields;
  two_bids_view(state: GameState, context: PageContext, fields: Fields, endpoint?: string): View;
  deal_began(state: GameState): number;
  next_of_series(state: GameState, context: PageContext): Opaque;
  unavailable_reason(state: GameState, endpoint: string): string | null;
  saved_words(): string;
  handed_words(who: string): string;
  take_back_words(): string;
  live_view(state: GameState, context: PageContext): View;
  deals_page(state: GameState, context: PageContext): View;
  GameLog: new (state: GameState, context: PageContext, written: (seq: number) => Opaque) => { view(before: number): View };
  Moment: new (...values: unknown[]) => Opaque;
  Correction: new (state: GameState, hand: number, query: Query) => { view(context: PageContext): View };
  Clash: new (state: GameState, event: GameEvent) => { view(context: PageContext): View };
  what_wins_view(state: GameState): View;
  result_view(state: GameState): View;
  why_hand(state: GameState, context: PageContext, hand: number, side: number): View;
  why_total(state: GameState, context: PageContext, side: number): View;
  rulings_view(state: GameState, context: PageContext): View;
  misdeal_view(state: GameState, context: PageContext): View;
  forfeit_view(state: GameState, context: PageContext): View;
  time_view(state: GameState, context: PageContext): View;
  swap_view(state: GameState, context: PageContext, fields: Fields): View;
  substitute_view(state: GameState, context: PageContext, roster: Json, fields: Fields, errors: Dict): View;
  renege_view(state: GameState, context: PageContext, query: Query): View;
  points_view(state: GameState, context: PageContext, query: Query): View;
  stop_view(state: GameState, context: PageContext): View;
  // CARRY
  carried_words(state: GameState): string;
  in_columns(game: string, entries: Opaque): Opaque;
  entries_of(game: Opaque): Opaque;
  in_full(text: string, most: number): string;
  shortened(text: string): string;
  carry_view(state: GameState, record: string, games: number, link: string): View;
  late_bid_view?(state: GameState, context: PageContext, fields: Fields, isDealt: boolean): View | null;
  copies_view(here: GameState, there: GameState, isServer: boolean): View;
  record_lines(state: GameState, code: string, started: string, revision: string): string[];
  why_not(setup: Opaque): string | null;
  // Of the runtime and the templates
  Dict: DictType;
  Markup: new (text: string) => Opaque;
  str(value: Opaque): string;
  fromJson(value: Json): Opaque;
  toJson(value: Opaque): any;
  useHost(host: {
    url_for(endpoint: string, values: Dict): string;
    csrf(): Opaque;
    get_flashed_messages(): [category: string, text: string][];
  }): void;
  draw_hand(view: View): Opaque;
  draw_copies(view: View): Opaque;
  /** Blocks by name, by template. */
  pages: Record<string, Record<string, Block>>;
  /** What `more` of `pages.js` is called with. */
  shared: Opaque;
}

/** A form of `new_game.js` (core/pages/setting_up/new_game.py: NewGameForm). */
export interface NewGameForm {
  rules: { key: string };
  shape: Opaque;
  names: string[];
  new: string[];
  house: { options: Opaque; chosen: Opaque };
  preset_name: string;
  problem: string | null;
  readonly minutes: number | null;
  readonly series: number | null;
  readonly unnamed: string[];
  readonly only_moves: boolean;
  check_added(names: Opaque): void;
}

type Shape = { sides: number; players_per_side: number };
type RuleSet = { key: string };
type GamesTable = { names(): Opaque };

/** `new_game.js` (compiler/sources.py: NEW_GAME). */
export interface NewGameModule extends Pick<GameModule, "Dict" | "Markup" | "str" | "fromJson" | "toJson" | "useHost" | "pages" | "speak"> {
  GamesTable: new (
    id: string,
    address: (endpoint: string, values: Dict) => string,
    agreed: string[],
    counts: boolean,
    last: [rules: string, shape: Opaque] | null,
    played: string[],
    to_begin: (rules: RuleSet, shape: Shape) => Opaque,
    presets: (rules: RuleSet, shape: Shape) => Opaque[],
    names: () => Opaque,
    chips: () => string[],
    custom_games: () => Opaque[],
  ) => GamesTable;
  GameToBegin: new (options: Opaque, minutes: number, names: string[]) => Opaque;
  Preset: new (key: string, options: Opaque, minutes: number) => Opaque;
  name_checks(known: string[], seenAs: (name: string) => string, plainly: (name: string) => string): Opaque;
  new_game_form(table: GamesTable, given: Fields, added: string[], below: (most: number) => number): NewGameForm;
  page_of(form: NewGameForm, table: GamesTable, custom_game: null, isOpen: boolean): View;
  setup_of(form: NewGameForm, table: GamesTable): Opaque | null;
  posted_fields(form: NewGameForm): Fields;
  can_save(form: NewGameForm, table: GamesTable, hasRoom: boolean): boolean;
  saved(form: NewGameForm): void;
  choose_view(table: GamesTable, players: string): View;
  shape_of(rules: RuleSet, key: string): Opaque;
  shape_key(shape: Opaque): string;
  rule_set(key: string): RuleSet;
  rule_sets(): Dict;
  changed_from(options: Opaque, chosen: Opaque): Opaque;
}

/** `answers.js` (compiler/sources.py: ANSWERS). */
export interface AnswersModule extends Pick<GameModule, "Dict" | "Markup" | "str" | "fromJson" | "toJson" | "useHost" | "pages" | "speak"> {
  settle_view(rules: Opaque, hands: number, correctUrl: string | null, find: string): View;
  read_start(payload: Opaque): { setup: { rules: Opaque } };
}

/** What pages say of a game's taps (core/outbox/model.py: Queue). */
export interface Status {
  phase: string;
  code: string;
  refused?: string;
  lost?: number[];
  went_on?: boolean;
  /** What the server said when it refused something. */
  why?: string;
}

/** What the outbox knows of a game (core/outbox/model.py: Stored). */
export interface Stored {
  game: string;
  seq: number;
  hash: string;
  taps: string[];
  question: string;
  fits: boolean;
  starts: boolean;
  before: string;
  sealed: string;
}

interface Queue {
  stored: Stored;
  phase: { value: string };
  code: string;
  refused: string;
  lost: number[];
  went_on: boolean;
}

interface Outbox {
  queues: { get(game: string): Queue | null; values(): Queue[] };
}

type OfGame = { game: string };
type OfRequest = { game: string; attempt: number };
/** The number, id and hash of an event. */
export type ServerEvent = [seq: number, id: string, hash: string];

/** What each effect of the outbox has (core/outbox/model.py says what it asks for). */
export interface Effects {
  Send: OfRequest & { seq: number; hash: string; taps: string[] };
  Ask: OfRequest & { after: number; hash: string };
  Seal: OfRequest & { after: number; hash: string };
  Unseal: OfGame & { sealed: string; asks: boolean };
  Start: OfRequest;
  Take: OfRequest & { fits: boolean };
  Rebase: OfGame;
  AskAgain: OfRequest & { after: number };
  Show: OfGame & { phase: { value: string }; code: string };
  OfferRestore: OfGame & { lost: number[]; went_on: boolean };
  PutBack: OfGame;
  TakeTheirs: OfGame;
  Reload: object;
}

/** The messages of the outbox, with the values of each (core/outbox/model.py). */
interface Messages {
  Changed: [game: string, stored: Opaque | null];
  Led: [leads: boolean];
  Woken: [];
  TimeUp: [game: string, attempt: number];
  Answered: [game: string, attempt: number, status: number, body: Opaque, chance: number, own: ServerEvent[]];
  News: [game: string];
  NotStarted: [game: string, attempt: number, code: string, chance: number];
  Settled: [game: string, stored: Opaque];
  NotSettled: [game: string, code: string, chance: number];
  Resumed: [game: string];
  RecordAgain: [game: string];
  LetGo: [game: string];
}

type Message = object;

/** `outbox.js` (compiler/sources.py: OUTBOX). */
export type OutboxModule = { [Name in keyof Messages]: new (...values: Messages[Name]) => Message } & {
  [Name in keyof Effects]: new (...values: never) => Effects[Name];
} & {
  Outbox: new () => Outbox;
  Phase: Opaque;
  Stored: new (game: string, seq: number, hash: string, taps: string[], question: string, fits: boolean, starts: boolean, before: string, sealed: string) => Opaque;
  step(outbox: Outbox, message: Message): [Outbox, Effects[keyof Effects][]];
  protocol(): number;
  compared(own: ServerEvent[], theirs: StoredEvent[]): [lost: number[], wentOn: boolean];
  again_words(): string;
  drop_words(): string;
  closed_words(taps: number): string;
  lost_words(hands: number[], events: number, wentOn: boolean): string;
  open_words(): string;
  own_game_words(): string;
  compare_words(): string;
  save_words(): string;
  taps_waiting(taps: number): string;
  waiting_words(code: string, taps: number, onlyHere?: boolean): string;
  fromJson(value: Json): Opaque;
  /** Uses these texts from now on (core/words/language.py: TranslatedCatalogue). */
  speak(texts: Opaque): void;
};
