"""Figures of players: the table's records, one player, and two side by side."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from flask import url_for

from scorekeeper.core.game.player_stats import LABELS, WHOLE_WIN, hand_of_run
from scorekeeper.core.pages import View
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.words.language import (
    after_colon,
    minus,
    number_text,
    translatable,
    translate as _,
    translate_plural as _n,
    with_dots,
)
from scorekeeper.core.words.names import side_name
from scorekeeper.core.words.rulesets import rules_name
from scorekeeper.core.words.vocabulary import bid_in_text, call_in_text
from scorekeeper.rooms.club.pages.players.ratings import beyond_text, player_ratings
from scorekeeper.rooms.club.services.ratings import KNOWN, ratings_are_current
from scorekeeper.rooms.club.services.statistics import hands_of_figure
from scorekeeper.rooms.club.storage.models import PairTotals, PlayerTotals, Result
from scorekeeper.rooms.club.storage.ratings import LATELY, chemistry_of, lately_against
from scorekeeper.rooms.club.storage.results import (
    between,
    partners_and_opponents,
    record_of,
    results_of_player,
    rules_played,
    side_in,
    sums_of,
)
from scorekeeper.services.game_cache import sound_state
from scorekeeper.storage.database import db
from scorekeeper.storage.players import MainPlayer, main_names_of, names_by_id, players_named
from scorekeeper.storage.search import GameFilter, search_games
from scorekeeper.storage.visits import TableRow
from scorekeeper.web.formatting import average, short_day
from scorekeeper.web.played.results import result_rows

LATEST = 10
LEAST_TOGETHER = 5
"""Games with a partner, or against somebody, before shares say anything."""
SHOWN_GAMES, LATEST_GAMES = 10, 5
"""The latest games of two players, and of one."""
COMPANY = 50
"""Partners and opponents on a page."""

TOGETHER_WITH_OTHERS = ("won", "hands", "bids", "made", "nils", "nils_made", "overtricks")
"""Sums that are not shown on their own, but as a share of another, such as games won of all games."""

RECORDS = {
    "largest": translatable("Largest hand"),
    "comeback": translatable("Biggest comeback"),
    "streak": translatable("Longest winning streak"),
    "run": translatable("Longest run of made bids"),
    "nil_streak": translatable("Longest run of made nils"),
}

OF_SIDES = ("largest", "comeback", "run")
"""The records of a side, which name all of it, and are of one rule set: those of others are not like them."""


MAX_RULES = 6
"""Rule sets whose records can be chosen, those played most."""


def table_records(table_id: str, asked: str | None) -> View:
    """The table's records, as in `rooms/club/players/index.html`: in games of the rule set that is `asked` for, or else
    of the one that is played most; runs of games go on through all rule sets.
    """
    played = rules_played(table_id=table_id)[:MAX_RULES]
    rules = asked if asked in played else played[0] if played else None
    chosen = [
        {
            "text": rules_name(rule_set(key)),
            "url": url_for("players.index", table=table_id, records=key, _anchor="records"),
            "current": key == rules,
        }
        for key in played
        if key in rule_sets()
    ]
    return {"records": _records(rules, table_id=table_id), "records_of": chosen if len(chosen) > 1 else []}


def _records(rules: str | None, *, table_id: str | None = None, player_id: int | None = None) -> list[View]:
    found: list[View] = []
    for column, label in RECORDS.items():
        own = rules if column in OF_SIDES else None
        best = record_of(column, own, table_id=table_id, player_id=player_id)
        if best is not None:
            found.append(_record(column, best, _record_note(column, best, _(label)), _record_words(column, best)))
    return found


def _record_words(column: str, best: Result) -> str:
    if column == "largest":
        return _("{points} in a hand", points=signed_text(best.largest))
    if column == "comeback":
        return _("{points} behind and won", points=number_text(best.comeback))
    if column == "run":
        return _n(best.run, "1 made bid in a row", "{count} made bids in a row")
    if column == "nil_streak":
        return _n(best.nil_streak, "1 nil in a row", "{count} nils in a row")
    return _n(best.streak, "1 win in a row", "{count} wins in a row")


def _record_note(column: str, best: Result, label: str) -> str:
    """The record's label, where it happened, and when."""
    parts = [label]
    if column == "largest":
        parts += [_("hand {number}", number=best.largest_hand), *_nils_in(best)]
    if column == "streak":
        parts.append(_("a shared win ends it"))
    if column == "comeback":
        parts.append(_("after hand {number}", number=best.comeback_hand))
    return " · ".join([*parts, short_day(best.played)])


