"""Games in lists: who beat whom, and by how much, grouped by the night they were played."""

from collections.abc import Sequence
from datetime import date, datetime, tzinfo
from itertools import groupby

from flask import url_for

from scorekeeper.access.routes import has_page
from scorekeeper.clock import utc_now
from scorekeeper.core.game import CLOSE, HAND
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import fill, listed, minus, translatable, translate as _, translate_plural as _n
from scorekeeper.core.words.outcomes import duration_text
from scorekeeper.core.words.vocabulary import POINTS, sentence_case, total_text
from scorekeeper.services.game_cache import SHAPELESS, ending_text, sides_now
from scorekeeper.services.series import night_of, zone_of
from scorekeeper.storage.events import last_times
from scorekeeper.storage.models import PLAYING, Game
from scorekeeper.storage.search import ListedGame
from scorekeeper.storage.visits import TableRow
from scorekeeper.web.formatting import date_text, minutes_between, short_day, tonight


def games_by_night(table: TableRow, games: Sequence[Game | ListedGame]) -> list[View]:
    """Values for `night_list` in `macros/results.html`: these games in their order, with a heading for each night."""
    zone = zone_of(table.zone)
    rows = zip(games, result_rows(games), strict=True)
    nights = groupby(rows, key=lambda row: night_of(row[0].created, zone))
    return [_night(table, night, [view for _game, view in found], zone) for night, found in nights]


def _night(table: TableRow, night: date, games: list[View], zone: tzinfo) -> View:
    heading, note = sentence_case(date_text(night, "full")), None
    if night == night_of(utc_now(), zone):
        heading, note = tonight(zone), date_text(night, "long")
    shown = has_page("nights.show") and not table.without_club
    url = url_for("nights.show", table=table.id, night=night.isoformat()) if shown else None
    return {"heading": heading, "note": note, "url": url, "games": games}


def result_rows(games: Sequence[Game | ListedGame], *, dated: bool = False, running: bool = False) -> list[View]:
    """Values for `result_card` in `macros/results.html`, from the games' rows and times only.

    `dated` adds the day; `running` leaves out that they are in progress, where the heading says so.
    """
    over = [game.id for game in games if game.status != PLAYING]
    ended = last_times(over, (HAND, CLOSE)) if over else {}
    return [_sound_row(game, ended.get(game.id), dated, running) for game in games]


def _sound_row(game: Game | ListedGame, ended: datetime | None, dated: bool, running: bool) -> View:
    """The row of a game; of a damaged one, only that it is."""
    try:
        return _result_row(game, ended, dated, running)
    except SHAPELESS:
        return damaged_row(game)


def damaged_row(game: Game | ListedGame) -> View:
    """The row of a damaged game."""
    return {
        "url": url_for("games.show", game=game.id),
        "winners": "",
        "losers": "",
        "side": None,
        "title": _("Game {number}", number=game.number),
        "note": _("Damaged"),
        "figures": [],
    }


def _result_row(game: Game | ListedGame, ended: datetime | None, dated: bool, running: bool) -> View:
    names = [name for name, _players in sides_now(game)]
    if not names:
        raise ValueError("the row has no sides")
    totals, unit = game.summary.get("totals", [0] * len(names)), str(game.summary.get("unit", POINTS))
    winners, losers = _winners_and_losers(game, len(names))
    length = _n(game.summary.get("hands", 0), "1 hand", "{count} hands")
    minutes = minutes_between(game.created, ended)
    when = [short_day(game.created)] if dated else []
    took = [duration_text(minutes)] if minutes else []
    playing = None if running else _("in progress")
    how = playing if game.status == PLAYING else _how(game, names)
    excluded = _("not in statistics: {reason}", reason=game.not_counted) if game.not_counted else None
    return {
        "url": url_for("games.show", game=game.id),
        "winners": listed([names[side] for side in winners]),
        "losers": listed([names[side] for side in losers]),
        "side": winners[0] if winners else None,
        "title": ending_text(game) or " – ".join(names),
        "note": " · ".join(part for part in (*when, length, *took, how, excluded) if part),
        "figures": _figures([(side, minus(total_text(totals[side], unit))) for side in _best_first(winners, totals)]),
    }


def _winners_and_losers(game: Game | ListedGame, sides: int) -> tuple[list[int], list[int]]:
    """Who beat whom; nobody did in a game in progress or with a shared win."""
    winners = [int(side) for side in game.summary.get("winners", ())]
    shared = (game.summary.get("outcome") or {}).get("decided_by") == "shared"
    if game.status == PLAYING or shared or len(winners) in (0, sides):
        return [], []
    return winners, [side for side in range(sides) if side not in winners]


def _best_first(winners: list[int], totals: list[int]) -> list[int]:
    """The sides in the order in which a result names them; in seat order where nobody has won."""
    if not winners:
        return list(range(len(totals)))
    return sorted(range(len(totals)), key=lambda side: (side not in winners, -totals[side]))


DECIDED = {
    "fewest-overtricks": translatable("on fewest overtricks"),
    "higher-contract": translatable("with the higher bid"),
    "outright": translatable("won outright"),
}


def _how(game: Game | ListedGame, names: list[str]) -> str | None:
    """How the game was decided, if not by reaching the target."""
    found = game.summary.get("outcome") or {}
    decided = DECIDED.get(found.get("decided_by", ""))
    if decided is not None:
        return _(decided)
    if game.ended_by == "floor" and found:
        return _("a side fell to {points}", points=found["figure"])
    if game.ended_by == "sets" and found:
        often = _("a side was set {sets} times", sets=found["figure"])
        return often if found["figure"] else _("too few tricks in the first hand")
    if game.ended_by == "time":
        return _("on time")
    if game.ended_by != "closed":
        return None
    if found.get("forfeit") is not None:
        return _("{name} conceded", name=names[found["forfeit"]])
    return _("stopped early")


def _figures(totals: list[tuple[int, str]]) -> list[View]:
    """The totals, each with what separates it from the next: `512–486`, but `512 to −20`."""
    below = any(text.startswith("−") for _side, text in totals)
    between = fill(_("{before} to {next}"), {"before": "", "next": ""}) if below else "–"
    after = [between] * (len(totals) - 1) + [""]
    return [{"index": side, "text": text, "after": after[at]} for at, (side, text) in enumerate(totals)]
