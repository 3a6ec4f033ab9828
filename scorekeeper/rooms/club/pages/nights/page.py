"""A night as a page, and in two lines for a chat."""

from collections.abc import Sequence
from datetime import date

from flask import url_for

from scorekeeper.clock import utc_now
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import (
    after_colon,
    in_sentences,
    number_text,
    spaced,
    translate as _,
    translate_in as _c,
    translate_plural as _n,
    with_commas,
    with_dots,
)
from scorekeeper.core.words.moments import moment_text
from scorekeeper.core.words.outcomes import score_text
from scorekeeper.core.words.vocabulary import sentence_case
from scorekeeper.rooms.club.pages.players.figures import signed_text
from scorekeeper.rooms.club.pages.settling.page import owed_after
from scorekeeper.rooms.club.services.nights import (
    Night,
    NightHand,
    NightMoment,
    NightTotals,
    best_partners,
    closest_game,
)
from scorekeeper.services.series import night_of, zone_of
from scorekeeper.storage.visits import TableRow
from scorekeeper.web.formatting import date_text, tonight
from scorekeeper.web.pictures.answers import are_drawn
from scorekeeper.web.pictures.parts import HEIGHT, WIDTH
from scorekeeper.web.played.results import result_rows

FEW_PAYMENTS = 3
"""Of who pays whom, how many are seen at once."""


def night_page(table: TableRow, night: Night, near: tuple[date | None, date | None]) -> View:
    """Values for `rooms/club/nights/show.html`; `near` are the nights before and after."""
    zone = zone_of(table.zone)
    is_now = night.day == night_of(utc_now(), zone)
    before, after = (None if day is None else url_for("nights.show", table=table.id, night=day) for day in near)
    lines = chat_lines(table.name, night)
    return {
        "table": table,
        "heading": tonight(zone) if is_now else sentence_case(date_text(night.day, "full")),
        "day": night.day.isoformat(),
        "lines": lines if night.games else None,
        "picture": {"width": WIDTH, "height": HEIGHT, "alt": " ".join(lines)} if are_drawn() else None,
        "facts": [
            fact
            for fact in (_nils(table, night), _largest(night), _bags(table, night), _closest(night), _moment(night))
            if fact
        ],
        "players": [_row(player, night) for player in night.players],
        "owed": owed_after(table, night.day),
        "few": FEW_PAYMENTS,
        "games": result_rows([game.row for game in night.games]),
        "before": before,
        "after": after,
    }


def _row(totals: NightTotals, night: Night) -> View:
    """A player: a tile for each game of the night, and the sums."""
    return {
        "name": totals.name,
        "tiles": totals.results,
        "games": totals.games,
        "won": totals.won,
        "points": signed_text(totals.margin),
        "label": _n(totals.games, "{won} of 1 game won", "{won} of {count} games won", won=totals.won),
    }


def _fact(label: str, value: str, note: str, url: str | None = None) -> View:
    return {"label": label, "value": value, "note": note, "url": url}


NILS, BAGS = "nils", "bags"


def night_hands(table: TableRow, night: Night, figure: str) -> View:
    """Values for `rooms/club/nights/hands.html`: the hands of a night’s nils, or of a side’s most bags."""
    hands = night.nil_hands if figure == NILS else night.bags[0].hands if night.bags else []
    return {
        "table": table,
        "day": night.day.isoformat(),
        "night": sentence_case(date_text(night.day, "full")),
        "heading": _("Nils") if figure == NILS else _("Most bags"),
        "hands": [
            {
                "url": _hand_url(night, hand),
                "title": hand.name,
                "note": with_dots([_where(hand), _hand_words(hand, figure)]),
            }
            for hand in hands
        ],
    }


def _hand_words(hand: NightHand, figure: str) -> str:
    if figure == NILS:
        return _c("nil", "made") if hand.points else _c("nil", "set")
    return _n(hand.points, "1 bag", "{count} bags")


def _hands_url(table: TableRow, night: Night, figure: str) -> str:
    return url_for("nights.hands", table=table.id, night=night.day.isoformat(), figure=figure)


def _nils(table: TableRow, night: Night) -> View | None:
    if not night.nils:
        return None
    blind = _("blind {made} of {nils}", made=night.blind_nils_made, nils=night.blind_nils) if night.blind_nils else ""
    made = _("{made} of {nils} made", made=night.nils_made, nils=night.nils)
    return _fact(_("Nils"), made, blind, _hands_url(table, night, NILS))


