// Root: the path below which this instance is, such as "/spades"; without one, empty. Its pages and its worker say it.

/** @type {string} */
const said = /** @type {any} */ (self).document?.documentElement.dataset.root ?? /** @type {any} */ (self).app?.root ?? "";
export const root = said.startsWith(".") ? new URL(said, location.href).pathname : said; // files lie below any path

/**
 * What this instance calls something that all pages of its host share: others there have names of their own.
 * @param {string} name
 */
export const named = (name) => name + root;
