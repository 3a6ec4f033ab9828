// Needs: while there is no connection, dims the links to pages that this phone cannot show, and says why when one is tapped.

// `isOffline` checks the connection, `hasPage` an address; `say` shows why a link does nothing.
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
}
