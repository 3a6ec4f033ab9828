// JSON, as its own values and as Python's: an object is a dict.

const py_from_json = (value) => {
  if (Array.isArray(value)) return value.map(py_from_json);
  if (value === null || typeof value !== "object") return value;
  return new py_dict(Object.entries(value).map(([key, part]) => [key, py_from_json(part)]));
};
const py_to_json = (value) => {
  if (Array.isArray(value)) return value.map(py_to_json);
  if (value instanceof py_dict) return Object.fromEntries(value.items().map(([key, part]) => [py_str(key), py_to_json(part)]));
  return value instanceof py_Markup ? value.text : value;
};
