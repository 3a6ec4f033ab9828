"""The preview of an erasure says what the erasure then does, and costs the same at a table with many games."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.core.game import SUBSTITUTE
from scorekeeper.core.game.pseudonyms import Pseudonyms
from scorekeeper.services import erasing
from scorekeeper.services.counting import set_counted
from scorekeeper.services.erasing import ErasurePreview, GamesFound, plan_erasure, plan_table, preview_erasure
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.house_rules import save_agreed
from scorekeeper.services.recording import Author, record
from scorekeeper.services.starting import start_game
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.events import events_of
from scorekeeper.storage.games import count_games, create_table, find_game, games_of
from scorekeeper.storage.members import Role, add_member
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import add_player
from tests.databases import on_both
from tests.services.cast import ANN, BEN, BIG, EVEN, game_setup, hand_body, play
from tests.services.erasures import NAME, PHONE, erase, everything_kept, finished_game, player_id


def preview(table: Table, name: str = NAME, *, search: bool = False) -> ErasurePreview:
    return preview_erasure(table.id, player_id(table, name), search=search)


def content(table: Table) -> dict[str, tuple[Any, ...]]:
    """What the table's games say, by id: their row, and their events without hashes of the chain."""
    found = {}
    db.session.expire_all()
    for game in games_of(table.id, limit=1000):
        events = [(one.seq, one.payload, one.who, one.reason) for one in events_of(game.id) if one.kind != "erase"]
        found[game.id] = (game.sides, game.summary, game.not_counted, game.differences, events)
    return found


def played_table() -> Table:
    """A table whose games have the name in all kinds of places, and other games without it."""
    table = create_table(f"{NAME}’s kitchen")
    finished_game(table)
    written = start_game(table.id, game_setup(), author=PHONE).game.id
    record(written, "hand", hand_body(1, EVEN), author=PHONE)
    noted = start_game(table.id, game_setup(), author=BEN).game.id
    play(noted, EVEN)
    record(noted, "hand", {**hand_body(2, EVEN), "note": f"{NAME}"}, author=PHONE)
    sat = start_game(table.id, game_setup(), author=BEN).game.id
    record(sat, SUBSTITUTE, {"hand": 1, "seat": 0, "player": NAME}, author=BEN)
    left = start_game(table.id, game_setup(BIG, BIG, BIG, BIG), author=BEN).game.id
    set_counted(load_game(left), f"{NAME} left")
    differs = start_game(table.id, game_setup(), author=BEN).game.id
    another = start_game(table.id, game_setup(), author=Author(f"{NAME}ta’s phone")).game.id
    record(another, "hand", {**hand_body(1, EVEN), "note": f"{NAME}ta"}, author=Author(f"{NAME}ta’s phone"))
    with write_transaction():
        find_game(differs).differences = [{"hand": 1, "side": NAME, "code": "total", "expected": 1, "found": 2}]
        outdated = find_game(another)
        outdated.summary = {**outdated.summary, "text": f"{NAME}ta & Cal won"}
    return table


@on_both
def test_the_erasure_does_what_the_preview_says(table: Table) -> None:
    table = played_table()
    save_agreed(table.id, [f"{NAME} deals first", "Jokers are high"])
    add_member(table.id, "a device", name=f"{NAME}'s phone", role=Role.SCORER, seen=True)
    kept, before = everything_kept(), content(table)
    seen = preview(table)
    assert everything_kept() == kept, "it writes nothing"
    assert set(seen.texts) == {
        (f"{NAME} deals first", "Player 1 deals first"),
        (f"At {NAME}'s", "At Player 1's"),
        (f"{NAME} shuffles", "Player 1 shuffles"),
        (f"{NAME.lower()} looked late", "Player 1 looked late"),
        (f"{NAME} counted wrong", "Player 1 counted wrong"),
        (f"{NAME} said 3", "Player 1 said 3"),
        (NAME, "Player 1"),
        (f"{NAME} left", "Player 1 left"),
        (f"{NAME}'s phone", "Player 1's phone"),
        (f"{NAME}’s kitchen", "Player 1’s kitchen"),
    }
    planned = plan_erasure(table.id, player_id(table))
    erase(table)
    after = content(table)
    changed = {game for game in before if before[game] != after[game]}
    assert len(changed) == 6
    assert seen.found is not None
    assert seen.found.games == len(changed)
    assert {game.game_id for game in planned.games} == changed
    assert seen.found.unsalted == 0
    assert seen.change.instead == planned.table.instead == {NAME: "Player 1"}


