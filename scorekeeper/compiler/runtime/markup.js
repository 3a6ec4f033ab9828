// Markup and what templates need: escaping, attributes, tests and filters as Jinja has them.

class py_Markup {
  constructor(text) {
    this.text = text;
  }
}
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "'": "&#39;", '"': "&#34;" };
const py_markup = (value = "") => new py_Markup(py_str(value));
const escapedText = (text) => text.replace(/[&<>'"]/g, (letter) => ESCAPES[letter]);
const py_escape = (value) => (value instanceof py_Markup ? value : new py_Markup(escapedText(py_str(value))));
// A value as a template prints it: nothing where it is missing.
const py_out = (value) => {
  if (typeof value === "string") return escapedText(value);
  return value === undefined ? "" : value instanceof py_Markup ? value.text : escapedText(py_str(value));
};
// `owner.name` in a template: an attribute, or the value of a key.
const py_attr = (owner, name) => {
  if (owner === undefined) py_fail(py_TypeError, `nothing that has ${name}`);
  if (owner instanceof py_dict) return owner.has(name) ? owner.at(name) : undefined;
  if (owner === null || typeof owner === "string" || Array.isArray(owner)) return undefined;
  return owner[name];
};
// `owner[index]` in a template.
const py_item = (owner, index) => {
  if (owner instanceof py_dict) return owner.has(index) ? owner.at(index) : undefined;
  if (typeof index === "string") return py_attr(owner, index);
  return (typeof owner === "string" ? [...owner] : owner)[index < 0 ? index + py_len(owner) : index];
};
const py_jt = (value) => value !== undefined && py_t(value);
const py_join = (...parts) => {
  const given = parts.map((part) => (part === undefined ? "" : part));
  if (given.some((part) => part instanceof py_Markup)) return new py_Markup(given.map(py_out).join(""));
  return given.map(py_str).join("");
};
const keeping = (work) => (value) => (value instanceof py_Markup ? new py_Markup(work(value.text)) : work(py_str(value)));
const py_filters = {
  length: py_len,
  string: (value) => (value instanceof py_Markup ? value : value === undefined ? "" : py_str(value)),
  safe: py_markup,
  e: py_escape,
  lower: keeping((text) => text.toLowerCase()),
  replace: (value, old, now) => keeping((text) => text.replaceAll(old, () => now))(value),
  join: (values, by = "") => {
    const all = py_it(values);
    if (!all.some((value) => value instanceof py_Markup)) return all.map(py_str).join(by);
    return new py_Markup(all.map(py_out).join(py_out(by)));
  },
  list: py_list,
  reverse: (value) => (typeof value === "string" ? [...value].reverse().join("") : py_reversed(value)),
  min: (values) => (py_len(values) ? py_min(values) : undefined),
  max: (values) => (py_len(values) ? py_max(values) : undefined),
  abs: py_abs,
  first: (values) => py_it(values)[0],
  last: (values) => py_it(values).at(-1),
  selectattr: (values, name) => py_it(values).filter((value) => py_jt(py_attr(value, name))),
};
const py_tests = {
  none: (value) => value === null,
  defined: (value) => value !== undefined,
  string: (value) => typeof value === "string" || value instanceof py_Markup,
  mapping: (value) => value instanceof py_dict,
};
const py_each = (values) => (values === undefined ? [] : py_it(values));
const py_jor = (one, other) => (py_jt(one) ? one : other());
const py_jand = (one, other) => (py_jt(one) ? other() : one);
// What the page around gives to templates: `url_for`, `csrf`, `get_flashed_messages`.
const py_host = {};
const py_use_host = (host) => Object.assign(py_host, host);
// Regular expressions.
const py_pattern = (source) => new RegExp(source, "gu");
const py_re_sub = (pattern, now, text) => text.replace(pattern, typeof now === "string" ? () => now : (...found) => py_call_back(now, found));
const py_call_back = (now, found) => py_str(now(found));
const py_re_match = (pattern, text) => text.match(new RegExp(pattern.source, "u"));
const py_re_fullmatch = (pattern, text) => text.match(new RegExp(`^(?:${pattern.source})$`, "u"));
