// Places: what stands at an address. On a server that is its path; where the pad is files, one of them shows all pages of all games, and the
// query begins with what would be the path.

/** @typedef {Pick<URL, "pathname" | "search">} Place of a page */

const isInQuery = (/** @type {Place} */ { search }) => search.startsWith("?/");

/**
 * "/games/1/log", or "?/games/1/log" where the pad is files.
 * @param {Place} place
 */
export const pathOf = (place) => (isInQuery(place) ? place.search.split("&")[0] : place.pathname);

/** @param {Place} place */
export const queryOf = (place) => new URLSearchParams(isInQuery(place) ? place.search.slice(pathOf(place).length) : place.search);

/**
 * @param {URL} url
 * @param {URLSearchParams} query
 */
export const setQuery = (url, query) => void (url.search = isInQuery(url) ? `${pathOf(url)}&${query}` : String(query));
