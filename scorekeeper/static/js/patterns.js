// Patterns: the addresses of a route, and what they are made of.

export const PLACEHOLDER = /<(?:\w+:)?(\w+)>/g;

/**
 * The paths of a route (see places.js), whose groups are the values in them.
 * @param {string} route
 */
export const addressesOf = (route) => new RegExp(`^${route.replace(/^.*\?/, "\\?").replace(PLACEHOLDER, "([^/]+)")}$`);
