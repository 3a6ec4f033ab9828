"""Printing, on A4 or Letter: fixtures, table cards, pairings, cards for players, sheets, standings, the bracket."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from flask import Blueprint, abort, request

from scorekeeper.access import SCORER, current_membership
from scorekeeper.access.quotas import answer_about
from scorekeeper.access.setup import address_for_others
from scorekeeper.core.pages import View
from scorekeeper.core.words.language import translatable, translate as _, with_commas
from scorekeeper.rooms.tournaments.domain.log.earlier import after_round
from scorekeeper.rooms.tournaments.domain.log.pairings import Sides
from scorekeeper.rooms.tournaments.domain.log.state import Match, Round, TournamentState
from scorekeeper.rooms.tournaments.domain.pairing import count_cards, format_of
from scorekeeper.rooms.tournaments.domain.words import player_called
from scorekeeper.rooms.tournaments.pages.directing.past_rounds import asked_round, round_choices
from scorekeeper.rooms.tournaments.pages.directing.rounds import match_row
from scorekeeper.rooms.tournaments.pages.hall import posted_names, side_name
from scorekeeper.rooms.tournaments.pages.league.days import by_day, short_when
from scorekeeper.rooms.tournaments.pages.page import (
    current_round,
    draft_round,
    is_league,
    loaded,
    name_of_round,
    render_page,
)
from scorekeeper.rooms.tournaments.pages.showing.bracket import Drawing, about_words, brackets_of
from scorekeeper.rooms.tournaments.pages.showing.standings import as_of_words, asked_stage, standings_view
from scorekeeper.rooms.tournaments.services.cache import LoadedTournament
from scorekeeper.rooms.tournaments.services.matches import first_dealer, plain_sheet_of
from scorekeeper.rooms.tournaments.services.phones import key_of_card
from scorekeeper.web.sharing import qr_svg

pages = Blueprint("printing", __name__, url_prefix="/tournaments/<tournament>/print")

PAPERS = {"a4": "A4", "letter": "Letter"}
USUAL_HANDS = 16
MAX_HANDS = 26
SEATS = (translatable("N"), translatable("E"), translatable("S"), translatable("W"))


@pages.get("", role=SCORER)
def index(tournament: str) -> str:
    """What can be printed now."""
    now = loaded()
    offered: list[View] = [
        {"what": what, "name": _(names), "has_rounds": what in OF_ROUNDS}
        for what, (names, _make) in PRINTS.items()
        if can_print(now.state, what)
    ]
    past = asked_round(now.state)
    rounds = [] if is_league(now.state) else round_choices(now.state, past)
    asked = "" if past is None else request.args["round"]
    return render_page("print_menu.html", "desk", now, offered=offered, rounds=rounds, asked=asked)


@pages.get("/<what>", role=SCORER)
def show(tournament: str, what: str) -> str:
    """One of them, on paper."""
    now = loaded()
    if what not in PRINTS or not can_print(now.state, what):
        abort(404)
    name, make = PRINTS[what]
    paper = request.args.get("paper", "a4")
    paper = paper if paper in PAPERS else "a4"
    other = next(key for key in PAPERS if key != paper)
    with answer_about(now.state.seq, current_membership()):
        return render_page(
            f"print_{what}.html",
            "desk",
            now,
            what=what,
            title_words=_(name),
            paper=paper,
            paper_name=PAPERS[paper],
            other={"key": other, "name": PAPERS[other]},
            asked="" if asked_round(now.state) is None else request.args["round"],
            **make(now),
        )


def can_print(state: TournamentState, what: str) -> bool:
    """Whether there is something to print."""
    if what == "fixtures" or (is_league(state) and what not in ("sheets", "standings")):
        return what == "fixtures" and is_league(state) and bool(state.rounds)
    if what == "cards":
        return True
    if what in ("pairings", "names", "sheets", "standings"):
        return (draft_round(state) or current_round(state)) is not None
    if what == "bracket":
        return bool(brackets_of(state, state.stage))
    return format_of(state, state.stage).solo and bool(state.rounds_of(state.stage))


def table_cards(now: LoadedTournament) -> View:
    """A card for each table, with the code that says where."""
    cards = []
    for number in range(1, count_cards(now.state) + 1):
        address = address_for_others(
            "cards.show_card", tournament=now.row.id, number=number, key=key_of_card(now.row, number)
        )
        cards.append({"number": number, "qr": qr_svg(address)})
    return {"cards": cards}


def _round_of(state: TournamentState) -> Round:
    """The round in the address, or else the latest one, published or not."""
    found = asked_round(state) or draft_round(state) or current_round(state)
    assert found is not None
    return found


def all_fixtures(now: LoadedTournament) -> View:
    """Every match of a league, round by round, with what is played of it."""
    state, names = now.state, posted_names(now.state)
    found: list[View] = []
    for round_ in state.rounds_of(state.stage):
        matches = sorted((state.matches[match] for match in round_.matches), key=lambda match: by_day(state, match))
        rows = [_fixture_row(state, match, names) for match in matches if not match.pairing.is_bye]
        found.append({"title": name_of_round(state, round_), "matches": rows})
    return {"rounds": found}


def _fixture_row(state: TournamentState, match: Match, names: dict[int, str]) -> View:
    given, result = state.fixture(match), state.result(match) if state.is_over(match) else None
    words = "" if result is None else " : ".join(map(str, result.scores)) or _("Forfeit")
    return {
        "day": short_when(None if given is None else replace(given, place="")),
        "place": "" if given is None else given.place,
        "teams": [side_name(match, side, names) for side in range(2)],
        "score": words,
    }


def pairings(now: LoadedTournament) -> View:
    """A round, by table."""
    state, found = now.state, _round_of(now.state)
    matches = [state.matches[match] for match in found.matches]
    names = posted_names(state)
    rows = [match_row(state, match, names) for match in sorted(matches, key=lambda match: match.pairing.table or 999)]
    return {"name": name_of_round(state, found), "matches": rows}


def by_name(now: LoadedTournament) -> View:
    """The latest round as a list of its players: where each of them plays, and against whom."""
    state = now.state
    found = draft_round(state) or current_round(state)
    assert found is not None
    names = posted_names(state)
    rows = [row for match in found.matches for row in _players_of(state, state.matches[match], names)]
    return {"number": found.number, "rows": sorted(rows, key=lambda row: str(row["name"]).casefold())}


def _players_of(state: TournamentState, match: Match, names: dict[int, str]) -> Iterator[View]:
    for number, side in enumerate(match.pairing.sides):
        others = [side_name(match, other, names) for other in range(len(match.pairing.sides)) if other != number]
        for team in (state.teams[team] for team in side if team in state.teams):
            for player in team.players:
                yield {
                    "name": player_called(team, player),
                    "table": match.pairing.table,
                    "wave": match.pairing.wave,
                    "against": with_commas(others),
                }


def sheets(now: LoadedTournament) -> View:
    """An empty score sheet for each match of a round, headed with the match."""
    state, found = now.state, _round_of(now.state)
    matches = [state.matches[match] for match in found.matches]
    teams = posted_names(state)
    return {
        "number": found.number,
        "sheets": [_sheet(state, match, teams) for match in matches if not match.pairing.is_bye],
    }


def _sheet(state: TournamentState, match: Match, teams: dict[int, str]) -> View:
    sheet, limits = plain_sheet_of(state, match), state.limits(match)
    own = [state.teams[team] for side in match.pairing.sides for team in side]
    called = {player: player_called(team, player) for team in own for player in team.players}
    return {
        "table": match.pairing.table,
        "round": match.round,
        "sides": [{"index": side, "name": side_name(match, side, teams)} for side in range(len(match.pairing.sides))],
        "bidders": [[called[player] for player in names.players] for names in sheet.sides],
        "has_blind": any(call.blind for call in sheet.rules.hand_rules_of(1).calls),
        "target": None if limits.hands else limits.options.get("target", sheet.rules.options.get("target")),
        "minutes": limits.minutes,
        "count": limits.hands,
        "dealer": called[sheet.player_at(first_dealer(match, len(sheet.rules.seating.bidders)))],
        "hands": list(range(1, min(limits.hands or USUAL_HANDS, MAX_HANDS) + 1)),
    }


def player_cards(now: LoadedTournament) -> View:
    """A card for each player of a rotation: round by round the table, the seat and the partner."""
    state = now.state
    names, stage = posted_names(state), state.stage
    paired = {found.number: [state.matches[match] for match in found.matches] for found in state.rounds_of(stage)}
    rounds: dict[int, list[tuple[int | None, Sides]]] = {
        number: [(match.pairing.table, match.pairing.sides) for match in matches] for number, matches in paired.items()
    }
    for plan in state.plans.get(stage, ()):
        for number, drawn in enumerate(plan.rounds, plan.round + 1):
            if number not in paired:
                rounds[number] = _planned(drawn)
    playing = [team for team in state.teams.values() if team.plays]
    return {
        "cards": [
            {
                "number": team.id,
                "name": names[team.id],
                "rows": [_row(number, rounds[number], team.id, names) for number in sorted(rounds)],
            }
            for team in playing
        ]
    }


def _planned(drawn: tuple[Sides, ...]) -> list[tuple[int | None, Sides]]:
    """A round that is drawn ahead: its tables are given out in order."""
    found: list[tuple[int | None, Sides]] = []
    table = 0
    for sides in drawn:
        table += len(sides) > 1
        found.append((table if len(sides) > 1 else None, sides))
    return found


def _row(number: int, matches: list[tuple[int | None, Sides]], player: int, names: dict[int, str]) -> View:
    for table, sides in matches:
        for side, teams in enumerate(sides):
            if player in teams and len(sides) > 1:
                place = side + teams.index(player) * len(sides)
                partners = [names[team] for team in teams if team != player and team in names]
                seat = _(SEATS[place % len(SEATS)]) if len(sides) == 2 else str(place + 1)
                return {"round": number, "table": table, "seat": seat, "partner": " & ".join(partners)}
    return {"round": number, "table": None, "seat": "", "partner": ""}


def standings_page(now: LoadedTournament) -> View:
    """The standings as they are, or as they were after a round."""
    state, past, names = now.state, asked_round(now.state), posted_names(now.state)
    if past is None:
        return {"view": standings_view(state, asked_stage(state), names, None), "as_of": as_of_words(state)}
    view = standings_view(after_round(state, past), past.stage, names, None)
    return {"view": view, "as_of": as_of_words(state, past)}


def bracket_page(now: LoadedTournament) -> View:
    """The bracket of the stage that is played."""
    state = now.state
    found = brackets_of(state, state.stage)[-1]
    drawn = Drawing(state, found, posted_names(state), None).view()
    return {"brackets": [drawn], "about": about_words(state, state.stage)}


PRINTS: dict[str, tuple[str, Callable[[LoadedTournament], View]]] = {
    "fixtures": (translatable("Fixtures"), all_fixtures),
    "cards": (translatable("Table cards"), table_cards),
    "pairings": (translatable("Pairings"), pairings),
    "names": (translatable("Pairings by name"), by_name),
    "players": (translatable("Cards for players"), player_cards),
    "sheets": (translatable("Score sheets"), sheets),
    "standings": (translatable("Standings"), standings_page),
    "bracket": (translatable("Bracket"), bracket_page),
}
"""What can be printed: its name, and what makes its values."""
OF_ROUNDS = ("pairings", "sheets", "standings")
"""What can be printed of any round."""