def test_entries_of_older_versions_are_counted(table: Table) -> None:
    """An erasure leaves entries without a salt, as older versions wrote them."""
    finished_game(table)
    game = start_game(table.id, game_setup(), author=PHONE).game.id
    record(game, "hand", {**hand_body(1, EVEN), "note": f"{NAME} and Cal"}, author=PHONE)
    record(game, "hand", {**hand_body(2, EVEN), "note": "Cal"}, author=BEN)
    assert preview(table).found == GamesFound(2, preview(table).texts, 0)
    erase(table)
    salts = [event.salt for one in games_of(table.id) for event in events_of(one.id)]
    assert salts.count(None) == 6
    found = preview(table, "Player 1").found
    assert found is not None
    assert (found.games, found.unsalted) == (2, 6)


def test_a_large_table_is_searched_when_asked(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    finished_game(table)
    save_agreed(table.id, [f"{NAME} deals first"])
    whole = preview(table)
    for limit in ("MAX_GAMES", "MAX_EVENTS"):
        with monkeypatch.context() as small:
            small.setattr(erasing, limit, 0)
            seen = preview(table)
            assert (seen.found, seen.change.played) == (None, 1)
            assert seen.texts == ((f"{NAME} deals first", "Player 1 deals first"),)
            assert seen.change.instead == {NAME: "Player 1"}
            assert preview(table, search=True) == whole


def steps(work: Callable[[], object]) -> int:
    """How many steps of its machine SQLite takes for this work."""
    db.session.rollback()
    driver: Any = db.session.connection().connection.driver_connection
    taken: list[int] = []
    driver.set_progress_handler(lambda: taken.append(1), 1)
    try:
        work()
    finally:
        driver.set_progress_handler(None, 0)
    return len(taken)


def test_many_games_cost_no_more(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasing, "MAX_GAMES", 5)
    taken: list[list[int]] = []
    for games in (8, 16):
        while count_games(table.id) < games:
            start_game(table.id, game_setup(BIG, BIG, BIG, BIG), author=ANN)
        assert preview(table, "Ann").change.played == games
        preview(table, "Ann", search=True)
        taken.append([steps(lambda: preview(table, "Ann")), steps(lambda: preview(table, "Ann", search=True))])
    (few, all_few), (many, all_many) = taken
    assert many == few
    assert all_many > 1.5 * all_few, "a search reads them all"


@on_both
def test_only_names_that_matter_are_read(table: Table) -> None:
    """The texts change as if every name of the table had been read."""
    rng = random.Random(7)
    names = {"".join(rng.choices("aAnNÉéжЖß李 _%", k=rng.randint(1, 5))).strip() or "Ann" for _ in range(40)}
    ids = {name: add_player(table.id, name).id for name in sorted(names)}
    texts = [" ".join(rng.sample(sorted(names), 3)) + " & " + rng.choice(sorted(names)) for _ in range(40)]
    texts += [text.upper() for text in texts] + [text.lower() for text in texts]
    read = 0
    for name in sorted(names):
        found = plan_table(table.id, ids[name]).pseudonyms
        every = Pseudonyms(found.instead, tuple(other for other in names if other != name))
        assert [found.text(text) for text in texts] == [every.text(text) for text in texts], name
        assert [found.name(text) for text in texts] == [every.name(text) for text in texts], name
        read += len(found.others)
    assert read < 0.8 * len(names) ** 2


def test_tags_stay_apart_when_one_is_called_like_the_new_name(table: Table) -> None:
    tags = {NAME: "deals", "Player 1": "pours", "Player 1 (2)": "sings"}
    game = start_game(table.id, replace(game_setup(), tags=tags), author=BEN).game.id
    add_player(table.id, NAME)
    found = preview(table).found
    assert found is not None
    assert found.games == 1
    erase(table)
    after = {"Player 1 (3)": "deals", "Player 1": "pours", "Player 1 (2)": "sings"}
    assert load_game(game).state.setup.tags == after


def test_pseudonyms_are_free_in_any_case(table: Table) -> None:
    for number in range(1, 45):
        add_player(table.id, f"{'PLAYER' if number % 2 else 'Player'} {number}")
    assert preview_erasure(table.id, add_player(table.id, NAME).id, search=False).change.instead == {NAME: "Player 45"}


def test_tags_and_notes_are_shown_whatever_comes_before_them(table: Table) -> None:
    """A longer name in an earlier game is another one; a tag may have any name."""
    add_player(table.id, NAME)
    earlier = start_game(table.id, game_setup(), author=BEN).game.id
    record(earlier, "hand", {**hand_body(1, EVEN), "note": f"{NAME}ta"}, author=BEN)
    start_game(table.id, replace(game_setup(), tags={"player": f"{NAME}'s cat"}), author=BEN)
    assert preview(table).found == GamesFound(1, ((f"{NAME}'s cat", "Player 1's cat"),), 0)
