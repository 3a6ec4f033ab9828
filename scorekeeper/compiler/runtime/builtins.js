// Python's operators and built-in functions on those values.

const whole = (number) =>
  Number.isSafeInteger(number) ? number : py_fail(py_TypeError, `${number} is no whole number that a phone has`);

const py_add = (one, other) => {
  if (typeof one === "number" && typeof other === "number") return whole(one + other);
  if (typeof one === "string" && typeof other === "string") return one + other;
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
  if (one instanceof py_Markup || other instanceof py_Markup) return new py_Markup(py_escape(one).text + py_escape(other).text);
  return whole(number(one) + number(other));
};
const number = (value) =>
  typeof value === "number" ? value : typeof value === "boolean" ? +value : py_fail(py_TypeError, `${typeof value} is no number`);
const py_sub = (one, other) => (one instanceof py_Set ? one.difference(other) : whole(number(one) - number(other)));
const py_mul = (one, other) => {
  if (typeof one === "string") return one.repeat(Math.max(0, number(other)));
  if (typeof other === "string" || Array.isArray(other)) return py_mul(other, one);
  if (Array.isArray(one)) return Array.from({ length: Math.max(0, number(other)) }).flatMap(() => one);
  return whole(number(one) * number(other));
};
const py_floordiv = (one, other) => (other === 0 ? py_fail(py_Exception, "division by zero") : Math.floor(number(one) / number(other)));
const py_mod = (one, other) => {
  if (other === 0) py_fail(py_Exception, "division by zero");
  return number(one) - number(other) * Math.floor(one / other);
};
const py_neg = (value) => 0 - number(value);
const py_bitor = (one, other) => {
  if (one instanceof py_Set) return one.union(other);
  if (one instanceof py_dict) return new py_dict([...one.items(), ...other.items()]);
  return bits(one) | bits(other);
};
const py_bitand = (one, other) => (one instanceof py_Set ? one.intersection(other) : bits(one) & bits(other));
const py_shl = (one, other) => bits(bits(one) * 2 ** number(other));
const py_shr = (one, other) => (other > 31 ? 0 : bits(one) >> other);
const bits = (value) => (number(value) >= 0 && value < 2 ** 31 ? value : py_fail(py_TypeError, `${value} has too many bits`));

// All that is in a value, as an array. An array is not copied.
const py_it = (value) => {
  if (Array.isArray(value)) return value;
  if (typeof value === "string") return [...value];
  if (value instanceof py_dict) return value.keys();
  if (value instanceof py_Set) return value.values();
  if (value && value.all) return value.all;
  if (value && value[Symbol.iterator]) return [...value];
  return py_fail(py_TypeError, `${py_str(value)} is not iterable`);
};
const py_map = (values, each) => py_it(values).map((value) => each(value));
const py_filter = (values, keep) => py_it(values).filter((value) => keep(value));
const py_flat = (values, each) => py_it(values).flatMap((value) => each(value));
const py_some = (values, holds) => py_it(values).some((value) => holds(value));
const py_every = (values, holds) => py_it(values).every((value) => holds(value));
// The first that `find` returns in brackets; without one `otherwise`, or an error.
const py_first = (found, otherwise) => (found ? found[0] : otherwise === undefined ? py_fail(py_StopIteration) : otherwise);
const py_search = (values, find) => {
  for (const value of py_it(values)) {
    const found = find(value);
    if (found) return found;
  }
  return null;
};
const py_any = (values) => py_it(values).some(py_t);
const py_all = (values) => py_it(values).every(py_t);
const py_next = (values, otherwise) => py_first(py_it(values).slice(0, 1).map((value) => [value])[0], otherwise);

