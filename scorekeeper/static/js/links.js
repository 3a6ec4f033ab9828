// Links: follows links to pages that this phone draws; without a connection, dims those to pages that it cannot show, and says why.

/** @import { Page } from "./swap.js" */

/**
 * @param {(link: HTMLAnchorElement) => Promise<Page | null> | Page | null} follow the page at a link, or null if the server draws it
 * @param {(page: Page) => void} show
 */
export const followLinks = (follow, show) =>
  document.addEventListener("click", async (event) => {
    /** @type {HTMLAnchorElement | null} */
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || link.target || link.download) return;
    const next = follow(link);
    if (!next) return;
    event.preventDefault();
    const page = await next;
    if (page) show(page);
  });

/**
 * Returns a function that dims again.
 * @param {() => boolean} isOffline
 * @param {(url: URL) => boolean} hasPage
 * @param {() => void} say why a link does nothing
 */
export function watchLinks(isOffline, hasPage, say) {
  const isNeeded = (/** @type {HTMLAnchorElement} */ link) => {
    const url = new URL(link.href, location.href);
    return url.origin === location.origin && !(url.pathname === location.pathname && url.hash) && !hasPage(url);
  };
  let wasOffline = false;

  function dim() {
    if (!isOffline() && !wasOffline) return;
    wasOffline = isOffline();
    /** @type {NodeListOf<HTMLAnchorElement>} */
    const links = document.querySelectorAll("a[href]");
    for (const link of links) {
      const isDim = wasOffline && isNeeded(link);
      if (isDim === link.hasAttribute("data-needs")) continue;
      link.toggleAttribute("data-needs", isDim);
      if (isDim) link.setAttribute("aria-disabled", "true");
      else link.removeAttribute("aria-disabled");
    }
  }

  new MutationObserver(dim).observe(document.body, { childList: true, subtree: true });
  dim();

  // A service worker can show a page instead; without one, the link would end on the browser's error page.
  document.addEventListener("click", (event) => {
    /** @type {HTMLAnchorElement | null} */
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || navigator.serviceWorker?.controller || !isOffline() || !isNeeded(link)) return;
    event.preventDefault();
    say();
    document.getElementById("connection")?.scrollIntoView({ block: "nearest" });
  });
  return dim;
}
