// Drawn: which pages of a game phones draw, and at which addresses.

const ENDPOINTS = [
  ...["games.show", "games.deals", "live.across", "live.screen", "corrections.new", "why.hand", "why.total", "what_wins.show", "log.show"],
  ...["rulings.index", "rulings.renege", "rulings.points", "rulings.misdeal", "rulings.forfeit", "rulings.time", "rulings.substitute", "ending.new", "result_card.show"],
  "exports.game",
];
export const PLACEHOLDER = /<(?:\w+:)?(\w+)>/g;

/**
 * The addresses of a route, whose groups are the values in its path.
 * @param {string} route
 */
export const addressesOf = (route) => new RegExp(`^${route.replace(PLACEHOLDER, "([^/]+)")}$`);

/**
 * @param {Pick<import("./types.js").Around, "routes">} around
 * @param {string} path
 */
export const isDrawn = ({ routes }, path) => ENDPOINTS.some((endpoint) => addressesOf(routes[endpoint]).test(path));
