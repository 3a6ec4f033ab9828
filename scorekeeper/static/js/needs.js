// Needs: follows links to pages that this phone draws; without a connection, dims those to pages that it cannot show, and says why.

// `follow` returns the page at a link, or null if the server draws it; `show` shows it.
export const followLinks = (follow, show) =>
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || link.target || link.download) return;
    const next = follow(link);
    if (next) event.preventDefault();
    if (next) show(await next);
  });

// `isOffline` checks the connection, `hasPage` an address; `say` shows why a link does nothing. Returns a function that dims again.
export function watchLinks(isOffline, hasPage, say) {
  const isNeeded = (link) => {
    const url = new URL(link.href, location);
    return url.origin === location.origin && !(url.pathname === location.pathname && url.hash) && !hasPage(url);
  };
  let wasOffline = false;

  function dim() {
    if (!isOffline() && !wasOffline) return;
    wasOffline = isOffline();
    for (const link of document.querySelectorAll("a[href]")) {
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
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || navigator.serviceWorker?.controller || !isOffline() || !isNeeded(link)) return;
    event.preventDefault();
    say();
    document.getElementById("connection").scrollIntoView({ block: "nearest" });
  });
  return dim;
}
