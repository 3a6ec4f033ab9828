// Links: follows those to pages that this phone draws; without a connection, dims those to pages that it cannot show, and says why.
import { pathOf } from "./places.js";

/**
 * Calls `follow` with each link that is tapped to open here; it prevents what the browser would do.
 * @param {(link: HTMLAnchorElement, event: MouseEvent) => void} follow
 */
export const onLinks = (follow) =>
  document.addEventListener("click", (event) => {
    /** @type {HTMLAnchorElement | null} */
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || link.target || link.download) return;
    follow(link, event);
  });

/**
 * Dims links while `isOffline`, and again whenever the page changes.
 * @param {() => boolean} isOffline
 * @param {(url: URL) => boolean} hasPage whether this phone can show what is at a URL
 * @param {() => void} say why a link does nothing
 */
export function dimLinks(isOffline, hasPage, say) {
  const isNeeded = (/** @type {HTMLAnchorElement} */ link) => {
    if ("back" in link.dataset && navigator.serviceWorker?.controller) return false; // the service worker shows the games of this phone there
    const url = new URL(link.href, location.href);
    return url.origin === location.origin && !(pathOf(url) === pathOf(location) && url.hash) && !hasPage(url);
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
}
