"""What an erasure changes beside the name, and what it leaves alone: devices, presets, older versions, other tables."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper import services
from scorekeeper.core.game import CORRECTION, SUBSTITUTE
from scorekeeper.core.game.pseudonyms import Pseudonyms
from scorekeeper.services.counting import set_counted
from scorekeeper.services.erasing import ErasurePlan, erase_player, erase_table, plan_erasure
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.house_rules import save_agreed, save_preset
from scorekeeper.services.recording import record
from scorekeeper.services.starting import Started, rematch, start_game
from scorekeeper.services.verifying import verify_stored
from scorekeeper.storage import erasing
from scorekeeper.storage.custom_games import add_custom_game
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.errors import DatabaseBusy, NoSuchTable
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import create_table, find_game, find_table, games_of
from scorekeeper.storage.members import Role, add_member, every_member
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import add_player
from scorekeeper.storage.presets import table_presets
from tests.databases import on_both
from tests.services.cast import BEN, BIG, EVEN, game_setup, hand_body
from tests.services.erasures import NAME, erase, everything_kept, finished_game, player_id


@pytest.fixture
def started(table: Table) -> Started:
    return finished_game(table)


def test_devices_named_after_the_player_get_names_of_their_own(started: Started, table: Table) -> None:
    given = [NAME, "Player 1", NAME.upper(), f"{NAME}'s old phone", "Ben"]
    for name in given:
        add_member(table.id, f"device of {name}", name=name, role=Role.SCORER, seen=True)
    plan = plan_erasure(table.id, player_id(table))
    renamed = ["Player 1 (2)", "Player 1 (3)", "Player 1's old phone"]
    assert sorted(plan.table.devices.values()) == sorted(
        zip([NAME, NAME.upper(), f"{NAME}'s old phone"], renamed, strict=True)
    )
    erase(table)
    names = {member.name for member in every_member(table.id)}
    assert names == {"Player 1 (2)", "Player 1", "Player 1 (3)", "Player 1's old phone", "Ben"}


def test_presets_get_names_no_longer_than_others(table: Table) -> None:
    add_player(table.id, "Al")
    for name in ("Al " + "x" * 37, "Player 1 " + "x" * 31):
        save_preset(table.id, "partnership", None, name, {})
    erase(table, "Al")
    assert sorted(preset.name for preset in table_presets(table.id)) == [
        f"Player 1 {'x' * 26} (2)",
        f"Player 1 {'x' * 31}",
    ]


def test_the_table_and_its_lines_get_words_no_longer_than_others(app: Flask) -> None:
    table = create_table(f"Al {'x' * 37}")
    add_player(table.id, "Al")
    save_agreed(table.id, [f"Al {'x' * 117}"])
    plan = plan_erasure(table.id, player_id(table, "Al")).table
    assert plan.table_name == (table.name, f"Player 1 {'x' * 31}")
    assert plan.agreed is not None
    assert plan.agreed[1] == (f"Player 1 {'x' * 111}",)


def test_a_game_started_after_the_plan_is_erased_too(
    started: Started, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def then_a_rematch(table_id: str, player_id: int) -> ErasurePlan:
        plan = plan_erasure(table_id, player_id)
        rematch(started.game.id, BEN)
        return plan

    monkeypatch.setattr(services.erasing, "plan_erasure", then_a_rematch)
    erase(table)
    assert [game.number for game in games_of(table.id)] == [2, 1]
    assert NAME not in everything_kept()


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Do something after the first plan, and before it is written."""

    def after_the_plan(work: Callable[[], object]) -> None:
        once = [work]

        def then(table_id: str, player_id: int) -> ErasurePlan:
            plan = plan_erasure(table_id, player_id)
            if once:
                once.pop()()
            return plan

        monkeypatch.setattr(services.erasing, "plan_erasure", then)

    return after_the_plan


@on_both
def test_what_changes_after_the_plan_is_erased_too(
    started: Started, table: Table, meanwhile: Callable[[Callable[[], object]], None]
) -> None:
    other, third = (start_game(table.id, game_setup(BIG, BIG, BIG, BIG), author=BEN).game.id for _ in range(2))

    def more() -> None:
        record(other, CORRECTION, {**hand_body(1, BIG), "reason": f"{NAME} counted wrong"}, author=BEN)
        set_counted(load_game(third), f"{NAME} showed her cards")
        record(started.game.id, CORRECTION, {**hand_body(1, BIG), "reason": f"{NAME} again"}, author=BEN)

    meanwhile(more)
    plan, clean = erase_player(table.id, player_id(table), BEN)
    assert clean
    assert {game.game_id for game in plan.games} == {started.game.id, other, third}
    assert NAME not in everything_kept()
    assert verify_stored(table.id).holds


