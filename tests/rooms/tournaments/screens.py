"""Tournaments for the pictures, set up without a screen: one before it starts, and each kind in a later round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from scorekeeper.clock import utc_now
from scorekeeper.rooms.tournaments.domain.log.events import ARRIVED
from scorekeeper.rooms.tournaments.domain.log.results import BY_STACK
from scorekeeper.rooms.tournaments.domain.setting_up.setup import ON_PAPER, Stage, TournamentSettings
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.fixture_plan import plan_of
from scorekeeper.rooms.tournaments.services.fixtures import take
from scorekeeper.rooms.tournaments.services.phones import key_of_card
from scorekeeper.rooms.tournaments.services.recording import start_tournament
from scorekeeper.rooms.tournaments.services.results import give_result
from scorekeeper.rooms.tournaments.services.rounds import end_tournament, pair_round, publish_round
from scorekeeper.rooms.tournaments.services.teams import enter_teams, entries_of, set_status
from scorekeeper.rooms.tournaments.storage import SIGN_UP, tournament_row
from scorekeeper.services.recording import Author

ANN = Author("Ann’s phone")
LONG = "Bartholomew-Maximilian", "Christophina Alexandra"
TEAMS = ("Ann & Cal", "Ben & Dee", "Eve & Fay", "Gus & Hal", "Ivy & Jo", "Kit & Lou", "Max & Nia",
         " & ".join(LONG))  # fmt: skip
PLAYERS = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", LONG[1])
POOLS = Stage("round-robin", "partnership", seeds="entry", advance=2, settings={"pools": 2})
PLAYOFF = Stage("single-elimination", "partnership", seeds="stage")


def play(table: str) -> dict[str, str]:
    """The tournaments of a table, within an app; their ids by name, and the addresses of a card and of sign-up."""
    swiss = Stage("swiss", "partnership", {"target": 300}, rounds=3, minutes=40, advance=4)
    found = {
        "open-door": _begun(table, "Evening Cup", (swiss, PLAYOFF), TEAMS, 0),
        "swiss": _begun(table, "Harbour Open", (swiss, PLAYOFF), TEAMS, 2),
        "pools": _begun(table, "Pool Night", (Stage("round-robin", "partnership"),), TEAMS[:5], 2),
        "drafted": _begun(table, "Two pools", (POOLS, PLAYOFF), TEAMS, 0),
        "double": _begun(table, "Club championship", (Stage("double-elimination", "partnership"),), TEAMS, 3),
        "rotation": _begun(table, "Progressive", (Stage("rotation", "partnership", hands=8),), PLAYERS, 2),
        "league": _begun(table, "League", (Stage("fixtures", "partnership"),), TEAMS, 0),
        "season": _season(table),
        "waves": _begun(table, "Two tables", (swiss,), TEAMS, 1, TournamentSettings(kept_on=ON_PAPER, tables=2)),
        "tied": _played(table, "Five matches", (replace(swiss, rounds=1, advance=3), PLAYOFF), TEAMS[:4], 1),
        "ended": _played(table, "Kitchen Cup", (PLAYOFF,), TEAMS[:4], 2),
    }
    pair_round(found["drafted"], ANN)
    found["scores"] = _begun(table, "Attic Cup", (swiss, PLAYOFF), TEAMS, 1, PRIZES)
    give_result(found["scores"], 2, {"scores": [250, -1310], "beside": True}, ANN, source=BY_STACK)
    found["turned"] = _played(table, "Cellar Cup", (PLAYOFF,), TEAMS[:4], 2)
    semi_final = load_tournament(found["turned"]).state.matches[1]
    assert semi_final.given is not None
    turned = {"scores": list(semi_final.given.scores[::-1]), "signed": True, "instead": semi_final.given.seq}
    give_result(found["turned"], 1, {**turned, "reason": "sheet misread"}, Author("Ann’s phone", directs=True))
    end_tournament(found["ended"], ANN)
    state = load_tournament(found["swiss"]).state
    teams = {state.is_over(match): state.teams[match.teams[0]] for match in state.matches.values()}
    people = {"plays": teams[False].players[0], "waits": teams[True].players[0]}
    row, other = tournament_row(found["swiss"]), tournament_row(found["open-door"])
    card = f"/tournaments/{row.id}/cards/1/{key_of_card(row, 1)}"
    sign_up = f"/tournaments/{other.id}/sign-up/{key_of_card(other, SIGN_UP)}"
    return found | people | {"table-card": card, "sign-up": sign_up}


def _season(table: str) -> str:
    """A league of three rounds a team has played, two of whose matches are late; the next ones are in a few days."""
    stage = Stage("fixtures", "partnership", settings={"league_points": "2-1-0"})
    row, _is_new = start_tournament(table, "Harbour League", (stage,), TournamentSettings(public=True), ANN)
    ring, lines, first = (
        [*TEAMS],
        ["round,date,time,place,team,team,score,score"],
        utc_now().date() - timedelta(weeks=3),
    )
    for turn in range(len(ring) - 1):
        half = len(ring) // 2
        for place, (one, other) in enumerate(zip(ring[:half], reversed(ring[half:]), strict=True)):
            is_played = turn < 3 and place != turn
            scores = f"500,{500 - 60 * place - 25 * turn - 15}" if is_played else ","
            day = first + timedelta(weeks=turn, days=place)
            lines.append(f"{turn + 1},{day},19:30,The Anchor,{one},{other},{scores}")
        ring = [ring[0], ring[-1], *ring[1:-1]]
    plan = plan_of(load_tournament(row.id).state, "\n".join(lines))
    take(row.id, plan, ANN, signed=True)
    return row.id


def _played(table: str, name: str, stages: tuple[Stage, ...], teams: Sequence[str], rounds: int) -> str:
    """A tournament with this number of rounds, all of them played; the last one alike at all tables."""
    found = _begun(table, name, stages, teams, rounds, PRIZES)
    state = load_tournament(found).state
    for number in state.rounds[-1].matches:
        give_result(found, number, {"scores": [300, 263], "signed": True}, ANN)
    return found


PRIZES = TournamentSettings(kept_on=ON_PAPER, public=True, prizes=("A cake", "A pie", "Most wins: a deck of cards"))


def _begun(
    table: str,
    name: str,
    stages: tuple[Stage, ...],
    teams: Sequence[str],
    rounds: int,
    settings: TournamentSettings = TournamentSettings(kept_on=ON_PAPER),  # noqa: B008 - it never changes
) -> str:
    """A tournament with this number of rounds, in the last of which one match is still played."""
    row, _is_new = start_tournament(table, name, stages, settings, ANN)
    enter_teams(row.id, entries_of("\n".join(teams)), ANN)
    set_status(row.id, list(load_tournament(row.id).state.teams), ARRIVED, ANN)
    for number in range(rounds):
        pair_round(row.id, ANN)
        publish_round(row.id, ANN)
        state = load_tournament(row.id).state
        running = [match for match in state.matches.values() if not state.is_over(match)]
        for place, match in enumerate(running[1:] if number == rounds - 1 else running, start=1):
            give_result(row.id, match.id, {"scores": [300, 300 - 37 * place], "signed": True}, ANN)
    return row.id
