// Python's values: errors, keys, dicts and sets.
// Tuples and lists are arrays, None is null, text is text. Every name that begins with py_ is for compiled code.

class py_Exception extends Error {
  constructor(...args) {
    super();
    this.args = args;
  }
  __str__() {
    return this.args.length === 1 ? py_str(this.args[0]) : this.args.length ? `(${this.args.map(py_str).join(", ")})` : "";
  }
  get message() {
    return this.__str__();
  }
}
class py_ValueError extends py_Exception {}
class py_TypeError extends py_Exception {}
class py_KeyError extends py_Exception {}
class py_IndexError extends py_Exception {}
class py_AssertionError extends py_Exception {}
class py_StopIteration extends py_Exception {}

const py_fail = (kind, words) => {
  throw new kind(words);
};

// Identity as a number, for keys made of functions, enum members and classes.
const ids = new WeakMap();
let lastId = 0;
const idOf = (value) => {
  if (!ids.has(value)) ids.set(value, ++lastId);
  return ids.get(value);
};

// A value spelled out: equal values have equal spellings. The spelling of a frozen data class is kept.
const SPELLED = Symbol();
const spelled = (value) => {
  switch (typeof value) {
    case "string":
      return `s${value.length}:${value}`;
    case "number":
      return `n${value};`;
    case "boolean":
      return `n${+value};`;
    case "function":
      return `i${idOf(value)};`;
  }
  if (value === null) return "-";
  if (Array.isArray(value)) return `(${value.map(spelled).join("")})`;
  if (value instanceof py_Markup) return spelled(value.text);
  if (value instanceof py_Data) {
    if (!value[SPELLED]) {
      const type = value.constructor;
      const spelling = `d${idOf(type)}(${type.names.map((name) => spelled(value[name])).join("")})`;
      Object.defineProperty(value, SPELLED, { value: spelling });
    }
    return value[SPELLED];
  }
  if (value instanceof py_Set) return `{${[...value.map.keys()].map((key) => spelled(key)).sort().join("")}}`;
  if (value instanceof py_dict) return py_fail(py_TypeError, "unhashable type: dict");
  return `i${idOf(value)};`;
};
// What a Map takes as the key: text and numbers as they are; of the rest the spelling, which no text begins with.
const keyOf = (value) => {
  const type = typeof value;
  return type === "string" || type === "number" ? value : type === "boolean" ? +value : `\0${spelled(value)}`;
};

// Entries in the order in which they were added, by Python's equality.
class Entries {
  constructor() {
    this.map = new Map(); // key: [value as it was given, what belongs to it]
  }
  has(value) {
    return this.map.has(keyOf(value));
  }
  get size() {
    return this.map.size;
  }
  clear() {
    this.map.clear();
  }
}

class py_dict extends Entries {
  constructor(pairs) {
    super();
    if (pairs) for (const [key, value] of pairs) this.put(key, value);
  }
  put(key, value) {
    const at = keyOf(key);
    const entry = this.map.get(at);
    if (entry) entry[1] = value;
    else this.map.set(at, [key, value]);
  }
  at(key) {
    const entry = this.map.get(keyOf(key));
    return entry ? entry[1] : py_fail(py_KeyError, py_str(key));
  }
  get(key, otherwise = null) {
    const entry = this.map.get(keyOf(key));
    return entry ? entry[1] : otherwise;
  }
  keys() {
    return Array.from(this.map.values(), (entry) => entry[0]);
  }
  values() {
    return Array.from(this.map.values(), (entry) => entry[1]);
  }
  items() {
    return Array.from(this.map.values(), (entry) => [entry[0], entry[1]]);
  }
  setdefault(key, value = null) {
    if (!this.has(key)) this.put(key, value);
    return this.at(key);
  }
  update(more) {
    for (const [key, value] of py_pairs(more)) this.put(key, value);
    return null;
  }
  pop(key, otherwise) {
    const found = otherwise !== undefined && !this.has(key) ? otherwise : this.at(key);
    this.map.delete(keyOf(key));
    return found;
  }
  remove(key) {
    this.at(key);
    this.map.delete(keyOf(key));
  }
  copy() {
    return new py_dict(this.items());
  }
}

class py_Set extends Entries {
  constructor(values) {
    super();
    if (values) for (const value of values) this.add(value);
  }
  add(value) {
    const at = keyOf(value);
    if (!this.map.has(at)) this.map.set(at, [value]);
    return null;
  }
  values() {
    return Array.from(this.map.values(), (entry) => entry[0]);
  }
  discard(value) {
    this.map.delete(keyOf(value));
    return null;
  }
  remove(value) {
    return this.has(value) ? this.discard(value) : py_fail(py_KeyError, py_str(value));
  }
  update(...more) {
    for (const values of more) for (const value of py_it(values)) this.add(value);
    return null;
  }
  union(...more) {
    return new py_Set([...this.values(), ...more.flatMap(py_it)]);
  }
  intersection(...more) {
    const others = more.map(py_set);
    return new py_Set(this.values().filter((value) => others.every((other) => other.has(value))));
  }
  difference(...more) {
    const others = more.map(py_set);
    return new py_Set(this.values().filter((value) => !others.some((other) => other.has(value))));
  }
  copy() {
    return new py_Set(this.values());
  }
}
const py_set = (values) => new py_Set(values === undefined ? [] : py_it(values));