def _nils_in(best: Result) -> list[str]:
    """Who made the nils of the largest hand, which the side owes to them: `Ben: blind nil`."""
    state = sound_state(best.game_id)
    if state is None:
        return []
    hand = state.board.hands[best.largest_hand - 1]
    nils = [contract for contract in hand.sides[best.side].contracts if contract.call.is_nil and contract.made]
    named = [(state.sheet.player_at(nil.seats[0], hand.number), call_in_text(nil.call.code)) for nil in nils]
    main = main_names_of(db.session(), best.table_id)
    players = players_named(best.table_id, [name for name, _call in named])
    ids = {name: main.get(player.id, player.id) for name, player in players.items()}
    names = names_by_id([*ids.values()])
    return [after_colon(names[ids[name]] if name in ids else name, call) for name, call in named]


def _games(count: int) -> str:
    return _n(count, "1 game", "{count} games")


def _record(column: str, best: Result, note: str, words: str) -> View:
    names = names_by_id([best.alias_id, best.player_id])
    name, called_then = names[best.player_id], names[best.alias_id]
    hand = {"largest": best.largest_hand, "comeback": best.comeback_hand}.get(column)
    hand = hand or _last_hand(column, best, called_then)
    url = url_for("games.show", game=best.game_id)
    if hand:
        url = url_for("why.hand", game=best.game_id, hand=hand, side=best.side)
    who = _side_at(best, hand) if hand and column in OF_SIDES else name
    return {"note": note, "who": who or name, "words": words, "url": url}


def _side_at(best: Result, hand: int) -> str:
    """The names of the side whose record it is, in that hand."""
    players = side_in(best, hand)
    names = names_by_id(players)
    return side_name([names[player] for player in players])


def _last_hand(column: str, best: Result, name: str) -> int:
    """The hand with which a run of made bids, or of nils, was as long; 0 if the record is of whole games."""
    if column not in ("run", "nil_streak"):
        return 0
    state = sound_state(best.game_id)
    if state is None:
        return 0
    if column == "run":
        return hand_of_run(state.sheet, state.board, name, of_nils=False, length=best.run)
    nils = best.nils_before if best.nil_streak > best.nil_run else best.nil_run
    return hand_of_run(state.sheet, state.board, name, of_nils=True, length=nils)


def player_page(table: TableRow, player: MainPlayer, page: int = 0) -> View:
    """Values for `rooms/club/players/show.html`, with this page of partners and opponents."""
    tally = sums_of([player.player.id]).get(player.player.id)
    latest = results_of_player(player.player.id, LATEST)
    current = ratings_are_current(table)
    unranked = not player.player.is_ranked or bool(table.without_club)
    chemistry = {} if unranked else chemistry_of(player.player.id)
    against = {} if unranked else lately_against(player.player.id)
    all_games = url_for("game_history.index", table=table.id, who=player.player.id)
    company = partners_and_opponents(player.player.id, COMPANY + 1, page * COMPANY)
    first = url_for("players.show", table=table.id, player=player.player.id)
    games = search_games(table.id, GameFilter((player.player.id,)), limit=LATEST_GAMES)
    hands_url = partial(_hands_url, table.id, player.player.id)
    played = rules_played(player_id=player.player.id)
    top = figures(tally, all_games, None if table.without_club else hands_url) if tally is not None else []
    best = None if table.without_club else _best_partner(table, player, company)
    return {
        "table": table,
        "club": not table.without_club,
        "player": {
            "id": player.player.id,
            "name": player.player.name,
            "others": player.other_names,
            "unranked": bool(player.player.unranked),
            "standing": player.player.standing,
        },
        "ratings": [] if unranked else player_ratings(table.id, player),
        "rating_now": current,
        "figures": [*top, best] if best else top,
        "played": "" if tally is None else with_dots([_games(tally.games), _n(tally.hands, "1 hand", "{count} hands")]),
        "own": own_figures(tally, hands_url) if tally is not None else [],
        "sentence": own_sentence(player.player.name, tally) if tally is not None else "",
        "form": None
        if table.without_club
        else last_ten([result.won > result.shared for result in reversed(latest)], latest[0].streak if latest else 0),
        "records": [] if table.without_club else _records(played[0] if played else None, player_id=player.player.id),
        "records_of": rules_name(rule_set(played[0])) if len(played) > 1 and played[0] in rule_sets() else None,
        "partners": [
            _company(table, player, name, met) | _partner(met, chemistry.get(met.other_id))
            for name, met in company[:COMPANY]
            if met.partners
        ],
        "against": [
            _company(table, player, name, met) | {"beyond": _beyond(against.get(met.other_id))}
            for name, met in company[:COMPANY]
            if not met.partners
        ],
        "lately": LATELY,
        "known": KNOWN,
        "next_page": f"{first}?page={page + 1}" if len(company) > COMPANY else None,
        "first_page": first if page else None,
        "games": result_rows(games, dated=True),
        "all_games": all_games,
    }


