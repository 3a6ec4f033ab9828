"""The matches and standings as CSV, cell by cell."""

from __future__ import annotations

import csv
from dataclasses import replace

from scorekeeper.rooms.tournaments.domain.log.results import FORFEIT, RESULT
from scorekeeper.rooms.tournaments.domain.log.state import TournamentState
from scorekeeper.rooms.tournaments.services.csv_files import MATCHES, STANDINGS, matches_csv, standings_csv
from tests.rooms.tournaments.fields import field_of, latest, pair, paper, record

NAMES = {1: "The Aces", 2: "=SUM(A1)", 3: "Cal & Cleo", 4: "Dan & Dot", 5: "Eve & Ed"}


def after_one_round() -> TournamentState:
    """Five teams: one match has a result from paper, one is forfeited, one team sits out."""
    state = pair(field_of(5, "swiss", seeds="entry"))
    first, second = latest(state)
    state = paper(state, first, (312, 248), sets=[1, 2], bags=[3, 0], hands=7)
    return record(state, RESULT, match=second.id, by=FORFEIT, forfeit=[4])


def test_matches_have_a_row_for_each_side() -> None:
    lines = "".join(matches_csv(after_one_round(), NAMES)).splitlines()
    assert list(csv.reader(lines)) == [
        list(MATCHES),
        [
            "1",
            "1",
            "1",
            "1",
            "",
            "1",
            "The Aces",
            "done",
            "312",
            "yes",
            "1",
            "3",
            "7",
            "paper",
            "",
            "",
            "",
            "",
            "",
            "",
            "",
        ],
        [
            "1",
            "1",
            "1",
            "1",
            "",
            "2",
            "Cal & Cleo",
            "done",
            "248",
            "no",
            "2",
            "0",
            "7",
            "paper",
            "",
            "",
            "",
            "",
            "",
            "",
            "",
        ],
        [
            "1",
            "1",
            "2",
            "2",
            "",
            "1",
            "'=SUM(A1)",
            "forfeited",
            "",
            "yes",
            "",
            "",
            "",
            "forfeit",
            "",
            "",
            "",
            "",
            "",
            "",
            "",
        ],
        [
            "1",
            "1",
            "2",
            "2",
            "",
            "2",
            "Dan & Dot",
            "forfeited",
            "",
            "no",
            "",
            "",
            "",
            "forfeit",
            "",
            "",
            "",
            "",
            "",
            "",
            "",
        ],
        ["1", "1", "3", "", "", "1", "Eve & Ed", "done", "", "yes", "", "", "", "bye", "", "", "", "", "", "", ""],
    ]
    assert lines[1].startswith("1,1,1,1,,1,")


def test_no_cell_of_a_forged_tournament_is_a_formula() -> None:
    """The place in a bracket and the game of a match are what its events say, also those of an imported file."""
    state, forged = after_one_round(), "=HYPERLINK(A1)"
    matches = {
        number: replace(match, game=forged, pairing=replace(match.pairing, slot=forged))
        for number, match in state.matches.items()
    }
    lines = "".join(matches_csv(replace(state, matches=matches), NAMES, full=True)).splitlines()
    cells = [cell for row in csv.reader(lines) for cell in row]
    assert cells.count(f"'{forged}") == 2 * 5
    assert not [cell for cell in cells if cell.startswith("=")]


def test_open_match_has_empty_cells() -> None:
    text = "".join(matches_csv(pair(field_of(2, "swiss", seeds="entry")), NAMES))
    assert text.splitlines()[1:] == [
        "1,1,1,1,,1,The Aces,waiting,,,,,,,,,,,,,",
        "1,1,1,1,,2,'=SUM(A1),waiting,,,,,,,,,,,,,",
    ]


def test_standings_have_a_row_for_each_place() -> None:
    lines = "".join(standings_csv(after_one_round(), NAMES)).splitlines()
    figures, reasons = [row[:-4] for row in csv.reader(lines)], [row[-4] for row in csv.reader(lines)]
    assert figures == [
        list(STANDINGS[:-4]),
        ["1", "swiss", "", "1", "1", "The Aces", "1", "0", "0", "0", "64", "312", "1", "3", "0", "0", ""],
        ["1", "swiss", "", "2", "2", "'=SUM(A1)", "1", "0", "0", "0", "0", "0", "0", "0", "0", "1", "difference"],
        ["1", "swiss", "", "2", "5", "Eve & Ed", "1", "0", "0", "0", "0", "0", "0", "0", "1", "0", ""],
        ["1", "swiss", "", "4", "3", "Cal & Cleo", "0", "1", "0", "1", "-64", "248", "2", "0", "0", "0", "wins"],
        [
            "1",
            "swiss",
            "",
            "5",
            "4",
            "Dan & Dot",
            "0",
            "1",
            "0",
            "0",
            "-500",
            "0",
            "0",
            "0",
            "0",
            "1",
            "opponents-wins",
        ],
    ]
    assert reasons[3:5] == ["level with =SUM(A1)", "ahead of Dan & Dot: harder opponents"]


def test_stage_that_has_not_begun_has_no_rows() -> None:
    assert "".join(standings_csv(field_of(4, "swiss"), NAMES)) == ",".join(STANDINGS) + "\r\n"


def test_players_are_named_for_those_who_may_know_them() -> None:
    state = pair(field_of(2, "swiss", seeds="entry"))
    for text in (matches_csv(state, NAMES, full=True), standings_csv(state, NAMES, full=True)):
        rows = list(csv.DictReader("".join(text).splitlines()))
        assert [row["players"] for row in rows] == ["Ann 1, Ben 1", "Ann 2, Ben 2"]