const py_list = (values) => (values === undefined ? [] : [...py_it(values)]);
const py_tuple = py_list.bind(null);
const py_bool = (value) => py_t(value);
const py_pairs = (values) => (values instanceof py_dict ? values.items() : py_it(values));
const py_newdict = (values, more) => new py_dict([...(values === undefined ? [] : py_pairs(values)), ...(more ? more.items() : [])]);
const py_fromkeys = (values, value = null) => new py_dict(py_it(values).map((key) => [key, value]));
const py_len = (value) => {
  if (typeof value === "string") return /[\ud800-\udfff]/.test(value) ? [...value].length : value.length;
  if (Array.isArray(value)) return value.length;
  if (value instanceof Entries) return value.size;
  if (value instanceof py_Markup) return py_len(value.text);
  return py_fail(py_TypeError, "no length");
};
const py_range = (from, to, step = 1) => {
  if (to === undefined) [from, to] = [0, from];
  const found = [];
  for (let i = from; step > 0 ? i < to : i > to; i += step) found.push(i);
  return found;
};
const py_enumerate = (values, start = 0) => py_it(values).map((value, i) => [i + start, value]);
const py_zip = (strict, ...rows) => {
  const all = rows.map(py_it);
  const lengths = all.map((row) => row.length);
  const least = Math.min(...lengths);
  if (strict && lengths.some((length) => length !== least)) py_fail(py_ValueError, "zip() arguments differ in length");
  return Array.from({ length: all.length ? least : 0 }, (_, i) => all.map((row) => row[i]));
};
const py_reversed = (values) => [...py_it(values)].reverse();
const py_sorted = (values, key, reverse) => {
  const keyed = py_it(values).map((value) => [key ? key(value) : value, value]);
  keyed.sort(py_t(reverse) ? (a, b) => py_cmp(b[0], a[0]) : (a, b) => py_cmp(a[0], b[0]));
  return keyed.map((pair) => pair[1]);
};
const best = (better) => (values, key, otherwise) => {
  const all = py_it(values);
  if (!all.length) return otherwise === undefined ? py_fail(py_ValueError, "nothing to choose from") : otherwise;
  let [found, worth] = [all[0], key ? key(all[0]) : all[0]];
  for (const value of all.slice(1)) {
    const other = key ? key(value) : value;
    if (better(other, worth)) [found, worth] = [value, other];
  }
  return found;
};
const py_min = best((one, other) => py_lt(one, other));
const py_max = best((one, other) => py_lt(other, one));
const py_sum = (values, start = 0) => py_it(values).reduce((sum, value) => py_add(sum, value), start);
const py_abs = (value) => Math.abs(number(value));
const py_int = (value = 0) => {
  if (typeof value !== "string") return number(value);
  const digits = stripped(value, true, true);
  return /^[+-]?\d+(_\d+)*$/.test(digits) ? whole(Number(digits.replaceAll("_", "")) + 0) : py_fail(py_ValueError, `no whole number: ${value}`);
};
const py_assert = (holds) => (py_t(holds) ? null : py_fail(py_AssertionError));

const at = (length, index) => {
  const place = number(index) < 0 ? index + length : index;
  return place >= 0 && place < length ? place : py_fail(py_IndexError, "index out of range");
};
const py_get = (value, index) => {
  if (Array.isArray(value)) return value[at(value.length, index)];
  if (value instanceof py_dict) return value.at(index);
  const letters = [...value];
  return letters[at(letters.length, index)];
};
const py_put = (owner, index, value) => {
  if (Array.isArray(owner)) owner[at(owner.length, index)] = value;
  else owner.put(index, value);
};
const py_del = (owner, index) => {
  if (Array.isArray(owner)) owner.splice(at(owner.length, index), 1);
  else owner.remove(index);
};
const py_slice = (value, from, to, backwards) => {
  if (value instanceof py_Markup) return new py_Markup(py_slice(value.text, from, to, backwards));
  const all = typeof value === "string" && /[\ud800-\udfff]/.test(value) ? [...value] : value;
  const found = backwards ? [...all].reverse() : all.slice(from ?? 0, to ?? undefined);
  return typeof value === "string" && Array.isArray(found) ? found.join("") : found;
};
const py_in = (value, among) => {
  if (among instanceof Entries) return among.has(value);
  if (typeof among === "string") return among.includes(value);
  const all = py_it(among);
  return typeof value === "string" ? all.includes(value) : all.some((each) => py_eq(each, value));
};
// A list that is added to in place.
const py_extend = (list, values) => {
  list.push(...py_it(values));
  return list;
};
// What a function returned for the same arguments, kept; the oldest goes first.
const py_cache = (most, compute) => {
  const kept = new Map();
  return (...args) => {
    const key = spelled(args.map((arg) => (arg === undefined ? null : arg)));
    if (!kept.has(key)) {
      kept.set(key, compute(...args));
      if (kept.size > most) kept.delete(kept.keys().next().value);
    }
    return kept.get(key);
  };
};
const py_same = (value) => value;
// A dict from keys and values in turn.
const py_d = (...parts) => {
  const found = new py_dict();
  for (let i = 0; i < parts.length; i += 2) found.put(parts[i], parts[i + 1]);
  return found;
};
const py_merged = (...dicts) => new py_dict(dicts.flatMap(py_pairs));
// `+=` of what is no list that was made here: an array may be a tuple that others have.
const py_added = (one, other) => (Array.isArray(one) ? py_fail(py_TypeError, "+= of a list that may be a tuple") : py_add(one, other));
// A place in a list or dict, for an assignment of several at once.
const py_ref = (owner, index) => ({
  set value(value) {
    py_put(owner, index, value);
  },
});
// Arguments, with further ones at their places.
const py_args = (given, ...places) => {
  for (let i = 0; i < places.length; i += 2) given[places[i]] = places[i + 1];
  return given;
};
