// Python's classes: frozen data classes and enums; and what a later part of the module adds.

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
const py_missing = () => py_fail(py_NotLoaded, "in a part that is not loaded");
const py_later = (count) => Array.from({ length: count }, (_, i) => (...given) => (loaded[i] ?? py_missing)(...given));

class py_Enum {}
// The members of an enum, from what they are worth by name.
const py_members = (type, title, worth) => {
  type.all = Object.entries(worth).map(([name, value]) => Object.assign(new type(), { name, value }));
  for (const member of type.all) type[member.name] = member;
  type.title = title;
};
const py_member = (type, value) =>
  type.all.find((member) => py_eq(member.value, value)) ?? py_fail(py_ValueError, `${py_str(value)} is not a valid ${type.title}`);
