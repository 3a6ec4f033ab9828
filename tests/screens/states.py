"""The table of pages: each page in each state is a line here. Each is independent of the others.

`tests/a11y` checks the accessibility of every line, and fails if a page of the app is in no line. `python -m
tests.screens.camera` takes a picture of those that are `pictured`, at least one of each page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

from tests.screens import steps
from tests.screens.setting import Setting


@dataclass(frozen=True)
class State:
    """A page in a state: its name, its endpoint, its URL, whose phone, the steps to take there first."""

    name: str
    endpoint: str
    address: str
    then: Callable[[Page, Setting], None] | None = None
    device: str = "keeper"
    pictured: bool = False

    def open(self, page: Page, setting: Setting) -> None:
        """Open the page, and bring it into this state."""
        page.goto(self.address.format(**setting.places))
        if self.then is not None:
            self.then(page, setting)


STATES = (
    # Home, tables, joining
    State("empty", "home.index", "/", device="stranger", pictured=True),
    State("home", "home.index", "/", pictured=True),
    State("not-found", "home.index", "/nowhere", pictured=True),
    State("not-yours", "tables.show", "/tables/{table}", device="stranger"),
    State("preferences", "preferences.show", "/settings", pictured=True),
    State("https", "secure.show", "/https", pictured=True),
    State("offline", "offline.show", "/offline", pictured=True),
    State("new-table", "tables.new", "/tables/new", pictured=True),
    State("new-table-wrong", "tables.new", "/tables/new", steps.send_empty),
    State("table", "tables.show", "/tables/{table}", pictured=True),
    State("table-empty", "tables.show", "/tables/{empty}"),
    State("table-watched", "tables.show", "/tables/{table}", device="watcher"),
    State("keep", "quick.name", "/tables/{table}/keep", pictured=True),
    State("join-code", "join.show", "/join", device="stranger", pictured=True),
    State("join-code-wrong", "join.show", "/join", steps.wrong_code, device="stranger"),
    State("join", "join.open", "{join}", device="stranger", pictured=True),
    State("join-ended", "join.open", "/join/nothing-that-opens", device="stranger"),
    State("share", "share.show", "/tables/{table}/share", pictured=True),
    State("share-code", "share.show", "/tables/{table}/share?role=scorer", steps.show_scorer_link, pictured=True),
    State("share-all", "share.show", "/tables/{table}/share", steps.open_all),
    State("share-watched", "share.show", "/tables/{table}/share", device="watcher"),
    State("share-phone", "share.show", "/tables/{table}/share", steps.open_phone, pictured=True),
    State("who", "who.show", "/tables/{table}/who?joined=yes", device="watcher", pictured=True),
    State("who-typed", "who.show", "/tables/{table}/who", steps.type_a_near_name),
    State("remove", "devices.confirm_removal", "/tables/{table}/share", steps.ask_to_remove, pictured=True),
    State("leave", "leaving.confirm_table", "/tables/{table}/leave", pictured=True),
    State("leave-watched", "leaving.confirm_table", "/tables/{table}/leave", device="watcher"),
    State("forget", "leaving.confirm_device", "/forget", pictured=True),
    State("forget-stranger", "leaving.confirm_device", "/forget", device="stranger"),
    State("pen", "pen.show", "/tables/{table}/share", steps.pass_the_pen, pictured=True),
    # A new game
    State("choose", "games.new", "/tables/{table}/games/new", pictured=True),
    State("choose-first", "games.new", "/tables/{empty}/games/new", pictured=True),
    State("sit-down", "games.new", "/tables/{table}/games/new?rules=partnership", pictured=True),
    State("sit-free", "games.new", "/tables/{table}/games/new?rules=partnership", steps.clear_a_seat, pictured=True),
    State("sit-down-asked", "games.new", "/tables/{table}/games/new?rules=partnership", steps.nearly_known),
    State("sit-down-wrong", "games.new", "/tables/{table}/games/new?rules=partnership", steps.fill_in_wrong_seats),
    State("sit-down-rules", "games.new", "/tables/{empty}/games/new?rules=partnership", steps.open_all, pictured=True),
    State("settings", "settings.show", "/tables/{table}/settings", pictured=True),
    State("house-rules", "house_rules.show", "/tables/{table}/house-rules", steps.save_preset, pictured=True),
    State("house-rules-wrong", "house_rules.show", "/tables/{table}/house-rules", steps.too_many_lines),
    State("sit-down-toss", "games.new", "/tables/{table}/games/new?rules=toss&shape=8x1", steps.open_all),
    State("names", "seats.show", "/games/{bidding}/seats", pictured=True),
    State("names-asked", "seats.show", "/games/{bidding}/seats?seat=1"),
    State("sit-down-night", "games.new", "/tables/{table}/games/new?rules=night&scripted=short-fuse"),
    # The pad
    State("fresh", "games.show", "/games/{fresh}"),
    State("bidding", "games.show", "/games/{bidding}", pictured=True),
    State("bidding-menu", "games.show", "/games/{bidding}", steps.open_menu),
    State("bidding-rows", "games.show", "/games/{rows}"),
    State("bidding-six", "games.show", "/games/{six}", pictured=True),
    State("bidding-company", "games.show", "/games/{company}", steps.open_all, pictured=True),
    State("bidding-26", "games.show", "/games/{toss}"),
    State("bidding-evil", "games.show", "/games/{evil}"),
    State("bidding-forced", "games.show", "/games/{forced}", pictured=True),
    State("last-bid", "games.show", "/games/{last-bid}", pictured=True),
    State("bidding-deep", "games.show", "/games/{deep}"),
    State("bidding-again", "games.show", "/games/{bidding}?seat=0"),
    State("once-more", "games.show", "/games/{once-more}"),
    State("raises", "games.show", "/games/{raises}"),
    State("tricks", "games.show", "/games/{tricks}", pictured=True),
    State("tricks-counted", "games.show", "/games/{tricks}?t0=8", steps.open_all, pictured=True),
    State("played-watched", "games.show", "/games/{tricks}", device="watcher"),
    State("fix-bid", "games.show", "/games/{tricks}?seat=0"),
    State("nil-set", "games.show", "/games/{objection}?s0=2&t1=5", pictured=True),
    State("tricks-26", "games.show", "/games/{toss-counted}?t0=13"),
    State("tricks-facts", "games.show", "/games/{facts}?t0=7"),
    State("objection", "games.show", "/games/{objection}?s0=0&t1=5", pictured=True),
    State("overruled", "games.show", "/games/{overruled}", steps.open_hand),
    State("misread", "games.show", "/games/{misread}?t0=8", steps.open_hand),
    State("clash", "games.show", "/games/{clash}?t0=7", steps.save_twice, pictured=True),
    State("two-bids", "games.show", "/games/{bidding}", steps.bid_twice),
    State("undone", "games.show", "/games/{stopped}", steps.undo),
    State("no-connection", "games.show", "/games/{fresh}", steps.lose_connection),
    State("own-bid", "games.show", "/games/{bidding}", device="player", pictured=True),
    State("own-waits", "games.show", "/games/{corrected}", steps.bid_early, device="player", pictured=True),
    State("watching", "games.show", "/games/{bidding}", device="watcher"),
    State("sheet", "games.show", "/games/{bidding}", steps.open_hand, pictured=True),
    State("sheet-long", "games.show", "/games/{long}", steps.open_all),
    State("sheet-corrected", "games.show", "/games/{corrected}", steps.open_all),
    State("over", "games.show", "/games/{over}", pictured=True),
    State("over-signed", "games.show", "/games/{signed}", pictured=True),
    State("over-receipt", "games.show", "/games/{over}", steps.open_all),
    State("across", "live.across", "/games/{tricks}/across", pictured=True),
    State("across-bidding", "live.across", "/games/{bidding}/across"),
    State("across-over", "live.across", "/games/{over}/across"),
    State("across-rows", "live.across", "/games/{rows}/across"),
    State("across-six", "live.across", "/games/{six}/across", pictured=True),
    State("screen", "live.screen", "/games/{tricks}/screen", pictured=True),
    State("screen-bidding", "live.screen", "/games/{bidding}/screen", pictured=True),
    State("screen-below-zero", "live.screen", "/games/{deep}/screen"),
    State("screen-over", "live.screen", "/games/{over}/screen", pictured=True),
    State("screen-rows", "live.screen", "/games/{once-more}/screen"),
    State("screen-six", "live.screen", "/games/{six}/screen", pictured=True),
    # Around a game
    State("what-wins", "what_wins.show", "/games/{bidding}/what-wins", pictured=True),
    State("what-wins-counts", "what_wins.show", "/games/{tricks}/what-wins", pictured=True),
    State("why-hand", "why.hand", "/games/{over}/why/hands/4/0", pictured=True),
    State("why-total", "why.total", "/games/{over}/why/totals/0", pictured=True),
    State("correct", "corrections.new", "/games/{bidding}/hands/5/correction", steps.open_all, pictured=True),
    State("correct-changes", "corrections.new", "/games/{over}/hands/5/correction?t0=4", pictured=True),
    State("correct-bid", "corrections.new", "/games/{over}/hands/5/correction?seat=1"),
    State("correct-rows", "corrections.new", "/games/{six}/hands/1/correction?t0=1"),
    State("history", "log.show", "/games/{corrected}/history", pictured=True),
    State("rulings", "rulings.index", "/games/{misread}/rulings", pictured=True),
    State("renege", "rulings.renege", "/games/{misread}/rulings/renege?by=0&books=2", pictured=True),
    State("agreed-points", "rulings.points", "/games/{misread}/rulings/points?side=1&points=-30", pictured=True),
    State("misdeal", "rulings.misdeal", "/games/{misread}/rulings/misdeal", pictured=True),
    State("forfeit", "rulings.forfeit", "/games/{misread}/rulings/forfeit", pictured=True),
    State("substitute", "rulings.substitute", "/games/{misread}/rulings/substitute", pictured=True),
    State("sign", "signing.new", "/games/{over}/signing/0", pictured=True),
    State("sign-all", "signing.new", "/games/{over}/signing/0", steps.open_all),
    State("sign-watched", "signing.new", "/games/{over}/signing/0", device="watcher"),
    State("card", "result_card.show", "/games/{over}/card", pictured=True),
    State("stop-empty", "ending.new", "/games/{fresh}/stop"),
    State("stop", "ending.new", "/games/{bidding}/stop", pictured=True),
    State("hands-of-evil", "games.deals", "/games/{evil}/deals", pictured=True),
    State("rules-sheet", "rules.sheet", "/games/{bidding}/rules", pictured=True),
    # Rules and nights
    State("glossary", "rules.glossary", "/glossary", pictured=True),
    State("rules", "rules.index", "/rules", pictured=True),
    State("rule-set", "rules.show", "/rules/partnership", pictured=True),
    State("rule-set-berkley", "rules.show", "/rules/berkley-two", steps.open_all),
    State("rule-set-evil", "rules.show", "/rules/evil"),
    State("nights", "scripted_games.index", "/tables/{table}/scripted-games", pictured=True),
    State("new-night", "scripted_games.new", "/tables/{table}/scripted-games/new", pictured=True),
    State("new-night-wrong", "scripted_games.new", "/tables/{table}/scripted-games/new", steps.send_empty),
    State("night", "scripted_games.show", "/tables/{table}/scripted-games/{night}", steps.open_all, pictured=True),
    State("night-name", "scripted_games.edit", "/tables/{table}/scripted-games/{night}/name", pictured=True),
    State("night-file", "scripted_games.from_file", "/tables/{table}/scripted-games/import", pictured=True),
    State("new-deal", "scripted_deals.new", "/tables/{table}/scripted-games/{night}/deals/new", pictured=True),
    State("deal", "scripted_deals.edit", "/tables/{table}/scripted-games/{night}/deals/1", steps.open_all,
          pictured=True),
    State("limit", "scripted_limits.new_limit", "/tables/{table}/scripted-games/{night}/deals/1/limits/new?kind=sum-is",
          pictured=True),
    State("empty-paper", "exports.empty", "/rules/partnership/paper", pictured=True),
    # Exports and imports, players, verifying
    State("exports", "exports.game", "/games/{over}/exports", pictured=True),
    State("print", "exports.paper", "/games/{corrected}/print", pictured=True),
    State("table-exports", "exports.table", "/tables/{table}/exports", pictured=True),
    State("import", "imports.new", "/tables/{table}/import"),
    State("import-looked-at", "imports.new", "/tables/{table}/import", steps.import_games, pictured=True),
    State("import-wrong", "imports.new", "/tables/{table}/import", steps.import_nonsense),
    State("played", "game_history.index", "/tables/{table}/history", pictured=True),
    State("picture", "game_history.picture", "/games/{over}/picture", pictured=True),
    State("counted", "game_history.counted", "/games/{over}/counted", pictured=True),
    State("players", "players.index", "/tables/{table}/players", steps.open_all, pictured=True),
    State("player", "players.show", "/tables/{table}/players/1", steps.open_all, pictured=True),
    State("erase", "erasing.player", "/tables/{table}/players/1/erase", pictured=True),
    State("delete", "erasing.table", "/tables/{table}/delete", pictured=True),
    State("player-hands", "players.hands", "/tables/{table}/players/1/hands?figure=own_bids", pictured=True),
    State("pair", "players.pair", "/tables/{table}/players/1/with/2", pictured=True),
    State("check", "check.show", "/check", device="stranger"),
    State("check-right", "check.show", "/check", steps.verify_record, pictured=True),
    State("check-forged", "check.show", "/check", steps.verify_forged, pictured=True),
    State("check-elsewhere", "check.show", "/check", steps.verify_other_server, pictured=True),
    State("check-typed", "check.show", "/check", steps.verify_typed, pictured=True),
    State("receipt", "receipts.show", "/games/{over}", steps.follow_receipt, pictured=True),
    State("receipt-other", "receipts.show", "/check/receipt/nobody.1." + "0" * 64, device="stranger"),
    State("receipt-none", "receipts.show", "/check/receipt/nothing", device="stranger"),
    State("check-wrong", "check.show", "/check", steps.import_nonsense),
    State("audit-choose", "audit.show", "/audit", device="stranger"),
    State("audit", "audit.show", "/audit?rules=partnership", steps.compare, pictured=True),
    State("audit-rows", "audit.show", "/audit?rules=cutthroat"),
    # The hall of a tournament
    State("standings", "standings.show", "/tournaments/{swiss}/standings", pictured=True),
    State("standings-watched", "standings.show", "/tournaments/{swiss}/standings", device="watcher"),
    State("standings-empty", "standings.show", "/tournaments/{open-door}/standings"),
    State("standings-grid", "standings.show", "/tournaments/{pools}/standings?stage=1&show=grid", pictured=True),
    State("standings-players", "standings.show", "/tournaments/{rotation}/standings", pictured=True),
    State("tables", "standings.tables", "/tournaments/{swiss}/tables", pictured=True),
    State("bracket", "bracket.show", "/tournaments/{double}/bracket#now", pictured=True),
    State("bracket-empty", "bracket.show", "/tournaments/{swiss}/bracket"),
    State("wall", "wall.show", "/tournaments/{swiss}/wall", pictured=True),
    State("wall-sign-up", "wall.show", "/tournaments/{open-door}/wall", pictured=True),
    State("print-tournament", "printing.index", "/tournaments/{double}/print", pictured=True),
    State("print-cards", "printing.show", "/tournaments/{swiss}/print/cards", pictured=True),
    State("print-pairings", "printing.show", "/tournaments/{swiss}/print/pairings"),
    State("print-sheets", "printing.show", "/tournaments/{swiss}/print/sheets"),
    State("print-standings", "printing.show", "/tournaments/{swiss}/print/standings"),
    State("print-bracket", "printing.show", "/tournaments/{double}/print/bracket"),
    State("print-players", "printing.show", "/tournaments/{rotation}/print/players"),
    State("api", "api.page", "/api/v1", pictured=True),
    State("api-all", "api.page", "/api/v1", steps.open_all),
)  # fmt: skip
