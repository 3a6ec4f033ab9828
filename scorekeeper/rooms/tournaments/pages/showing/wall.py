"""The wall display: the clock, and in turn the tables, where everybody sits, and the standings; read from 5 metres.

Every view is in the page; a script shows them in turn. Without it the page asks for the next one.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar, cast

from flask import Blueprint, request, url_for

from scorekeeper.access.setup import address_for_others
from scorekeeper.clock import utc_now
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translatable, translate as _, translate_plural as _n
from scorekeeper.rooms.tournaments.access import OWN_TOURNAMENT
from scorekeeper.rooms.tournaments.domain.hall import SHOWN_FOR, grows
from scorekeeper.rooms.tournaments.domain.log.earlier import after_round
from scorekeeper.rooms.tournaments.domain.log.events import ENTERED
from scorekeeper.rooms.tournaments.domain.log.state import DONE, FORFEITED, Match, Round, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import final_divisions, final_ranking, format_of, standings
from scorekeeper.rooms.tournaments.domain.readers import Reader, short_name
from scorekeeper.rooms.tournaments.domain.setting_up.setup import FULL_NAMES, NUMBERS
from scorekeeper.rooms.tournaments.domain.standings import RankedTeam
from scorekeeper.rooms.tournaments.domain.words import player_called, pool_title, short_why_text
from scorekeeper.rooms.tournaments.pages.directing.clocks import clock_words, current_clock, wave_words, waves_of
from scorekeeper.rooms.tournaments.pages.directing.past_rounds import asked_round, round_choices, title_of
from scorekeeper.rooms.tournaments.pages.hall import (
    done_words,
    is_hidden,
    public_names,
    round_words,
    seen,
    side_name,
    sides_of,
)
from scorekeeper.rooms.tournaments.pages.matches import match_view, open_matches
from scorekeeper.rooms.tournaments.pages.page import current_round, loaded, name_of_round, render_page
from scorekeeper.rooms.tournaments.pages.showing.standings import (
    columns_of,
    cut_of,
    cut_words,
    has_left,
    place_view,
    standing_words,
)
from scorekeeper.rooms.tournaments.pages.showing.wall_bracket import BRACKET, LABEL, bracket_pages
from scorekeeper.rooms.tournaments.pages.versions import follow
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament, milliseconds
from scorekeeper.rooms.tournaments.services.phones import key_of_card
from scorekeeper.rooms.tournaments.storage import SIGN_UP
from scorekeeper.web.sharing import qr_svg

pages = Blueprint("wall", __name__, url_prefix="/tournaments/<tournament>/wall")

A_MINUTE = 60_000
LARGE_FOR = A_MINUTE
NEW_FOR = 5 * A_MINUTE
"""How long a pairing is shown large, and how long it is shown without standings that nobody has played for yet."""

GRIDS = ((6, "grid-6"), (12, "grid-12"), (24, "grid-24"), (40, "grid-40"))
"""How many tables fit on a page, and its class; with more, there are pages of 24."""
PAGE = 24
LONG_NAME, LONG_PAGE = 15, 16
"""With more letters in a name, a page of three columns would cut it: there are fewer tables on a page, in two."""
TWO_LINES = 25
"""A name of more letters has two lines there, for which a page of `LARGE_PAGE` tables has room."""
LARGE_PAGE = 12
NAMES_A_PAGE = 48
LARGE_NAMES = 30
NAME_GRIDS = ((8, "fewest"), (16, "few"), (32, "some"))
"""How many names fit in a grid of two columns, and its class; more have three."""
PLACES_A_PAGE, FULL_PLACE, FULL_PLACES_A_PAGE = 16, 18, 12
"""How many places fit on a page; fewer if names have more letters than a line has room for, and so two lines."""

Item = TypeVar("Item")

TABLES, NAMES, STANDINGS, SIGN_UP_VIEW, LAST_TABLE, PODIUM = "tables", "names", "standings", "sign-up", "last", "podium"
OF_ROUNDS = (TABLES, STANDINGS)
"""What can be shown of any round."""
MISSING = "missing"
LABELS = {
    TABLES: translatable("Tables"),
    NAMES: translatable("By name"),
    BRACKET: LABEL,
    STANDINGS: translatable("Standings"),
    LAST_TABLE: translatable("Last table"),
    PODIUM: translatable("Podium"),
    MISSING: translatable("Missing"),
}


@pages.get("", role=OWN_TOURNAMENT)
def show(tournament: str) -> str:
    """All views of the wall; `show` in the address keeps one of them, `turn` begins with another."""
    now, at = seen(loaded(), Reader.WATCHER), milliseconds(utc_now())
    state, shown = now.state, current_round(now.state)
    past = asked_round(state)
    views = list(views_now(now, at) if past is None else views_then(now, past, at))
    kinds = dict.fromkeys(view["kind"] for view in views)
    kept = request.args.get("show")
    if kept in kinds:
        views = [view for view in views if view["kind"] == kept]
    turn = request.args.get("turn", "0")
    first = int(turn[:6]) % len(views) if turn.isdecimal() else 0
    clock = None if shown is None or is_done(state, shown) else current_clock(state, shown, at)
    sign_up = address_for_others("sign_up.show_sign_up", tournament=now.row.id, key=key_of_card(now.row, SIGN_UP))
    return render_page(
        "wall.html",
        "wall",
        now,
        views=views,
        first=first,
        kinds=[{"kind": kind, "label": _(LABELS[kind])} for kind in kinds if kind in LABELS],
        kept=kept if kept in kinds else None,
        next_turn=url_for("wall.show", tournament=now.row.id, turn=first + 1),
        clock=clock,
        paused_at=None
        if clock is None or clock["runs"] or not clock["started"]
        else clock_words(cast("int", clock["left"])),
        words=wave_and_round(state, clock) if past is None else title_of(state, past),
        rounds=[] if is_hidden(state) else round_choices(state, past) if kept in OF_ROUNDS else [],
        asked="" if past is None else request.args["round"],
        now_ms=at,
        begins=shown.published_at if shown is not None and at - shown.published_at < LARGE_FOR else 0,
        changes=changes_at(shown, clock, message_now(state, at)[1], at),
        foot=foot_words(state, shown),
        message=message_now(state, at)[0],
        sign_up={"url": sign_up, "qr": qr_svg(sign_up)},
        follows=follow("hall", now),
    )


def is_done(state: TournamentState, shown: Round) -> bool:
    """Whether no clock runs for anybody: each match of the round is over, and none follows by itself."""
    if state.ended:
        return True
    matches = [state.matches[match] for match in open_matches(state, shown)]
    return not grows(state, shown.stage) and all(state.is_over(match) for match in matches)


def wave_and_round(state: TournamentState, clock: View | None) -> str:
    """`Round 3 of 5 · Wave 1`."""
    wave = "" if clock is None else str(clock["wave_words"])
    return f"{round_words(state)} · {wave}" if wave else round_words(state)


def message_now(state: TournamentState, at: int) -> tuple[str, int]:
    """The desk's message to all, and until when it shows; empty without one."""
    sent = next((message for message in reversed(state.messages) if message.match is None), None)
    if sent is None or sent.at + SHOWN_FOR <= at:
        return "", 0
    return sent.text, sent.at + SHOWN_FOR


