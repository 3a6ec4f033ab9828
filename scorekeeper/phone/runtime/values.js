// Python's values: equality, order, truth, keys, dicts, sets, data classes, enums, errors.
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

// A frozen data class: `names` are its fields in the order of the constructor, with the defaults by name.
class py_Data {}
const py_data = (base, names, defaults = {}, factories = {}) => {
  const own = names ? names.split(" ") : [];
  const all = [...(base.names || []), ...own.filter((name) => !(base.names || []).includes(name))];
  const given = { ...base.defaults, ...defaults };
  const made = { ...base.factories, ...factories };
  return class extends base {
    static names = all;
    static defaults = given;
    static factories = made;
    constructor(...values) {
      super();
      for (let i = 0; i < all.length; i++) {
        const name = all[i];
        let value = values[i];
        if (value === undefined) {
          if (name in given) value = given[name];
          else if (name in made) value = made[name]();
          else if (this.constructor.names === all) py_fail(py_TypeError, `missing ${name}`);
        }
        this[name] = value;
      }
    }
  };
};
const py_replace = (old, changes) => new old.constructor(...old.constructor.names.map((n) => (n in changes ? changes[n] : old[n])));

// Adds to a class the methods that only a later part of the module calls.
const py_more = (type, own) => {
  const { constructor, ...methods } = Object.getOwnPropertyDescriptors(own.prototype);
  const { length, name, prototype, ...shared } = Object.getOwnPropertyDescriptors(own);
  Object.defineProperties(type.prototype, methods);
  Object.defineProperties(type, shared);
};

// Functions of a later part: `count` of them, which fail until that part is loaded.
class py_NotLoaded extends Error {}
const loaded = [];
const py_loaded = (...functions) => loaded.push(...functions);
const py_later = (count) =>
  Array.from({ length: count }, (_, i) => (...given) => (loaded[i] ? loaded[i](...given) : py_fail(py_NotLoaded)));

class py_Enum {}
// The members of an enum, from what they are worth by name.
const py_members = (type, title, worth) => {
  type.all = Object.entries(worth).map(([name, value]) => Object.assign(new type(), { name, value }));
  for (const member of type.all) type[member.name] = member;
  type.title = title;
};
const py_member = (type, value) =>
  type.all.find((member) => py_eq(member.value, value)) ?? py_fail(py_ValueError, `${py_str(value)} is not a valid ${type.title}`);

const py_eq = (one, other) => {
  if (one === other) return true;
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") {
    if (typeof one === "boolean" || typeof other === "boolean") {
      return (typeof one === "number" || typeof other === "number") && +one === +other;
    }
    if (one instanceof py_Markup) return one.text === other;
    return other instanceof py_Markup && other.text === one;
  }
  if (Array.isArray(one)) return Array.isArray(other) && one.length === other.length && one.every((v, i) => py_eq(v, other[i]));
  if (one.constructor !== other.constructor) return false;
  if (one instanceof py_Data) return one.constructor.names.every((name) => py_eq(one[name], other[name]));
  if (one instanceof Entries) {
    if (one.size !== other.size) return false;
    for (const [key, entry] of one.map) {
      const found = other.map.get(key);
      if (!found || !py_eq(entry[1] ?? null, found[1] ?? null)) return false;
    }
    return true;
  }
  return one instanceof py_Markup && one.text === other.text;
};

// Less than zero, zero or more, as `one` comes before, with or after `other`. Text is ordered by its code points.
const py_cmp = (one, other) => {
  const type = typeof one;
  if ((type === "number" || type === "boolean") && (typeof other === "number" || typeof other === "boolean")) return one - other;
  if (type === "string" && typeof other === "string") return one === other ? 0 : cmpText(one, other);
  if (Array.isArray(one) && Array.isArray(other)) {
    for (let i = 0; i < one.length && i < other.length; i++) {
      if (!py_eq(one[i], other[i])) return py_cmp(one[i], other[i]);
    }
    return one.length - other.length;
  }
  return py_fail(py_TypeError, "values of different types are not ordered");
};
const cmpText = (one, other) => {
  const [a, b] = [[...one], [...other]];
  for (let i = 0; i < a.length && i < b.length; i++) {
    if (a[i] !== b[i]) return a[i].codePointAt(0) - b[i].codePointAt(0);
  }
  return a.length - b.length;
};
// Of sets: whether one is a part of the other.
const part = (one, other, less) => one.size <= other.size - less && one.values().every((value) => other.has(value));
const py_lt = (one, other) => (one instanceof py_Set ? part(one, other, 1) : py_cmp(one, other) < 0);
const py_le = (one, other) => (one instanceof py_Set ? part(one, other, 0) : py_cmp(one, other) <= 0);
const py_gt = (one, other) => py_lt(other, one);
const py_ge = (one, other) => py_le(other, one);

// Whether a value counts as true.
const py_t = (value) => {
  if (!value) return false;
  if (typeof value !== "object") return true;
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof Entries) return value.size > 0;
  return !(value instanceof py_Markup) || value.text !== "";
};
const py_or = (one, other) => (py_t(one) ? one : other());
const py_and = (one, other) => (py_t(one) ? other() : one);

const py_isa = (value, kind) => {
  if (Array.isArray(kind)) return kind.some((each) => py_isa(value, each));
  switch (kind) {
    case py_str:
      return typeof value === "string" || value instanceof py_Markup;
    case py_int:
      return Number.isInteger(value) || typeof value === "boolean";
    case py_bool:
      return typeof value === "boolean";
    case py_list:
    case py_tuple:
      return Array.isArray(value);
    case py_set:
      return value instanceof py_Set;
    case py_NoneType:
      return value === null;
    case py_object:
      return true;
  }
  return value instanceof kind;
};
const py_NoneType = { title: "NoneType" };
const py_object = { title: "object" };
