"""`scorekeeper tournament export`: with its games as a ZIP that is verified and imported, or its signed log alone."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from scorekeeper.rooms.tournaments.domain.log import events as ev
from scorekeeper.rooms.tournaments.domain.setting_up.setup import Stage, TournamentSettings
from scorekeeper.rooms.tournaments.services.cache import load_tournament
from scorekeeper.rooms.tournaments.services.matches import start_match
from scorekeeper.rooms.tournaments.services.recording import start_tournament
from scorekeeper.rooms.tournaments.services.results import give_result
from scorekeeper.rooms.tournaments.services.rounds import pair_round
from scorekeeper.rooms.tournaments.services.teams import Entry, enter_team, set_status
from scorekeeper.services.recording import Author, record
from scorekeeper.storage.games import create_table
from tests.cli.runs import inside, only_instance, refusal, run

DESK = Author("Alice")


@pytest.fixture
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An instance with a tournament of two teams, whose match has one hand, and another game at its table."""
    only_instance(monkeypatch, tmp_path / "instance")
    with inside():
        table = create_table("Harbour")
        row, _ = start_tournament(
            table.id, "Harbour Open", (Stage("swiss", "partnership", {}, rounds=1),), TournamentSettings(), DESK
        )
        for pair in (("Ann", "Abe"), ("Bea", "Ben")):
            enter_team(row.id, Entry(pair), DESK)
        set_status(row.id, [1, 2], ev.ARRIVED, DESK)
        pair_round(row.id, DESK, publish=True)
        game = start_match(row.id, 1, "Alice")
        record(game, "hand", {"hand": 1, "bids": [["4", "3"], ["4", "2"]], "took": [7, 6]}, author=DESK)
    return tmp_path / "instance"


def test_zip_has_the_games_of_its_matches_and_is_verified(instance: Path, tmp_path: Path) -> None:
    file = tmp_path / "open.zip"
    assert run("tournament", "export", "Harbour Open", "-o", str(file)).exit_code == 0
    with zipfile.ZipFile(file) as packed:
        assert [name for name in packed.namelist() if name.endswith(".json") and "/" in name] == [
            "games/000001.json",
            "tournaments/000001.json",
        ]
    checked = run("check", str(file))
    assert checked.exit_code == 0
    assert checked.stdout.startswith(f"{file}: 1 game, 1 hand, nothing wrong.")


def test_zip_of_a_tournament_on_paper_is_verified(
    instance: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with inside():
        row, _ = start_tournament(
            create_table("Pier").id,
            "Paper Open",
            (Stage("swiss", "partnership", {}, rounds=1),),
            TournamentSettings(),
            DESK,
        )
        for pair in (("Ann", "Abe"), ("Bea", "Ben")):
            enter_team(row.id, Entry(pair), DESK)
        set_status(row.id, [1, 2], ev.ARRIVED, DESK)
        pair_round(row.id, DESK, publish=True)
        give_result(row.id, 1, {"scores": [300, 200]}, DESK)
    file = tmp_path / "paper.zip"
    assert run("tournament", "export", "Paper Open", "-o", str(file)).exit_code == 0
    checked = run("check", str(file))
    assert checked.exit_code == 0, checked.output
    assert checked.stdout.startswith(f"{file}: ")
    assert "nothing wrong" in checked.stdout
    with zipfile.ZipFile(file) as packed, zipfile.ZipFile(tmp_path / "forged.zip", "w") as forged:
        for name in packed.namelist():
            forged.writestr(name, packed.read(name).replace(b"200", b"290"))
    assert run("check", str(tmp_path / "forged.zip")).exit_code == 1


def test_zip_is_imported_elsewhere(instance: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "open.zip"
    run("tournament", "export", "Harbour Open", "-o", str(file))
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "other"))
    assert run("import", str(file)).exit_code == 0
    again = tmp_path / "again.json"
    assert run("tournament", "export", "Harbour Open", "--as", "json", "-o", str(again)).exit_code == 0
    assert "Ann" in again.read_text("utf-8")


def test_json_is_the_signed_log_and_is_verified(instance: Path, tmp_path: Path) -> None:
    file = tmp_path / "open.json"
    assert run("tournament", "export", "Harbour Open", "--as", "json", "-o", str(file)).exit_code == 0
    assert '"signature": {' in file.read_text("utf-8")
    checked = run("check", str(file))
    assert checked.exit_code == 0
    assert checked.stdout == f"{file}: 1 tournament without its games, nothing wrong.\n"