def changes_at(shown: Round | None, clock: View | None, message_until: int, at: int) -> int | None:
    """When the page will be another one though nothing is recorded: a pairing is no longer new, a message is old, or
    time is up.
    """
    moments = [] if shown is None else [shown.published_at + LARGE_FOR, shown.published_at + NEW_FOR]
    moments.append(message_until)
    if clock is not None and clock["ends"]:
        moments.append(cast("int", clock["ends"]))
    return min((moment for moment in moments if moment > at), default=None)


def views_now(now: LoadedTournament, at: int) -> Iterator[View]:
    """The views in their order. In the first minute of a pairing only names and tables, names first, and tables are
    large.
    """
    state, names = now.state, public_names(now.state)
    shown = current_round(state)
    if shown is None:
        yield sign_up_view(state, names)
        yield from missing_pages(state, names)
        return
    if state.ended:
        yield from podium_pages(state, names)
        yield from bracket_pages(state, names)
        yield from standings_pages(state, names)
        return
    yield from views_of_round(now, shown, names, at)


def views_of_round(now: LoadedTournament, shown: Round, names: dict[int, str], at: int) -> Iterator[View]:
    """The views while a round is played."""
    state, age = now.state, at - shown.published_at
    matches = [state.matches[match] for match in open_matches(state, shown)]
    played = [match for match in matches if not match.pairing.is_bye]
    played.sort(key=lambda match: match.pairing.table or 0)
    is_new = age < LARGE_FOR
    if played and is_final(state, shown) and not is_new:
        yield last_table_view(now, shown, played[0], names, at)
        yield from bracket_pages(state, names)
        yield from standings_pages(state, names)
        return
    if is_new or not played:  # with byes only, there is no table to show
        yield from name_pages(state, matches, names, is_large=is_new)
    if not is_new:
        yield from missing_pages(state, names)
    waves = waves_of(state, shown)
    for wave in waves:
        own = [match for match in played if match.pairing.wave == wave]
        title = wave_words(wave) if len(waves) > 1 else ""
        yield from table_pages(now, own, names, at, is_large=is_new, title=title)
    if not is_new:
        if played:
            yield from name_pages(state, matches, names)
        yield from bracket_pages(state, names)
    is_ranked = any(state.is_over(match) and not match.pairing.is_bye for match in state.matches.values())
    if (age >= NEW_FOR or (is_ranked and not is_new)) and not is_hidden(state):
        yield from standings_pages(state, names)


