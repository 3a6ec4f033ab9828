// Addresses: links to the pages that there are, with their patterns; one to anything else is empty, and not drawn.
import { PLACEHOLDER } from "./patterns.js";
import { pathOf } from "./places.js";

/** @import { Dict, Opaque } from "./types.js" */
/** @import { Place } from "./places.js" */

/**
 * The fields in an address.
 * @param {Place} place
 */
export function queryOf(place) {
  const path = pathOf(place);
  return new URLSearchParams(place.search.startsWith(path) ? place.search.slice(path.length) : place.search);
}

/**
 * The address of a page, as `url_for` makes it.
 * @param {{ str(value: Opaque): string }} core
 * @param {Record<string, string>} routes
 */
export function addressIn(core, routes) {
  /** @type {Map<string, string>} */
  const known = new Map(); // those without a query
  return (/** @type {string} */ endpoint, /** @type {Dict} */ values) => {
    const key = [endpoint, ...values.items()].join();
    const same = known.get(key);
    if (same !== undefined) return same;
    const given = new Map(values.items().filter(([, value]) => value !== null));
    const path = (routes[endpoint] ?? "").replace(PLACEHOLDER, (_, name) => {
      const value = encodeURIComponent(core.str(given.get(name)));
      given.delete(name);
      return value;
    });
    const query = new URLSearchParams(Object.fromEntries([...given].map(([name, value]) => [name, core.str(value)]))).toString();
    if (!query) known.set(key, path);
    return query && path ? `${path}${path.includes("?") ? "&" : "?"}${query}` : path;
  };
}