def test_changed_log_is_found(instance: Path, tmp_path: Path) -> None:
    file = tmp_path / "open.json"
    run("tournament", "export", "Harbour Open", "--as", "json", "-o", str(file))
    file.write_text(file.read_text("utf-8").replace("Bea", "Eve"), "utf-8")
    assert run("check", str(file)).exit_code == 1


def test_unknown_tournament_is_refused(instance: Path) -> None:
    assert "There is no tournament called “Nobody’s”" in refusal(run("tournament", "export", "Nobody’s"))


@pytest.fixture
def league(instance: Path) -> str:
    """The id of a tournament with fixtures of its own."""
    with inside():
        stage = Stage("fixtures", "partnership", {})
        return start_tournament(create_table("Pier").id, "League", (stage,), TournamentSettings(), DESK)[0].id


def test_list_of_fixtures_is_asked_about_and_saved(league: str, tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    heads = "Harbour League, autumn 2026\nWeek,Date,Home,Away,Home Score,Away Score\n"
    file.write_text(
        f"{heads}1,11/12/2026,Ann & Abe,Bea & Bo,512,248\n1,,Cal & Cat,Dee & Don,W/O,\n2,,Ann & Abe,BYE,,\n2,x"
    )
    refused = run("tournament", "fixtures", "League", str(file))
    assert refused.exit_code == 2
    for words in (
        "What is 11/12/2026?",
        "Line 4: what is W/O",
        '--answer "line 4=second"',
        "Line 6: 2, x: It needs two",
    ):
        assert words in refused.stderr, words
    with inside():
        assert load_tournament(league).state.seq == 1
    answers = ["--answer", "dates=day-first", "--answer", "line 4=second", "--skip", "6"]
    looked = run("tournament", "fixtures", "League", str(file), *answers, "--look")
    assert (looked.exit_code, "4 new teams, 2 new matches" in looked.stdout) == (0, True)
    saved = run("tournament", "fixtures", "League", str(file), *answers, "--signed")
    assert saved.exit_code == 0, saved.stderr
    with inside():
        state = load_tournament(league).state
        assert [(each.round, each.date) for each in state.stages[0].fixtures] == [(1, "2026-12-11"), (1, "")]
        assert [state.match_status(match) for match in state.matches.values()] == ["done", "forfeited"]


def test_list_of_teams_is_asked_about_entered_and_refused_by_name(league: str, tmp_path: Path) -> None:
    file = tmp_path / "teams.csv"
    file.write_text("Autumn\nTeam,Player 1,Player 2,Phone\nAces,Meken,Abe,1\n,Mekem,Ben,2\nKings,,,3\n")
    asked = ("tournament", "teams", "League", str(file))
    refused = run(*asked)
    assert (refused.exit_code, refused.stdout) == (2, "Aces: Meken & Abe\nMekem & Ben\n")
    for words in ("Phone", "Line 1: Autumn", "Line 5: Kings", "Mekem looks like Meken.", "--sure", "nothing was saved"):
        assert words in refused.stderr, words
    for less in (["--sure"], ["--skip", "5"], ["--sure", "--skip", "5", "--look"]):
        run(*asked, *less)
        with inside():
            assert load_tournament(league).state.seq == 1
    saved = run(*asked, "--sure", "--skip", "5")
    assert saved.exit_code == 0, saved.stderr
    with inside():
        assert [team.players for team in load_tournament(league).state.teams.values()] == [
            ("Meken", "Abe"),
            ("Mekem", "Ben"),
        ]
    for wrong in ("Meken & Abe\n", "A & B & C\n", "Ann & An\u200bn\n"):
        file.write_text(wrong)
        result = run(*asked, "--sure")
        assert (result.exit_code, result.stderr.splitlines()[-1][:7]) == (2, "Error: "), wrong


def test_list_for_another_tournament_or_without_a_file_is_refused_in_one_line(league: str, tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    file.write_bytes(b"\xff\xfe\x00")
    for asked in (
        ("Harbour Open", str(file)),
        ("League", str(file)),
        ("League", str(tmp_path / "no")),
        ("No", str(file)),
    ):
        assert refusal(run("tournament", "fixtures", *asked)), asked