def _where(hand: NightHand | NightMoment) -> str:
    return _("game {game}, hand {hand}", game=hand.game + 1, hand=hand.hand)


def _hand_url(night: Night, hand: NightHand | NightMoment) -> str:
    return url_for("why.hand", game=night.games[hand.game].row.id, hand=hand.hand, side=hand.side)


def _largest(night: Night) -> View | None:
    hand = night.largest
    if hand is None:
        return None
    note = with_dots([hand.name, _where(hand)])
    return _fact(_("Biggest hand"), signed_text(hand.points), note, _hand_url(night, hand))


def _moment(night: Night) -> View | None:
    """The hand that moved the difference most: what happened in it, and what that made of the lead."""
    moment = night.moment
    if moment is None:
        return None
    moved = spaced(moment.name, signed_text(moment.after - moment.before))
    words = moment_text(moment.deed, moment.who) if moment.deed else moved
    lead = _lead(moment.after)
    if moment.before:
        lead = _("{before}, then {after}", before=_lead(moment.before), after=lead)
    note = with_dots([after_colon(moment.name, lead), _where(moment)])
    return _fact(_("Moment of the night"), words, note, _hand_url(night, moment))


def _lead(points: int) -> str:
    """How far a side is before or behind the best other one."""
    if points < 0:
        return _("{points} behind", points=number_text(-points))
    return _("{points} ahead", points=number_text(points)) if points else _("level")


def _bags(table: TableRow, night: Night) -> View | None:
    side = night.bags[0] if night.bags else None
    if side is None or not side.bags:
        return None
    cost = _("cost them {points}", points=number_text(side.cost)) if side.cost else _("cost them nothing")
    bags = with_commas([side.name, str(side.bags)])
    return _fact(_("Most bags"), bags, cost, _hands_url(table, night, BAGS))


def _closest(night: Night) -> View | None:
    found = closest_game(night)
    if found is None:
        return None
    index, points = found
    game = night.games[index]
    hands = _n(game.hands, "in 1 hand", "in {count} hands")
    note = with_commas([score_text(sorted(game.totals, reverse=True), game.unit), hands])
    url = url_for("games.show", game=game.row.id)
    return _fact(_("Closest game"), _("by {points}", points=number_text(points)), note, url)


def chat_lines(table: str, night: Night) -> list[str]:
    """Two lines to send: who won how often, then the scores or the best partners, nils and bags."""
    if not night.games:
        return ["", ""]
    nils = [_("{made} of {nils} nils made", made=night.nils_made, nils=night.nils)] if night.nils else []
    if night.fixed:
        names, won = side_names(night), wins_of_sides(night)
        winners_first = sorted(range(len(won)), key=lambda side: -won[side])
        first = with_commas([f"{names[side]} {won[side]}" for side in winners_first])
        scores = [
            score_text([game.totals[game.order[side]] for side in winners_first], game.unit) for game in night.games
        ]
        side = night.bags[0]
        bags = [_("{bags} bags for {name}", bags=side.bags, name=side.name)] if side.bags else []
        return [
            after_colon(table, first),
            in_sentences([part for part in (with_commas(scores), with_commas([*nils, *bags])) if part]),
        ]
    pair = best_partners(night)
    partners = (
        [_("Best partnership: {names}, {won} of {games}", names=pair.name, won=pair.won, games=pair.games)]
        if pair
        else []
    )
    return [
        after_colon(table, _who_won_most(night)),
        in_sentences([*partners, *nils] or [_n(len(night.games), "1 game", "{count} games")]),
    ]


def _who_won_most(night: Night) -> str:
    """`Ann won 3 of 4`, or all who did as well, such as partners; empty without players."""
    if not night.players:
        return ""
    best = night.players[0]
    level = [player.name for player in night.players if (player.won, player.games) == (best.won, best.games)]
    if len(level) == 1:
        return _("{name} won {won} of {games}", name=best.name, won=best.won, games=best.games)
    return _("{names} won {won} of {games} each", names=with_commas(level), won=best.won, games=best.games)


def side_names(night: Night) -> Sequence[str]:
    """The two sides of a night with fixed sides, by their latest names."""
    game = night.games[-1]
    return [game.names[side] for side in game.order]


def wins_of_sides(night: Night) -> list[int]:
    """How many games each of the two sides won."""
    return [sum(game.winner == game.order[side] for game in night.games) for side in range(2)]
