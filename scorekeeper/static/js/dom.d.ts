// What scripts may take for granted about pages, for the check of their types.

// All that scripts select is HTML. A selector that asks for a kind of element says which where its result is declared.
interface ParentNode {
  querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  querySelector<E extends Element = HTMLElement>(selectors: string): E | null;
  querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
  querySelectorAll<E extends Element = HTMLElement>(selectors: string): NodeListOf<E>;
}

interface Element {
  closest<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  closest<E extends Element = HTMLElement>(selectors: string): E | null;
}

// What the layout of every page has, and the templates of some.
interface Document {
  getElementById(id: "main"): HTMLElement;
  getElementById(id: "kept-game" | "not-drawn" | `${string}-notice`): HTMLTemplateElement;
}

// What a finger or a key acts on is an element.
interface UIEvent {
  readonly target: HTMLElement;
}

interface SubmitEvent {
  readonly target: HTMLFormElement;
}

// The `data-*` that templates write where scripts read them; all others may be missing.
interface DOMStringMap {
  at: string;
  by: string;
  done: string;
  ended: string;
  events: string;
  eventsUrl: string;
  follow: string;
  idle: string;
  live: string;
  name: string;
  outbox: string;
  progress: string;
  selected: string;
  send: string;
  today: string;
  tonight: string;
  worker: string;
  words: string;
}
