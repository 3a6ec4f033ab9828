// Screens: which pages of a game are drawn on the phone, and which of its forms record what.

export function screensOf(core, drawing, record) {
  const { place } = drawing;
  const writtenIn = (fields) => core.fromJson(JSON.parse(fields.get("record", "null")));

  const views = {
    "games.show": (state, _values, query) => ["games/show.html", core.game_page(state, place, query)],
  };
  const moves = {
    "hands.bid": core.bid,
    "hands.stand": core.keep_bids,
    "hands.create": (state, fields) => core.save_hand(state, fields, writtenIn(fields)),
    "undo.create": core.undo,
    "redo.create": core.redo,
  };
  const among = (table, path) => drawing.pagesAt(path).find(({ endpoint }) => endpoint in table);

  // The page at a URL as text, with its address; null if the server draws it.
  function pageAt(url) {
    const found = among(views, url.pathname);
    if (!found) return null;
    const [template, view] = views[found.endpoint](record.state(), found.values, new core.Dict([...url.searchParams]));
    return { text: drawing.page(template, view, url.pathname), address: url.href };
  }

  // What two phones recorded differently, as a question.
  function questionPage() {
    const { fields, kind, event } = record.question();
    if (kind === "bids") return twoBids(new core.Dict(Object.entries(fields)));
    return { text: drawing.page("games/clash.html", new core.Clash(record.state(), event).view(place)), address: null, isWrong: true };
  }
  const twoBids = (fields) => ({ text: drawing.page("games/two_bids.html", core.two_bids_view(record.state(), place, fields)), address: null, isWrong: true });

  return {
    pageAt,
    twoBids,
    // The page at a URL, unless there is a question first.
    next: (url) => (record.question() ? questionPage() : pageAt(url)),
    // The event of a posted form, from the state and the fields; undefined if the server records it.
    moveAt: (url) => moves[among(moves, url.pathname)?.endpoint],
  };
}
