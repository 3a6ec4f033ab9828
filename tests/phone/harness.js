// What the tests ask the compiled module: the same questions as tests/phone/answers.py asks Python.
// A dict comes and goes as ["dict", [key, value], ...], so that its order is seen.

export function harness(core) {
  const given = (value) => {
    if (!Array.isArray(value)) return value;
    if (value[0] !== "dict") return value.map(given);
    return new core.Dict(value.slice(1).map(([key, part]) => [key, given(part)]));
  };
  const shown = (value) => {
    if (Array.isArray(value)) return value.map(shown);
    if (typeof value === "function") return "function";
    if (value === null || typeof value !== "object") return value;
    if (value instanceof core.Dict) return ["dict", ...value.items().map(([key, part]) => [shown(key), shown(part)])];
    if (value instanceof core.PySet) return ["set", ...value.values().map(shown).map((part) => JSON.stringify(part)).sort()];
    if (value instanceof core.Enum) return value.name;
    if (value instanceof core.Markup) return value.text;
    if (value instanceof core.Data) return ["data", ...value.constructor.names.map((name) => [name, shown(value[name])])];
    return value.title ? "function" : `no ${value.constructor.name}`;
  };
  const said = (work) => {
    try {
      return work();
    } catch (error) {
      if (!error.path) throw error;
      return ["refused", error.code, core.refusal_text(error), shown(error.path), shown(error.figures)];
    }
  };

  const sheet = (value) =>
    said(() => {
      const read = core.read_sheet(given(value));
      const board = read.scoreboard();
      return [shown(core.sheet_json(read)), shown(core.scoreboard_json(board, read.names)), shown(read), shown(board)];
    });

  return { given, shown, said, sheet };
}
