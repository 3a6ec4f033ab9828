"""Where names occur at a table: an erasure asks before it rewrites, so nothing may be missed or belong to another."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorekeeper.formats.chain.stored_event import UnsavedEvent
from scorekeeper.storage import erasing
from scorekeeper.storage.database import write_transaction
from scorekeeper.storage.erasing import (
    EventText,
    NamedRow,
    events_with,
    games_with,
    has_more_events,
    members_with,
    names_like,
    names_of_members,
    rows_with,
    seated,
    taken_names,
    written_by,
)
from scorekeeper.storage.events import append
from scorekeeper.storage.games import GameSummary, create_table
from scorekeeper.storage.members import Role, add_member, revoke_members
from scorekeeper.storage.models import Game, Table
from scorekeeper.storage.players import add_player
from tests.storage.finished_games import game_between
from tests.storage.summaries import save_summary


def note(game: Game, who: str = "a phone", reason: str | None = None, **payload: str) -> None:
    append(game.id, UnsavedEvent(kind="note", payload=payload, who=who, reason=reason))


def change(game: Game, **columns: object) -> None:
    with write_transaction():
        for name, value in columns.items():
            setattr(game, name, value)


@pytest.fixture
def games(table: Table) -> dict[str, Game]:
    """Games with the name in one place each, in the order of their numbers; another table has it everywhere."""
    elsewhere = create_table("Sunday")
    note(game_between(elsewhere, "Zoe", "Ben"), "Zoe’s phone", "Zoe said so", note="Zoe")
    places = ("payload", "sides", "summary", "differences", "not counted", "who", "reason", "nowhere")
    found = {place: game_between(table, "Zoe" if place == "sides" else "Ann", "Ben") for place in places}
    save_summary(found["summary"].id, 1, GameSummary(summary={"sides": [{"players": ["Zoe", "Ben"]}]}))
    change(found["differences"], differences=[{"side": "Zoe & Ann"}])
    change(found["not counted"], not_counted="ZOE left")
    note(found["payload"], note="it was zoe")
    note(found["who"], "Zoe’s phone")
    note(found["reason"], reason="Zoe said so")
    note(found["nowhere"], "Ben’s phone", "Ann said so", note="it was Ann")
    return found


def test_games_with_a_name_are_found_wherever_it_is(table: Table, games: dict[str, Game]) -> None:
    ids = [game.id for place, game in games.items() if place != "nowhere"]
    for words in (["Zoe"], ["ZOE"], ["oe"], ["nobody", "Zoe"]):
        assert games_with(table.id, words) == ids
    assert games_with(table.id, ["Zoey"]) == []
    assert games_with(table.id, iter(["Ann"])) == [game.id for place, game in games.items() if place != "sides"]


def test_one_of_very_many_names_is_found(table: Table, games: dict[str, Game]) -> None:
    many = [*(f"Player {number}" for number in range(1100)), "Zoe"]
    assert games_with(table.id, many) == games_with(table.id, ["Zoe"]) != []
    assert rows_with(table.id, many) == rows_with(table.id, ["Zoe"]) != []
    assert list(events_with(table.id, many)) == list(events_with(table.id, ["Zoe"])) != []
    assert written_by(table.id, many) == written_by(table.id, ["Zoe"]) != []
    assert seated(table.id, many) == {"Zoe"}
    add_member(table.id, role=Role.SCORER, device="a" * 43, name="Zoe’s phone")
    assert set(members_with(table.id, many).values()) == {"Zoe’s phone"}
    add_player(table.id, "Zoey")
    assert names_like(table.id, ["Zoe"], many) == ["Zoey"]


def test_rows_with_a_name_come_by_their_number(table: Table, games: dict[str, Game]) -> None:
    found = rows_with(table.id, ["zoe"])
    places = ("sides", "summary", "differences", "not counted")
    assert found == [
        NamedRow(*(game.id, game.sides, game.summary, game.differences, game.not_counted, game.counted_by, game.room))
        for game in (games[place] for place in places)
    ]


def test_events_with_a_name_come_in_order_whoever_wrote_them(
    table: Table, games: dict[str, Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasing, "READ_AT_ONCE", 1)
    note(games["payload"], "Ann’s phone", note="Zoe again")
    found = list(events_with(table.id, ["Zoe"]))
    assert [one.game_id for one in found] == [games[each].id for each in ("payload", "payload", "sides", "reason")]
    assert [one.payload.get("note") for one in found] == ["it was zoe", "Zoe again", None, None]
    assert found[1] == EventText(games["payload"].id, {"note": "Zoe again"}, None, "Ann’s phone", found[1].salt)
    assert found[3].reason == "Zoe said so"


def test_writers_are_counted_for_each_game(table: Table, games: dict[str, Game]) -> None:
    note(games["who"], "Zoe’s phone")
    note(games["who"], "Zoe’s tablet")
    note(games["payload"], "Zoe’s phone")
    found = written_by(table.id, ["zoe"])
    assert {(one.game_id, one.who, one.unsalted) for one in found} == {
        (games["who"].id, "Zoe’s phone", 0),
        (games["who"].id, "Zoe’s tablet", 0),
        (games["payload"].id, "Zoe’s phone", 0),
    }
    assert len(found) == 3
    assert written_by(table.id, ["Zoes"]) == []


def test_who_sits_at_the_table_is_known_from_the_start_and_from_substitutes(
    table: Table, games: dict[str, Game]
) -> None:
    save_summary(games["nowhere"].id, 9, GameSummary(summary={"sides": [{"players": ["Eve", "Ben"]}]}))
    note(games["nowhere"], note="Fay")
    assert seated(table.id, ["Zoe", "Eve", "Fay", "Be", "Ben"]) == {"Zoe", "Eve", "Ben"}
    assert seated(create_table("Monday").id, ["Zoe"]) == set()
    change(games["sides"], sides=[{"name": "Ann", "players": [{"id": None, "name": "Ann"}]}])
    save_summary(games["summary"].id, 9, GameSummary())
    assert seated(table.id, ["Zoe"]) == set(), "in differences and reasons, nobody sits"


def test_more_games_or_events_than_asked(table: Table) -> None:
    assert not has_more_events(table.id, 0, 0)
    games = [game_between(table, "Ann", "Ben") for _ in range(3)]
    note(games[2])
    note(game_between(create_table("Sunday"), "Ann", "Ben"))
    for most_games, most_events, more in ((3, 4, False), (2, 9, True), (3, 3, True), (9, 3, True), (4, 5, False)):
        assert has_more_events(table.id, most_games, most_events) is more, (most_games, most_events)


def test_devices_are_found_by_their_names(table: Table) -> None:
    def device(name: str, at: Table = table) -> int:
        return add_member(at.id, f"{name} at {at.name}", name=name, role=Role.SCORER, seen=True).id

    first, second, left = device("Zoe’s phone"), device("Old ZOE"), device("zoe")
    device("Ben’s phone")
    device("Zoe", create_table("Sunday"))
    revoke_members(table.id, member_id=left)
    assert members_with(table.id, ["Zoe"]) == {first: "Zoe’s phone", second: "Old ZOE", left: "zoe"}
    assert list(members_with(table.id, ["zoe"])) == sorted([first, second, left])
    assert members_with(table.id, ["nobody", "Ben"]).keys() - {first} == members_with(table.id, ["Ben"]).keys()
    assert names_of_members(table.id, ["zoe", "Zoe", "Ben’s phone"]) == {"zoe", "Ben’s phone"}


@pytest.fixture
def add(table: Table) -> Callable[..., None]:
    def add(*names: str) -> None:
        for name in names:
            add_player(table.id, name)

    return add


def test_names_that_share_letters_with_a_name_are_those_it_may_end_in(table: Table, add: Callable[..., None]) -> None:
    add("Zoe", "Mr. Zoe", "Lutz", "lutZ", "Kazo", "KaZo", "Theo", "Zo", "Oe", "ZOEY", "Ann")
    add_player(create_table("Sunday").id, "Zoey")
    assert sorted(names_like(table.id, ["Zoe"], ["Zoe"])) == ["KaZo", "Mr. Zoe", "ZOEY", "Zo", "lutZ"]
    assert sorted(names_like(table.id, ["Zoe", "ZOEY"], ["Zoe", "theo"])) == ["KaZo", "Mr. Zoe", "Theo", "Zo", "lutZ"]


def test_letters_whose_case_the_database_does_not_know_match_any(table: Table, add: Callable[..., None]) -> None:
    add("Éva", "ÉVA 2", "éva 3", "Eva 4", "Iva 5")
    assert {"ÉVA 2", "éva 3"} <= set(names_like(table.id, ["Éva"], ["Éva"]))


def test_signs_of_a_pattern_are_letters_like_others(table: Table, games: dict[str, Game]) -> None:
    for number, word in enumerate(("100%", "a_b", "wow!", 'say "hi"')):
        game = list(games.values())[number]
        note(game, f"{word} phone", word, note=word)
        other = word.replace("%", "0").replace("_", "x").replace("!", "?").replace('"', "'")
        note(games["nowhere"], f"{other} phone", other, note=other)
        assert [one.game_id for one in events_with(table.id, [word])] == [game.id]
        assert [one.who for one in written_by(table.id, [word])] == [f"{word} phone"]


def test_ascii_names_are_taken_in_any_case(table: Table, add: Callable[..., None]) -> None:
    add("Player 1", "PLAYER 2", "player 30")
    add_player(create_table("Sunday").id, "Player 4")
    asked = [f"Player {number}" for number in range(1, 5)]
    assert taken_names(table.id, asked) == {"player 1", "player 2"}
