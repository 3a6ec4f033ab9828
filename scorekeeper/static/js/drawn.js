// Drawn: which pages of a game phones draw, and at which addresses.

const ENDPOINTS = [
  ...["games.show", "games.deals", "live.across", "live.screen", "corrections.new", "why.hand", "why.total", "what_wins.show", "log.show"],
  ...["rulings.index", "rulings.renege", "rulings.points", "rulings.misdeal", "rulings.forfeit", "rulings.time", "rulings.substitute", "rulings.swap", "ending.new", "result_card.show"],
  "exports.game",
];
export const PLACEHOLDER = /<(?:\w+:)?(\w+)>/g;

/**
 * The paths of a route (see places.js), whose groups are the values in them.
 * @param {string} route
 */
export const addressesOf = (route) => new RegExp(`^${route.replace(/^.*\?/, "\\?").replace(PLACEHOLDER, "([^/]+)")}$`);

/**
 * @param {Pick<import("./types.js").Around, "routes">} around
 * @param {string} path
 */
export const isDrawn = ({ routes }, path) => ENDPOINTS.some((endpoint) => addressesOf(routes[endpoint]).test(path));
