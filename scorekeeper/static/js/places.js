// Places: what stands at an address. On a server that is its path; where the pad is files, one of them shows all pages of all games, and the
// query begins with what would be the path.

/** @typedef {Pick<URL, "pathname" | "search">} Place of a page */

/**
 * "/games/1/log", or "?/games/1/log" where the pad is files.
 * @param {Place} place
 */
export const pathOf = ({ pathname, search }) => (search.startsWith("?/") ? search.split("&")[0] : pathname);

/**
 * @param {URL} url
 * @param {URLSearchParams} query
 */
export const setQuery = (url, query) => void (url.search = pathOf(url) === url.pathname ? `${query}` : `${pathOf(url)}&${query}`);