def _best_partner(table: TableRow, player: MainPlayer, company: Sequence[tuple[str, PairTotals]]) -> View | None:
    """With whom the player won the largest share of games, of the partners of enough games."""
    known = [(name, met) for name, met in company if met.partners and met.games >= LEAST_TOGETHER]
    if not known:
        return None
    name, met = max(known, key=lambda each: (each[1].share / each[1].games, each[1].games))
    note = _n(met.games, "{won} of 1 game won", "{won} of {count} games won", won=wins_text(met.share))
    pair = url_for("figures.pair", table=table.id, player=player.player.id, other=met.other_id)
    return _figure(_("Best partner"), name, note, pair)


def last_ten(won: Sequence[bool], streak: int) -> View | None:
    """Values for `last_ten` in `rooms/club/ratings.html`: the latest games, oldest first, and which were won alone.

    None without a game.
    """
    if not won:
        return None
    wins = _n(sum(won), "1 won", "{count} won")
    note = [wins, _("newest on the right")]
    if streak > 1:
        note.append(_n(streak, "1 win in a row", "{count} wins in a row"))
    return {
        "heading": _("Last ten") if len(won) == LATEST else _("Latest games"),
        "note": with_dots(note),
        "label": _n(sum(won), "1 win in the last {games}", "{count} wins in the last {games}", games=len(won)),
        "games": won,
    }


def _partner(met: PairTotals, chemistry: tuple[int, int, int] | None) -> View:
    """Whether the pair played enough for shares, a bar of its wins, and its wins against what ratings expected."""
    return {
        "few": met.games < LEAST_TOGETHER,
        "bar": {"value": met.share, "max": met.games * WHOLE_WIN},
        "chemistry": _beyond(chemistry),
    }


def _beyond(rated: tuple[int, int, int] | None) -> str | None:
    """Games won beyond those that ratings expected; None after too few rated games."""
    return beyond_text(*rated) if rated is not None and rated[0] >= KNOWN else None


def _hands_url(table: str, player: int, figure: str, partner: int | None = None) -> str:
    return url_for("figures.hands", table=table, player=player, figure=figure, partner=partner)


FIGURE_HANDS = {
    "own_bids": translatable("Bids"),
    "nils": translatable("Nils"),
    "blind_nils": translatable("Blind nils"),
    "nils_first": translatable("Nils made, bid first"),
    "nils_last": translatable("Nils made, bid last"),
    "blind_calls": translatable("Blind calls"),
    "solo_bids": translatable("Bids alone"),
    "solo_overtricks": translatable("Bags alone"),
    "ahead": translatable("Bids when ahead"),
    "behind": translatable("Bids when behind"),
    "opening": translatable("Bids in first hands"),
    "closing": translatable("Bids in last hands"),
    "contracts": translatable("Contracts as a pair"),
    "short": translatable("Sets as a pair"),
    "overtricks": translatable("Bags as a pair"),
    "penalties": translatable("Penalties for bags"),
    "side_blind": translatable("Blind calls as a pair"),
}
"""The figures whose hands are listed, with the heading of that page."""