def views_then(now: LoadedTournament, past: Round, at: int) -> Iterator[View]:
    """The tables of an earlier round with their results, and the standings after it, unless these are kept back."""
    state, names = now.state, public_names(now.state)
    if is_hidden(state):
        yield from views_now(now, at)
        return
    played = [state.matches[number] for number in past.matches if not state.matches[number].pairing.is_bye]
    played.sort(key=lambda match: (match.pairing.table or 0, match.pairing.wave))
    yield from table_pages(now, played, names, at, is_large=False)
    yield from standings_pages(after_round(state, past), names)


def batched(found: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    """`size` at a time, the last ones perhaps fewer."""
    return (found[start : start + size] for start in range(0, len(found), size))


# The tables


def table_pages(
    now: LoadedTournament, played: Sequence[Match], names: dict[int, str], at: int, *, is_large: bool, title: str = ""
) -> Iterator[View]:
    """The tables with their totals; `is_large`: who plays where, twelve at a time. `title` names the wave."""
    longest = max(
        (len(side_name(match, side, names)) for match in played for side in range(len(match.pairing.sides))), default=0
    )
    grid, size = grid_for(min(len(played), LARGE_PAGE) if is_large else len(played), longest)
    for batch in batched(played, size):
        cells = [table_cell(now, match, names, at, with_totals=not is_large) for match in batch]
        yield {
            "kind": TABLES,
            "title": title or (_("Where you play") if is_large else _(LABELS[TABLES])),
            "wave": title,
            "range": _range([cell["table"] for cell in cells], len(played) > size),
            "grid": f"{grid} large" if is_large else grid,
            "cells": cells,
        }


def grid_for(tables: int, longest: int) -> tuple[str, int]:
    """The class of the grid for this number of tables with names of this length, and how many fit on a page."""
    if tables > GRIDS[0][0] and (longest > TWO_LINES or (tables > LARGE_PAGE and longest > LONG_NAME)):
        size = -(-tables // -(-tables // (LARGE_PAGE if longest > TWO_LINES else LONG_PAGE)))
        return ("grid-12 long" if size <= LARGE_PAGE else "grid-16"), size
    for most, grid in GRIDS:
        if tables <= most:
            return grid, most
    return "grid-24", PAGE


def table_cell(now: LoadedTournament, match: Match, names: dict[int, str], at: int, *, with_totals: bool) -> View:
    """One table: its number, the names, and live totals unless they are kept back."""
    row = match_view(now, match, at)
    is_over = row["status"] in (DONE, FORFEITED)
    shows_totals = with_totals and not is_hidden(now.state)
    return {
        "table": row["table"],
        "is_over": is_over,
        "status_words": row["status_words"],
        "sides": [
            {
                "index": side["index"],
                "name": side_name(match, number, names),
                "score": side["score"] if shows_totals else "",
                "leads": shows_totals and side["leads"],
                "won": is_over and side["won"],
                "lost": shows_totals and is_over and not side["won"],
            }
            for number, side in enumerate(sides_of(row))
        ],
    }


def _range(found: Sequence[Any], is_part: bool) -> str:
    """`1–24`, if the page is one of several."""
    return f"{found[0]}–{found[-1]}" if is_part and found else ""


# Where everybody sits


def name_pages(
    state: TournamentState, matches: Sequence[Match], names: dict[int, str], *, is_large: bool = False
) -> Iterator[View]:
    """Every player of the round by name with the table, where players have numbers every team; `is_large`: while the
    pairing is new.
    """
    rows = [row for match in matches for row in _rows_of(state, match, names)]
    often = Counter((row["name"], row["team"]) for row in rows)
    shown = Counter(name for name, _team in often)
    for row in rows:
        if shown[row["name"]] > 1:  # two who are called the same
            row["name"] = f"{row['name']} ({row['team']})"
    rows.sort(key=lambda row: (str(row["name"]).casefold(), row["table"] or 0))
    grids, other, size = (NAME_GRIDS[:2], "large", LARGE_NAMES) if is_large else (NAME_GRIDS, "", NAMES_A_PAGE)
    for batch in batched(rows, size):
        letters = [str(row["name"])[:1].upper() for row in batch]
        yield {
            "kind": NAMES,
            "title": _(LABELS[NAMES]),
            "range": _range(letters, len(rows) > size),
            "grid": next((grid for most, grid in grids if len(rows) <= most), other),
            "rows": list(batch),
        }


def _rows_of(state: TournamentState, match: Match, names: dict[int, str]) -> Iterator[View]:
    where = {"table": match.pairing.table, "wave": match.pairing.wave, "is_bye": match.pairing.is_bye}
    for team in match.teams:
        if team not in state.teams:
            continue
        if state.settings.names == NUMBERS:
            yield {"name": names[team], "team": team, **where}
            continue
        for player in state.teams[team].players:
            name = short_name if state.settings.names != FULL_NAMES else str
            shown = player_called(state.teams[team], player, name)
            yield {"name": shown, "team": team, **where}


def missing_pages(state: TournamentState, names: dict[int, str]) -> Iterator[View]:
    """The teams that are entered and have not arrived."""
    missing = [names[team.id] for team in state.teams.values() if team.status == ENTERED]
    missing.sort(key=str.casefold)
    for batch in batched(missing, NAMES_A_PAGE):
        yield {
            "kind": MISSING,
            "title": _("Not here yet: come to the desk"),
            "range": _range([name[:1].upper() for name in batch], len(missing) > NAMES_A_PAGE),
            "grid": next((grid for most, grid in NAME_GRIDS if len(missing) <= most), ""),
            "names": list(batch),
        }


# The standings


def standings_pages(state: TournamentState, names: dict[int, str]) -> Iterator[View]:
    """The places, sixteen a page, with the cut."""
    stage = state.stage
    places = final_ranking(state) if state.ended else standings(state, stage)
    columns = columns_of(state.stages[stage - 1])[-1:]
    pools = dict.fromkeys(place.pool for place in places)
    if len(pools) > 1:
        for pool in pools:
            yield from _places(state, [place for place in places if place.pool == pool], columns, names)
        return
    yield from _places(state, places, columns, names)


def _places(
    state: TournamentState, places: Sequence[RankedTeam], columns: Sequence[str], names: dict[int, str]
) -> Iterator[View]:
    """The places of one table of standings, that of a division with its name."""
    stage, title = state.stage, pool_title(state.stages[state.stage - 1], places[0].pool if places else 0)
    cut = None if state.ended else cut_of(state, stage)
    left = {team.id for team in state.teams.values() if has_left(team)}
    rows = [
        place_view(place, columns, names, None, left)
        | {"why": short_why_text(place.why, names) if place.record.meetings else ""}
        for place in places
    ]
    for row, place, following in zip(rows, places, places[1:], strict=False):
        row["cut"] = cut is not None and place.rank <= cut < following.rank
    longest = max((len(names[place.team]) for place in places), default=0)
    size = PLACES_A_PAGE if longest <= FULL_PLACE else FULL_PLACES_A_PAGE
    for start, batch in enumerate(batched(rows, size)):
        first = start * size + 1
        yield {
            "kind": STANDINGS,
            "title": title or _(LABELS[STANDINGS]),
            "wave": title,
            "range": f"{first}–{first + len(batch) - 1}",
            "places": list(batch),
            "grid": "long in-full" if longest > FULL_PLACE else "long" if longest > LONG_NAME else "",
            "foot": cut_words(state, stage) if cut else "",
        }


# Before, at the end, and after


def sign_up_view(state: TournamentState, names: dict[int, str]) -> View:
    """Before the first round: the code to sign up with, large, and who is here."""
    here = [names[team.id] for team in state.teams.values() if team.plays]
    return {
        "kind": SIGN_UP_VIEW,
        "title": _("Sign up"),
        "range": "",
        "here": here[-NAMES_A_PAGE // 4 :],
        "count_words": _n(len(here), "1 team is here", "{count} teams are here"),
    }


def is_final(state: TournamentState, shown: Round) -> bool:
    """Whether one match of the last bracket is all that is played."""
    matches = [match for match in shown.matches if not state.matches[match].pairing.is_bye]
    last = shown.stage == len(state.stages) and format_of(state, shown.stage).is_bracket
    return last and len(matches) == 1 and len(open_matches(state, shown)) == len(shown.matches)


def last_table_view(now: LoadedTournament, shown: Round, match: Match, names: dict[int, str], at: int) -> View:
    """The final, with live totals, and how both came to it."""
    state = now.state
    before = [found for found in state.rounds_of(shown.stage) if found.published and found.number == shown.number - 1]
    earlier = [state.matches[number] for found in before for number in found.matches]
    row = match_view(now, match, at)
    return {
        "kind": LAST_TABLE,
        "title": _("Final"),
        "range": "",
        "cell": table_cell(now, match, names, at, with_totals=True),
        "hand": row["hand"],
        "before": [
            table_cell(now, found, names, at, with_totals=True) for found in earlier if not found.pairing.is_bye
        ][:4],
        "before_words": "" if not before else name_of_round(state, before[0]),
    }


def podium_pages(state: TournamentState, names: dict[int, str]) -> Iterator[View]:
    """The podium of each division; of all where there is none."""
    divisions = final_divisions(state)
    for title, places in divisions:
        if title or len(divisions) == 1:
            yield podium_view(state, title, places, names)


def podium_view(state: TournamentState, title: str, found: Sequence[RankedTeam], names: dict[int, str]) -> View:
    """The first three places with their prizes."""
    places = [place for place in found if place.rank <= 3][:4]
    prizes = state.settings.prizes
    return {
        "kind": PODIUM,
        "title": title or _(LABELS[PODIUM]),
        "wave": title,
        "range": "",
        "places": [
            {
                "rank": place.rank,
                "name": names[place.team],
                "figure": standing_words(state, place),
                "prize": prizes[place.rank - 1] if place.rank <= len(prizes) else "",
            }
            for place in places
        ],
    }


def foot_words(state: TournamentState, shown: Round | None) -> str:
    """How many tables are done."""
    return "" if shown is None or state.ended else done_words(state, shown)
