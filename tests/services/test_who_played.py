"""Who played in a finished game is stored with the event that says so, whatever rooms there are."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import delete, update

from scorekeeper import hooks
from scorekeeper.core.game import SUBSTITUTE
from scorekeeper.core.words.faults import fault_text
from scorekeeper.services.counting import set_counted
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.merging import merge_players
from scorekeeper.services.recording import record, undo
from scorekeeper.services.starting import start_game
from scorekeeper.services.verifying import verify_stored
from scorekeeper.services.who_played import prepare, rebuild
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.events import last_seq_of
from scorekeeper.storage.games import create_table
from scorekeeper.storage.merging import CannotMerge
from scorekeeper.storage.models import PlayedGame, Player, Table
from scorekeeper.storage.players import find_player, most_active_players
from scorekeeper.storage.search import GameFilter, search_games
from scorekeeper.storage.upgrade import changing_schema
from tests.databases import OpenApp, on_both
from tests.services.cast import ANN, BIG, EVEN, game_setup, play
from tests.storage.test_migrations import config

ALL = ["Ann", "Ben", "Cal", "Dee"]


def players_of(table: Table) -> list[str]:
    """Everybody who is found to have played, by name; each is found by exactly as many games as counted."""
    found = []
    for one in most_active_players(table.id):
        assert len(search_games(table.id, GameFilter(players=(one.id,)))) == one.games
        found += [one.name] * one.games
    return sorted(found)


def over(table: Table) -> str:
    """The id of a game that is over."""
    return start_game(table.id, game_setup(BIG, BIG, BIG, BIG), author=ANN).game.id


@on_both
def test_players_are_found_by_a_game_that_is_over_and_counts(table: Table) -> None:
    game = start_game(table.id, game_setup(BIG, BIG, BIG), author=ANN).game.id
    assert players_of(table) == []
    play(game, BIG, start=4)
    assert players_of(table) == ALL
    undo(game, ANN)
    assert players_of(table) == []
    play(game, BIG, start=4)
    set_counted(load_game(game), "practice")
    assert players_of(table) == []
    set_counted(load_game(game), None)
    assert players_of(table) == ALL


def test_who_played_a_hand_or_sat_at_the_end_played(table: Table) -> None:
    game = start_game(table.id, game_setup(BIG, BIG), author=ANN).game.id
    record(game, SUBSTITUTE, {"hand": 3, "seat": 2, "player": "Eve"}, author=ANN)
    record(game, SUBSTITUTE, {"hand": 3, "seat": 2, "player": "Fay"}, author=ANN)
    play(game, BIG, BIG, start=3)
    assert players_of(table) == sorted([*ALL, "Fay"])
    with pytest.raises(CannotMerge, match="both played in game 1"):
        merge_players(table.id, "Fay", "Cal")
    merge_players(table.id, "Eve", "Cal")


def test_rows_are_of_the_events_transaction(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    game = start_game(table.id, game_setup(BIG, BIG, BIG), author=ANN).game.id
    with monkeypatch.context() as failing:
        failing.setattr(hooks, "event_stored", lambda *_event: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            play(game, BIG, start=4)
    db.session.expire_all()
    assert (last_seq_of(game), players_of(table)) == (4, [])


def test_damaged_rows_are_found_and_mended(table: Table) -> None:
    over(table)
    start_game(table.id, game_setup(EVEN), author=ANN)
    for damage in (delete(PlayedGame).where(PlayedGame.sat_as == 1), update(PlayedGame).values(player_id=2)):
        with write_transaction() as session:
            session.execute(damage)
        found = [fault_text(finding) for finding in verify_stored().findings]
        assert found == ["The statistics are not what the entries give; run scorekeeper stats rebuild (Friday, game 1)"]
        assert [(game.number, changed) for game, changed in rebuild()] == [(1, True), (2, False)]
        assert verify_stored().findings == []
    with write_transaction() as session:
        session.execute(update(Player).values(games=7))
    assert [changed for _game, changed in rebuild()] == [False, False]
    assert players_of(table) == ALL


@pytest.mark.parametrize("earlier", ["0034", "0032"])
def test_upgrade_fills_the_rows(open_app: OpenApp, tmp_path: Path, earlier: str) -> None:
    """From the results that were stored before, or where an upgrade empties those, from the events."""
    app = open_app(f"sqlite:///{tmp_path / 'old.sqlite'}")
    prepare(app)
    with app.app_context():
        table = create_table("Friday")
        over(table)
        over(table)
        id_ = table.id
        db.session.remove()
        with changing_schema(db.engine) as connection:
            settings = config()
            settings.attributes["connection"] = connection
            command.downgrade(settings, earlier)
        db.engine.dispose()
    prepare(app)
    with app.app_context():
        assert players_of(db.session.get_one(Table, id_)) == sorted([*ALL, *ALL])
        ann = find_player(id_, "Ann")
        assert ann is not None
        assert ann.games == 2
        assert verify_stored().findings == []