def hands_page(table: TableRow, player: MainPlayer, figure: str, partner: MainPlayer | None, page: int) -> View:
    """Values for `rooms/club/players/hands.html`: the hands that a figure comes from."""
    partner_id = None if partner is None else partner.player.id
    hands, more = hands_of_figure(figure, player.player.id, partner_id, page)
    address = _hands_url(table.id, player.player.id, figure, partner_id)
    names = [player.player.name, *([] if partner is None else [partner.player.name])]
    return {
        "table": table,
        "player": {"id": player.player.id, "name": player.player.name},
        "names": names,
        "heading": _(FIGURE_HANDS[figure]),
        "hands": [
            {
                "url": url_for("why.hand", game=hand.game_id, hand=hand.hand, side=hand.side),
                "title": _("Game {game}, hand {hand}", game=number_text(hand.game_number), hand=hand.hand),
                "note": short_day(hand.played),
                "figures": [{"index": None, "text": " · ".join([bid_in_text(calls) for calls in hand.bids])}]
                if hand.bids
                else None,
            }
            for hand in hands
        ],
        "next_page": f"{address}&page={page + 1}" if more else None,
        "first_page": address if page else None,
    }


def figures(
    tally: PlayerTotals, games_url: str | None = None, hands_url: Callable[[str], str] | None = None
) -> list[View]:
    """A player's games, formatted, with the list of them."""
    hands = _n(tally.hands, "1 hand", "{count} hands")
    won = _games(tally.won)
    if tally.shared:
        won = _("{games}, {shared} of them shared", games=won, shared=tally.shared)
    found = [
        _figure(_("Games"), number_text(tally.games), hands, games_url),
        _figure(_("Won"), won_percent(tally.share, tally.games), won, games_url),
    ]
    contracts = tally.bids - tally.solo_bids
    if contracts and hands_url is not None:
        missed = contracts - (tally.made - tally.solo_made)
        note = _n(contracts, "of 1 contract with a partner", "of {count} contracts with partners")
        found.append(_figure(_("Set"), percent(missed, contracts), note, hands_url("short") if missed else None))
    if hands_url is not None:
        found.append(_share(_("Nils made"), tally.nils_made, tally.nils, hands_url("nils")))
    more = [(key, label) for key, label in LABELS.items() if key not in TOGETHER_WITH_OTHERS]
    return found + [_figure(_(label), number_text(getattr(tally, key)), _in_games(tally)) for key, label in more]


def own_figures(tally: PlayerTotals, hands_url: Callable[[str], str]) -> list[View]:
    """What the player bid, but for all nils together, which stand above; each with its hands."""
    bid = average(tally.own_bid_tricks, tally.own_bids)
    found = [_figure(_("Average bid"), bid, _("without nils"), hands_url("own_bids"))]
    if tally.blind_nils:
        found.append(_share(_("Blind nils made"), tally.blind_nils_made, tally.blind_nils, hands_url("blind_nils")))
    if tally.nils_first:
        found.append(
            _share(_("Nils made, bid first"), tally.nils_first_made, tally.nils_first, hands_url("nils_first"))
        )
    if tally.nils_last:
        found.append(_share(_("Nils made, bid last"), tally.nils_last_made, tally.nils_last, hands_url("nils_last")))
    if tally.blind_calls > tally.blind_nils:
        found.append(_share(_("Blind calls made"), tally.blind_made, tally.blind_calls, hands_url("blind_calls")))
    return found


def own_sentence(name: str, tally: PlayerTotals) -> str:
    """What the player bid, and took where the tricks were the player's alone."""
    if tally.solo_bids:
        bid, took = average(tally.solo_bid_tricks, tally.solo_bids), average(tally.solo_took_tricks, tally.solo_bids)
        return _("Alone, {name} bid {bid} and took {took} on average.", name=name, bid=bid, took=took)
    if tally.own_bids:
        return _("{name} bid {bid} on average.", name=name, bid=average(tally.own_bid_tricks, tally.own_bids))
    return ""


def _share(label: str, part: int, whole: int, url: str) -> View:
    value = _of(part, whole) if whole else "\u2013"
    return _figure(label, value, percent(part, whole) if whole else _("never bid"), url if whole else None)


def _in_games(tally: PlayerTotals) -> str:
    return _n(tally.games, "in 1 game", "in {count} games")


def _of(part: int, whole: int) -> str:
    return _("{part} of {whole}", part=number_text(part), whole=number_text(whole))


def _figure(label: str, value: str, note: str, url: str | None = None) -> View:
    return {"label": label, "value": value, "note": note, "url": url}


