// Comparing Python's values: equality, order, truth, types.

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
