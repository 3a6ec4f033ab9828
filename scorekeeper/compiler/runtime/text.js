// Python's text: methods, formatting, JSON of a text; and methods that lists, dicts and sets share with it.

const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const escaped = (letters) => letters.replace(/[\\\]^-]/g, "\\$&");
const stripped = (text, left, right, letters) => {
  const set = `[${letters === undefined || letters === null ? SPACE : escaped(letters)}]+`;
  const start = left ? text.replace(new RegExp(`^${set}`, "u"), "") : text;
  return right ? start.replace(new RegExp(`${set}$`, "u"), "") : start;
};
const BLANKS = new RegExp(`[${SPACE}]+`, "u");

const py_str = (value = "") => {
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return String(value);
    case "boolean":
      return value ? "True" : "False";
  }
  if (value === null) return "None";
  if (value instanceof py_Markup) return value.text;
  if (value instanceof py_Enum) return `${value.constructor.title}.${value.name}`;
  return value.__str__ ? value.__str__() : py_fail(py_TypeError, "a value that has no text");
};
// A format of an f-string: `,`, `+`, `+,` or `d`.
const py_format = (value, spec) => {
  const digits = String(Math.abs(number(value)));
  const grouped = spec.includes(",") ? digits.replace(/\B(?=(\d{3})+$)/g, ",") : digits;
  return `${value < 0 ? "-" : spec.includes("+") ? "+" : ""}${grouped}`;
};
// Text as JSON has it; in ASCII, or with its letters.
const py_json = (text, ascii = true) => {
  const quoted = JSON.stringify(text).replaceAll("\x7f", ascii ? "\\u007f" : "\x7f");
  const coded = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return py_t(ascii) ? quoted.replace(/[\x80-\uffff]/g, coded).replaceAll("\\u007f", "\x7f") : quoted;
};
const CATEGORIES = { Cc: /^\p{Cc}$/u, Cs: /^\p{Cs}$/u, Zl: /^\p{Zl}$/u, Zp: /^\p{Zp}$/u };
// The Unicode category of a letter, as far as anybody asks; of all others nothing.
const py_category = (letter) => Object.keys(CATEGORIES).find((name) => CATEGORIES[name].test(letter)) ?? "";

const UNPRINTABLE = /[\p{C}\p{Z}]/u;
const parted = (text, place, by) => (place < 0 ? null : [text.slice(0, place), by, text.slice(place + by.length)]);
const TEXT = {
  capitalize: (text) => {
    const [first, ...rest] = text;
    const [capital, ...more] = (first ?? "").toUpperCase(); // of ß more than one letter
    return (capital ?? "") + [...more, ...rest].join("").toLowerCase();
  },
  count: (text, part) => text.split(part).length - 1,
  endswith: (text, ends) => [ends].flat().some((end) => text.endsWith(end)),
  format: (text, ...given) => text.replace(/\{\}/g, () => py_str(given.shift())),
  find: (text, part) => {
    const place = text.indexOf(part);
    return place < 0 ? place : py_len(text.slice(0, place));
  },
  index: (text, part) => {
    const place = TEXT.find(text, part);
    return place < 0 ? py_fail(py_ValueError, "substring not found") : place;
  },
  isascii: (text) => !/[^\0-\x7f]/.test(text),
  isdecimal: (text) => /^\p{Nd}+$/u.test(text),
  isprintable: (text) => !UNPRINTABLE.test(text.replaceAll(" ", "")),
  join: (text, parts) => py_it(parts).map((part) => (typeof part === "string" ? part : textual(part))).join(text),
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  lstrip: (text, letters) => stripped(text, true, false, letters),
  rstrip: (text, letters) => stripped(text, false, true, letters),
  strip: (text, letters) => stripped(text, true, true, letters),
  partition: (text, by) => parted(text, text.indexOf(by), by) ?? [text, "", ""],
  rpartition: (text, by) => parted(text, text.lastIndexOf(by), by) ?? ["", "", text],
  removeprefix: (text, start) => (text.startsWith(start) ? text.slice(start.length) : text),
  removesuffix: (text, end) => (end && text.endsWith(end) ? text.slice(0, -end.length) : text),
  replace: (text, old, now, most) => (most === undefined ? text.replaceAll(old, () => now) : TEXT.split(text, old, most).join(now)),
  split: (text, by, most = -1) => {
    if ((by === undefined || by === null) && most >= 0) py_fail(py_TypeError, "maxsplit at blanks");
    if (by === undefined || by === null) return stripped(text, true, true).split(BLANKS).filter((part) => part);
    const parts = text.split(by);
    return most < 0 || parts.length <= most ? parts : [...parts.slice(0, most), parts.slice(most).join(by)];
  },
  rsplit: (text, by, most) => {
    const parts = TEXT.split(text, by);
    const first = parts.length - most;
    return most === undefined || first <= 1 ? parts : [parts.slice(0, first).join(by), ...parts.slice(first)];
  },
  splitlines: (text) => text.split(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/).filter((line, i, all) => line || i < all.length - 1),
  startswith: (text, starts) => [starts].flat().some((start) => text.startsWith(start)),
};
const textual = (part) => (part instanceof py_Markup ? part.text : py_fail(py_TypeError, "only text is joined"));

const LIST = {
  append: (list, value) => (list.push(value), null),
  clear: (list) => ((list.length = 0), null),
  copy: (list) => [...list],
  count: (list, value) => list.filter((each) => py_eq(each, value)).length,
  extend: (list, values) => (py_extend(list, values), null),
  index: (list, value) => {
    const place = list.findIndex((each) => py_eq(each, value));
    return place < 0 ? py_fail(py_ValueError, "not in list") : place;
  },
  insert: (list, index, value) => (list.splice(index, 0, value), null),
  pop: (list, index = -1) => list.splice(at(list.length, index), 1)[0],
  remove: (list, value) => (list.splice(LIST.index(list, value), 1), null),
  reverse: (list) => (list.reverse(), null),
};
// A method of text or of a list; of anything else its own.
const py_call = (owner, name, ...args) => {
  if (typeof owner === "string") return TEXT[name](owner, ...args);
  if (Array.isArray(owner)) return LIST[name](owner, ...args);
  if (owner instanceof py_Markup) {
    const found = TEXT[name](owner.text, ...(name === "format" ? args.map(py_escape) : args));
    return typeof found === "string" ? new py_Markup(found) : found;
  }
  return owner[name](...args);
};
// A method that is passed on: it keeps its object.
const py_bound = (owner, name) => (typeof owner[name] === "function" ? owner[name].bind(owner) : owner[name]);
