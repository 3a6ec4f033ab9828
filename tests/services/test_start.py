"""Starting a game: from a head, or with hands, all or nothing; the rules at the start never change."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest

from scorekeeper.core.game import CLOSE, DEALER, HAND, SUBSTITUTE
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import read_sheet
from scorekeeper.formats.games import replay_stored
from scorekeeper.services.game_cache import GAME_CACHE, load_game
from scorekeeper.services.recording import record
from scorekeeper.services.starting import Started, start_game
from scorekeeper.services.tables import remove_empty_game
from scorekeeper.storage.errors import EventIdTaken, NoSuchTable
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import games_of
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import names_of
from tests.hand_notation import Hand
from tests.refusals import refuses
from tests.services.cast import ANN, BIG, EVEN, game_setup, hand_body, kinds, play
from tests.tables import sheet_of


def test_game_starts_with_its_players_and_rules(table: Table, started: Started) -> None:
    assert started.new
    assert sorted(names_of(table.id)) == ["Ann", "Ben", "Cal", "Dee"]
    assert started.state.setup == game_setup()
    assert started.state.board.bidding_order == (0, 1, 2, 3)
    start = events_of(started.game.id)[0]
    assert (start.seq, start.kind, start.who) == (1, "start", "Ann")


def test_chosen_options_are_stored(table: Table) -> None:
    sheet = game_setup(target=300, bags=0, nil=200, lose_at=-500, tie="shared")
    started = start_game(table.id, sheet, author=ANN)
    GAME_CACHE.clear()
    kept = load_game(started.game.id).state.setup
    assert kept == sheet
    assert kept.rules.options["lose_at"] == -500


def test_a_game_keeps_the_revision_of_its_rules(table: Table) -> None:
    sheet = game_setup()
    later = replace(sheet, rules=replace(sheet.rules, ruleset=replace(sheet.rules.ruleset, revision=7)))
    game = start_game(table.id, later, author=ANN).game
    assert game.revision == 7
    assert events_of(game.id)[0].payload["revision"] == 7


def test_sheet_is_started_with_its_hands(table: Table) -> None:
    started = start_game(table.id, game_setup(EVEN, BIG, closed="late"), author=ANN)
    assert kinds(started.game.id) == [HAND, HAND, CLOSE]
    assert [score.total for score in started.state.board.scores] == [200, 31]
    assert (started.game.status, started.game.ended_by) == ("over", "closed")
    assert started.game.summary["totals"] == [200, 31]
    assert started.game.summary["overtricks"] == [0, 1]


def test_imported_sheet_can_be_continued(table: Table, game_id: str) -> None:
    came = start_game(table.id, game_setup(EVEN, BIG), author=ANN).game.id
    play(game_id, EVEN, BIG)
    assert play(came, EVEN, start=3).state.board == play(game_id, EVEN, start=3).state.board


def test_irregular_hands_of_a_sheet_are_accepted(table: Table) -> None:
    sheet = game_setup("Ann 4 and Cal 3 took 7, Ben 4 and Dee 2 took 6", may_total_tricks=False)
    started = start_game(table.id, sheet, author=ANN)
    assert len(started.state.board.hands[0].objections) == 1


def test_sheet_with_an_invalid_hand_is_refused(table: Table) -> None:
    sheet = sheet_of("partnership", EVEN, EVEN, EVEN)
    sheet["hands"][2]["took"] = [7, 5]
    with refuses(InvalidInput, match="hand 3"):
        start_game(table.id, read_sheet(sheet), author=ANN)
    assert games_of(table.id) == []
    assert names_of(table.id) == []


def test_unknown_table_is_reported(table: Table) -> None:
    with pytest.raises(NoSuchTable):
        start_game("nowhere", game_setup(), author=ANN)


def test_repeated_start_gives_the_same_game(table: Table) -> None:
    event_id = str(uuid4())
    first = start_game(table.id, game_setup(), author=ANN, event_id=event_id)
    play(first.game.id, EVEN)
    again = start_game(table.id, game_setup(), author=ANN, event_id=event_id)
    assert (first.new, again.new) == (True, False)
    assert again.game.id == first.game.id
    assert len(again.state.board.hands) == 1
    assert len(games_of(table.id)) == 1


def test_id_of_another_start_is_refused(table: Table) -> None:
    event_id = str(uuid4())
    start_game(table.id, game_setup(), author=ANN, event_id=event_id)
    with pytest.raises(EventIdTaken):
        start_game(table.id, game_setup(target=300), author=ANN, event_id=event_id)
    assert len(games_of(table.id)) == 1


def custom_game() -> Hand:
    """A table's own custom game: one usual hand, and one in which all bid 3."""
    sheet = sheet_of("night")
    sheet["deals"] = [{"name": "plain", "rule": "Bid as usual."}, {"name": "threes", "rule": "Everyone bids 3."}]
    sheet["tags"] = {"place": "Ann's kitchen"}
    return sheet


def test_own_deals_and_tags_are_stored(table: Table) -> None:
    sheet = read_sheet(custom_game())
    started = start_game(table.id, sheet, author=ANN)
    GAME_CACHE.clear()
    state = load_game(started.game.id).state
    assert state.setup == sheet
    assert state.setup.tags == {"place": "Ann's kitchen"}
    assert state.board.rules.hand_rules_of(2).name == "threes"
    assert record(started.game.id, HAND, hand_body(1, EVEN), author=ANN).state.board.next_deal.name == "threes"


def test_a_deleted_game_takes_only_players_along_who_are_in_no_other(table: Table) -> None:
    start_game(table.id, game_setup(), author=ANN)
    sheet = game_setup()
    by_mistake = replace(
        sheet, sides=(sheet.sides[0], replace(sheet.sides[1], name="Ben & Zoe", players=("Ben", "Zoe")))
    )
    remove_empty_game(start_game(table.id, by_mistake, author=ANN).game.id)
    assert sorted(names_of(table.id)) == ["Ann", "Ben", "Cal", "Dee"]
    assert len(games_of(table.id)) == 1


def test_a_sheet_with_substitutes_and_dealers_starts_as_it_is_stored(table: Table) -> None:
    written = sheet_of("partnership", EVEN, EVEN, closed="late")
    written["substitutes"] = [{"hand": 2, "seat": 2, "player": "Eve"}]
    written["dealers"] = [{"hand": 2, "seat": 3}]
    sheet = read_sheet(written)
    started = start_game(table.id, sheet, author=ANN)
    assert started.state.sheet == sheet
    events = events_of(started.game.id)
    assert [event.kind for event in events] == ["start", HAND, SUBSTITUTE, DEALER, HAND, CLOSE]
    assert replay_stored(events) == started.state
