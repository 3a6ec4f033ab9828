"""A player is erased: the name is gone from everything stored, the scores and the chain stay as they were."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import make_url, text

from scorekeeper.core.game import BIDS, CORRECTION, ERASE, SIGN, SUBSTITUTE, NotNow
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.formats.chain import verify
from scorekeeper.formats.game_json.write import game_json
from scorekeeper.formats.games import replay_stored
from scorekeeper.formats.verification.file import check_file
from scorekeeper.services import Started, Writer, game_on_table, record, rematch, start_game, undo
from scorekeeper.services.erasing import erase_player, erase_table
from scorekeeper.services.erasure_plan import plan_erasure
from scorekeeper.services.exporting import exported_game, table_in_form
from scorekeeper.services.game_cache import ending_text
from scorekeeper.services.house_rules import agreed_at, save_agreed, save_preset
from scorekeeper.services.importing import import_file
from scorekeeper.services.statistics import results_differ, set_counted
from scorekeeper.services.verifying import verify_stored
from scorekeeper.storage import (
    Role,
    Table,
    add_member,
    add_player,
    add_scripted_game,
    create_table,
    db,
    erasing,
    events_of,
    find_game,
    find_player,
    find_table,
    players_of,
    table_presets,
    write_transaction,
)
from scorekeeper.storage.errors import NoSuchTable
from scorekeeper.storage.merging import merge_players
from scorekeeper.storage.search import players_with_sums
from tests.refusals import refuses
from tests.services.cast import ANN, BEN, BIG, EVEN, hand_body, head, play

NAME = "Marguerite"
PHONE = Writer(f"{NAME}’s phone")


@pytest.fixture
def started(table: Table) -> Started:
    """A finished game with the name in every possible place."""
    sheet = head()
    sides = (replace(sheet.sides[0], name=f"{NAME} & Cal", players=(NAME, "Cal")), sheet.sides[1])
    sheet = replace(sheet, sides=sides, tags={"Place": f"At {NAME}'s"}, agreed=(f"{NAME} shuffles",))
    started = start_game(table.id, sheet, writer=PHONE)
    game = started.game.id
    record(game, BIDS, {"hand": 1, "bids": [["4", None], [None, None]]}, writer=ANN)
    record(game, "hand", {**hand_body(1, EVEN), "note": f"{NAME.lower()} looked late"}, writer=BEN)
    record(game, CORRECTION, {**hand_body(1, BIG), "reason": f"{NAME} counted wrong"}, writer=BEN)
    record(game, SIGN, {"side": 1, "verdict": "disputed", "note": f"{NAME} said 3"}, writer=BEN)
    play(game, BIG, BIG, BIG, start=2)
    return started


def player_id(table: Table, name: str = NAME) -> int:
    player = find_player(table.id, name)
    assert player is not None
    return player.id


def erase(table: Table, name: str = NAME) -> bool:
    return erase_player(table.id, player_id(table, name), BEN)[1]


def everything_kept() -> str:
    """All rows of all tables, as text."""
    connection = db.session.connection()
    return "\n".join(
        str(row) for each in db.metadata.sorted_tables for row in connection.execute(text(f'SELECT * FROM "{each}"'))
    )


def file_bytes(app: Flask) -> bytes:
    """The database with its write-ahead log."""
    file = Path(str(make_url(app.config["SQLALCHEMY_DATABASE_URI"]).database))
    beside = [file, *(file.with_name(file.name + log) for log in ("-wal", "-shm"))]
    return b"".join(each.read_bytes() for each in beside if each.exists())


def test_name_is_nowhere_after_erasing(app: Flask, table: Table, started: Started, kind: str) -> None:
    add_scripted_game(table.id, {"name": "Ours", "words": f"{NAME}'s own", "deals": []})
    save_preset(table.id, "partnership", None, f"{NAME}'s rules", {})
    save_preset(table.id, "partnership", None, "Player 1's rules", {})
    save_agreed(table.id, [f"{NAME} deals first", "Jokers are high"])
    assert NAME in everything_kept()
    assert erase(table)
    assert NAME.lower() not in everything_kept().lower()
    assert [preset.name for preset in table_presets(table.id)] == ["Player 1's rules (2)", "Player 1's rules"]
    assert agreed_at(table.id) == ("Player 1 deals first", "Jokers are high")
    assert NAME not in "".join(piece.decode() for piece in table_in_form(table.id, "json"))
    if kind == "sqlite":
        db.session.remove()
        assert NAME.lower().encode() not in file_bytes(app).lower()


def test_scores_and_statistics_stay(table: Table, started: Started) -> None:
    before = game_on_table(started.game.id).state.board.scores
    won = {each.player.id: each.tally and each.tally.won for each in players_with_sums(table.id)}
    erase(table)
    after = game_on_table(started.game.id)
    assert after.state.board.scores == before
    assert after.state.head.sides[0].players == ("Player 1", "Cal")
    assert after.state.head.sides[0].name == "Player 1 & Cal"
    assert ending_text(find_game(started.game.id)).startswith("Player 1 & Cal won")
    assert {each.player.id: each.tally and each.tally.won for each in players_with_sums(table.id)} == won
    assert not results_differ(find_game(started.game.id), after.state)
    assert verify_stored(table.id).holds


def test_chain_keeps_every_hash_and_holds(started: Started, table: Table) -> None:
    before = events_of(started.game.id)
    erase(table)
    after = events_of(started.game.id)
    assert [entry.hash for entry in after[:-1]] == [entry.hash for entry in before]
    assert after[-1].kind == ERASE
    assert verify(after) is None
    changed = [entry.seq for old, entry in zip(before, after, strict=False) if old != entry]
    assert changed == [1, 3, 4, 5]
    assert [after[seq - 1].salt for seq in changed] == [None] * 4


def test_change_of_an_erased_event_is_found(started: Started, table: Table) -> None:
    erase(table)
    entries = events_of(started.game.id)
    entries[3] = replace(entries[3], reason="Player 1 was right")
    found = verify(entries)
    assert found is not None
    assert (found.seq, found.code) == (4, "hash")


def test_change_of_an_erasure_is_found(started: Started, table: Table) -> None:
    erase(table)
    entries = events_of(started.game.id)
    entries[-1] = replace(entries[-1], payload={"entries": {}})
    found = verify(entries)
    assert found is not None
    assert found.code == "hash"


@pytest.mark.parametrize("form", ["json", "text", "zip"])
def test_exports_of_an_erased_game_verify_and_can_be_imported(started: Started, table: Table, form: str) -> None:
    erase(table)
    exported = b"".join(table_in_form(table.id, form))
    assert check_file(io.BytesIO(exported)).findings == []
    board = game_on_table(started.game.id).state.board
    erase_table(table.id)
    imported = import_file(io.BytesIO(exported), create_table("Elsewhere").id)
    assert (imported.differences, imported.problems) == ([], [])
    assert game_on_table(imported.games[0]).state.board.scores == board.scores


def test_two_players_can_be_erased_one_after_the_other(started: Started, table: Table) -> None:
    erase(table)
    erase(table, "Cal")
    entries = events_of(started.game.id)
    assert verify(entries) is None
    assert replay_stored(entries).head.sides[0].players == ("Player 1", "Player 2")
    assert check_file(io.BytesIO(game_json(exported_game(started.game.id)).encode())).findings == []


def test_merged_names_are_erased(started: Started, table: Table) -> None:
    add_player(table.id, "Maggie")
    merge_players(table.id, "Maggie", NAME)
    erase(table)
    assert [player.name for player in players_of(table.id) if "Player" in player.name] == ["Player 1", "Player 2"]
    assert "Maggie" not in everything_kept()


def test_devices_named_after_the_player_get_names_of_their_own(started: Started, table: Table) -> None:
    given = [NAME, "Player 1", NAME.upper(), f"{NAME}'s old phone", "Ben"]
    for name in given:
        add_member(table.id, f"device of {name}", name=name, role=Role.SCORER, seen=True)
    plan = plan_erasure(table.id, player_id(table))
    renamed = ["Player 1 (2)", "Player 1 (3)", "Player 1's old phone"]
    assert sorted(plan.devices.values()) == sorted(
        zip([NAME, NAME.upper(), f"{NAME}'s old phone"], renamed, strict=True)
    )
    erase(table)
    names = [member.name for member in erasing.all_members(table.id)]
    assert names == ["Player 1 (2)", "Player 1", "Player 1 (3)", "Player 1's old phone", "Ben"]


def test_presets_get_names_no_longer_than_others(table: Table) -> None:
    add_player(table.id, "Al")
    for name in ("Al " + "x" * 37, "Player 1 " + "x" * 31):
        save_preset(table.id, "partnership", None, name, {})
    erase(table, "Al")
    assert sorted(preset.name for preset in table_presets(table.id)) == [
        f"Player 1 {'x' * 26} (2)",
        f"Player 1 {'x' * 31}",
    ]


def test_sentence_of_an_older_version_is_rewritten_and_its_figures_stay(started: Started, table: Table) -> None:
    with write_transaction():
        game = find_game(started.game.id)
        game.summary = {"totals": [400, 90], "hands": 4, "text": f"{NAME} & Cal won 400–90"}
    erase(table)
    summary = find_game(started.game.id).summary
    assert summary == {"totals": [400, 90], "hands": 4, "text": "Player 1 & Cal won 400–90"}


def test_figures_of_an_older_revision_stay(started: Started, table: Table) -> None:
    with write_transaction():
        game = find_game(started.game.id)
        game.summary = {**game.summary, "totals": [400, 90]}
        before = dict(game.summary)
    erase(table)
    assert find_game(started.game.id).summary == before


def test_plan_names_all_that_it_changes(started: Started, table: Table) -> None:
    add_scripted_game(table.id, {"name": "Ours", "words": f"{NAME}'s own", "deals": []})
    add_scripted_game(table.id, {"name": "Theirs", "words": "Ben's own", "deals": []})
    save_preset(table.id, "partnership", None, f"{NAME}'s rules", {})
    save_agreed(table.id, [f"{NAME} deals first", "Jokers are high"])
    set_counted(game_on_table(started.game.id), f"{NAME} left")
    plan = plan_erasure(table.id, player_id(table))
    assert set(plan.texts) == {
        (f"{NAME} deals first", "Player 1 deals first"),
        (f"At {NAME}'s", "At Player 1's"),
        (f"{NAME} shuffles", "Player 1 shuffles"),
        (f"{NAME.lower()} looked late", "Player 1 looked late"),
        (f"{NAME} counted wrong", "Player 1 counted wrong"),
        (f"{NAME} said 3", "Player 1 said 3"),
        (f"{NAME} left", "Player 1 left"),
    }
    assert [own["words"] for own in plan.scripted_games.values()] == ["Player 1's own"]
    assert list(plan.presets.values()) == ["Player 1's rules"]
    assert (plan.table_id, plan.table_name, plan.devices) == (table.id, None, {})
    (game,) = plan.games
    assert (game.game_id, game.last_seq) == (started.game.id, find_game(started.game.id).last_seq)
    assert game.head.sides[0].players == ("Player 1", "Cal")


def test_longer_name_of_another_player_stays(table: Table) -> None:
    sheet = head()
    sides = (replace(sheet.sides[0], name="Ann", players=("Ann", "Ann Lee")), sheet.sides[1])
    game = start_game(table.id, replace(sheet, sides=sides), writer=BEN).game.id
    record(game, "hand", {**hand_body(1, EVEN), "note": "ann and Ann Lee, and anna"}, writer=BEN)
    erase(table, "Ann")
    sheet = game_on_table(game).state.sheet
    assert sheet.sides[0].players == ("Player 1", "Ann Lee")
    assert sheet.hands[0].note == "Player 1 and Ann Lee, and anna"


def test_words_of_the_rules_are_not_names(table: Table) -> None:
    sheet = head()
    sides = (replace(sheet.sides[0], name="nil", players=("nil", "hand")), sheet.sides[1])
    game = start_game(table.id, replace(sheet, sides=sides), writer=BEN).game.id
    record(game, "hand", {"hand": 1, "bids": [["nil", "7"], ["3", "2"]], "took": [[0, 7], 6]}, writer=BEN)
    erase(table, "nil")
    erase(table, "hand")
    assert game_on_table(game).state.sheet.sides[0].players == ("Player 1", "Player 2")


def test_substitute_is_erased(started: Started, table: Table) -> None:
    game = start_game(table.id, head(), writer=BEN).game.id
    record(game, SUBSTITUTE, {"hand": 1, "seat": 0, "player": NAME}, writer=BEN)
    erase(table)
    assert game_on_table(game).state.head.substitutes[0].player == "Player 1"
    assert NAME not in everything_kept()


def test_undo_skips_an_erasure(table: Table) -> None:
    game = start_game(table.id, head(), writer=BEN).game.id
    play(game, EVEN)
    erase(table, "Ann")
    last = game_on_table(game).state.seq
    with refuses(NotNow, match="erased a name"):
        record(game, "take-back", {"entry": last}, writer=BEN)
    assert undo(game, BEN).state.board.hands == ()


def test_erasure_cannot_be_recorded_by_hand(started: Started) -> None:
    with refuses(InvalidInput, match="The kind is"):
        record(started.game.id, ERASE, {"entries": {"2": "0" * 64}}, writer=BEN)


def test_plan_lists_changes_and_writes_nothing(started: Started, table: Table) -> None:
    before = everything_kept()
    plan = plan_erasure(table.id, player_id(table))
    assert everything_kept() == before
    assert plan.instead == {NAME: "Player 1"}
    assert [game.number for game in plan.games] == [1]
    assert (f"{NAME} counted wrong", "Player 1 counted wrong") in plan.texts
    assert plan.unsalted == 0


def test_other_tables_do_not_change(started: Started, table: Table) -> None:
    other = create_table("Friday")
    game = start_game(other.id, head(), writer=BEN).game.id
    before = events_of(game)
    erase(table, "Ben")
    assert events_of(game) == before


def test_deleting_a_table_deletes_nothing_else(started: Started, table: Table) -> None:
    other = create_table("Friday")
    game, gone = start_game(other.id, head(), writer=BEN).game.id, table.id
    assert erase_table(gone)
    with pytest.raises(NoSuchTable):
        find_table(gone)
    assert NAME not in everything_kept()
    assert gone not in everything_kept()
    assert len(events_of(game)) == 1


def test_name_in_a_row_alone_is_erased_without_an_event(table: Table) -> None:
    """The reason why a game does not count is not one of its events."""
    add_player(table.id, NAME)
    game = start_game(table.id, head(BIG, BIG, BIG, BIG), writer=BEN).game
    set_counted(game_on_table(game.id), f"{NAME} showed her cards")
    before = events_of(game.id)
    erase(table)
    assert find_game(game.id).not_counted == "Player 1 showed her cards"
    assert NAME not in everything_kept()
    assert events_of(game.id) == before
    assert verify_stored(table.id).holds


def test_a_table_with_rematches_is_deleted_a_game_at_a_time(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasing, "AT_ONCE", 1)
    first = start_game(table.id, head(BIG, BIG, BIG, BIG), writer=BEN).game.id
    rematch(first, BEN)
    gone = table.id
    erase_table(gone)
    with pytest.raises(NoSuchTable):
        find_table(gone)


def test_name_in_the_name_of_the_table_is_erased(app: Flask) -> None:
    table = create_table(f"{NAME}’s kitchen")
    add_player(table.id, NAME)
    erase(table)
    assert find_table(table.id).name.endswith("’s kitchen")
    assert NAME not in find_table(table.id).name