def _company(table: TableRow, player: MainPlayer, name: str, met: PairTotals) -> View:
    return {
        "name": name,
        "url": url_for("figures.pair", table=table.id, player=player.player.id, other=met.other_id),
        "games": met.games,
        "won": wins_text(met.share),
        "rate": won_percent(met.share, met.games),
        "sets": percent(met.contracts - met.contracts_made, met.contracts),
        "sets_url": _hands_url(table.id, player.player.id, "short", met.other_id) if met.short else None,
        "bags": average(met.overtricks, met.hands),
        "bags_url": _hands_url(table.id, player.player.id, "overtricks", met.other_id) if met.overtricks else None,
    }


def pair_page(table: TableRow, one: MainPlayer, two: MainPlayer) -> View:
    """Values for `rooms/club/players/pair.html`."""
    met, other_way = between(one.player.id, two.player.id), between(two.player.id, one.player.id)
    won = {together.partners: together.share for together in other_way}
    games = search_games(table.id, GameFilter((one.player.id, two.player.id)), limit=SHOWN_GAMES)
    both: dict[str, Any] = {"who": one.player.id, "with": two.player.id}
    return {
        "table": table,
        "one": {"id": one.player.id, "name": one.player.name},
        "two": {"id": two.player.id, "name": two.player.name},
        "against": next((_duel(m, won.get(0, 0)) for m in met if not m.partners), None),
        "together": next((_duel(m, m.share) for m in met if m.partners), None),
        "as_pair": next((_as_pair(table.id, one.player.id, m) for m in met if m.partners), []),
        "games": result_rows(games, dated=True),
        "all_games": url_for("game_history.index", table=table.id, **both),
    }


def _as_pair(table: str, player: int, met: PairTotals) -> list[View]:
    """What two partners bid and took together, each with its hands."""
    hands_url = partial(_hands_url, table, player, partner=met.other_id)
    set_, contracts = met.contracts - met.contracts_made, met.contracts
    if not contracts:
        return []
    bid, took = average(met.contract_tricks, contracts), average(met.contract_took, contracts)
    blind, blind_made = met.side_blind, met.side_blind_made
    return [
        _figure(_("Average bid"), bid, _("took {took}", took=took), hands_url("contracts")),
        _figure(_("Set"), percent(set_, contracts), _of(set_, contracts), hands_url("short") if met.short else None),
        _figure(_("Short when set"), average(met.short, set_), _("tricks"), hands_url("short") if met.short else None),
        _figure(_("Bags"), average(met.overtricks, met.hands), _("per hand"), hands_url("overtricks")),
        _figure(
            _("Penalties"),
            number_text(met.penalties),
            _("for bags"),
            hands_url("penalties") if met.penalties else None,
        ),
        *([_share(_("Blind calls made"), blind_made, blind, hands_url("side_blind"))] if blind else []),
    ]


def _duel(met: PairTotals, other_share: int) -> View:
    others = met.games * WHOLE_WIN - met.share - other_share
    return {
        "games": met.games,
        "won": wins_text(met.share),
        "lost": wins_text(other_share),
        "others": wins_text(others) if others else None,
        "rate": won_percent(met.share, met.games),
    }


def won_percent(share: int, games: int) -> str:
    """`54%`: the parts of wins (in parts of `WHOLE_WIN`) of all games."""
    return percent(share, games * WHOLE_WIN)


PARTS_OF_WINS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}
"""What a win that is shared leaves beside whole ones, as it is written; other parts are rounded to tenths."""


def wins_text(share: int) -> str:
    """`20½`: the parts of wins (in parts of `WHOLE_WIN`), added up."""
    whole, rest = divmod(share, WHOLE_WIN)
    if not rest:
        return number_text(whole)
    written = PARTS_OF_WINS.get(Fraction(rest, WHOLE_WIN))
    if written is None:
        return average(share, WHOLE_WIN)
    return f"{number_text(whole)}{written}" if whole else written


def percent(part: int, whole: int) -> str:
    """`54%`; a dash if there is nothing to divide by."""
    return _("{number}%", number=round(100 * part / whole)) if whole else "\u2013"


def signed_text(points: int) -> str:
    """`+1,024` or `−20`: points won or lost over many games."""
    return f"+{number_text(points)}" if points > 0 else minus(number_text(points))