def test_erasure_is_planned_again_if_a_phone_is_renamed_meanwhile(
    started: Started, table: Table, meanwhile: Callable[[Callable[[], object]], None]
) -> None:
    meanwhile(lambda: add_member(table.id, "new", name=f"{NAME}’s phone", role=Role.SCORER, seen=True))
    erase(table)
    assert NAME not in everything_kept()


def test_erasure_gives_up_if_names_change_all_the_time(
    started: Started, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def then_a_phone(table_id: str, player_id: int) -> ErasurePlan:
        plan = plan_erasure(table_id, player_id)
        add_member(table.id, str(uuid4()), name=f"{NAME} {uuid4()}", role=Role.SCORER, seen=True)
        return plan

    monkeypatch.setattr(services.erasing, "plan_erasure", then_a_phone)
    before = events_of(started.game.id)
    with pytest.raises(DatabaseBusy):
        erase(table)
    assert events_of(started.game.id) == before


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


def test_a_name_that_is_the_end_of_another_ones_stays() -> None:
    pseudonyms = Pseudonyms({"Ann Lee": "Player 1"}, ("Jo Ann", "Ann Lee Ross", "Ben"))
    assert pseudonyms.name("Ann Lee & Ben") == "Player 1 & Ben"
    assert pseudonyms.name("Jo Ann & Ann Lee") == "Jo Ann & Player 1"
    assert pseudonyms.name("Jo Ann Lee") == "Jo Ann Lee", "it may be Jo Ann"
    assert pseudonyms.name("Ann Lee Ross") == "Ann Lee Ross"


def test_names_of_an_older_revision_are_rewritten(table: Table) -> None:
    """Another name sits there now than at the start, and the figures are not those of today's rules."""
    add_player(table.id, NAME)
    game = start_game(table.id, game_setup(EVEN), author=BEN).game.id
    record(game, SUBSTITUTE, {"hand": 2, "seat": 0, "player": NAME}, author=BEN)
    with write_transaction():
        found = find_game(game)
        found.summary = {**found.summary, "totals": [400, 90]}
    assert NAME in str(find_game(game).summary)
    erase(table)
    summary = find_game(game).summary
    assert summary["totals"] == [400, 90]
    assert summary["sides"][0]["players"] == ["Player 1", "Cal"]


def test_plan_has_all_that_it_changes(started: Started, table: Table) -> None:
    add_custom_game(table.id, {"name": "Ours", "words": f"{NAME}'s own", "deals": []})
    add_custom_game(table.id, {"name": "Theirs", "words": "Ben's own", "deals": []})
    save_preset(table.id, "partnership", None, f"{NAME}'s rules", {})
    save_agreed(table.id, [f"{NAME} deals first", "Jokers are high"])
    before = everything_kept()
    plan = plan_erasure(table.id, player_id(table))
    assert everything_kept() == before
    own = plan.table
    assert own.instead == {NAME: "Player 1"}
    assert own.agreed == ((f"{NAME} deals first", "Jokers are high"), ("Player 1 deals first", "Jokers are high"))
    assert [content["words"] for content in own.custom_games.values()] == ["Player 1's own"]
    assert list(own.presets.values()) == [(f"{NAME}'s rules", "Player 1's rules")]
    assert (own.table_id, own.table_name, own.devices) == (table.id, None, {})
    (game,) = plan.games
    assert (game.game_id, game.number, game.last.seq) == (started.game.id, 1, find_game(started.game.id).last_seq)
    assert game.setup.sides[0].players == ("Player 1", "Cal")


def test_other_tables_do_not_change(started: Started, table: Table) -> None:
    other = create_table("Friday")
    game = start_game(other.id, game_setup(), author=BEN).game.id
    before = events_of(game)
    erase(table, "Ben")
    assert events_of(game) == before


@on_both
def test_deleting_a_table_deletes_nothing_else(started: Started, table: Table) -> None:
    other = create_table("Friday")
    game, gone = start_game(other.id, game_setup(), author=BEN).game.id, table.id
    assert erase_table(gone)
    with pytest.raises(NoSuchTable):
        find_table(gone)
    assert NAME not in everything_kept()
    assert gone not in everything_kept()
    assert len(events_of(game)) == 1


def test_a_table_with_rematches_is_deleted_a_game_at_a_time(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasing, "ERASE_BATCH", 1)
    first = start_game(table.id, game_setup(BIG, BIG, BIG, BIG), author=BEN).game.id
    rematch(first, BEN)
    gone = table.id
    erase_table(gone)
    with pytest.raises(NoSuchTable):
        find_table(gone)
