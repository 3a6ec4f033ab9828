"""Names that look like another one, or hide characters, are refused at input; older records keep theirs."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from scorekeeper.core.game import SUBSTITUTE
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.sheet import Sheet
from scorekeeper.services import names
from scorekeeper.services.names import KnownNames, check_name, nearly, players_in, skeleton_of
from scorekeeper.services.recording import record
from scorekeeper.services.starting import start_game
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import add_player, names_of
from tests.databases import on_both
from tests.each_case import each_case
from tests.refusals import refuses
from tests.services.cast import ANN, game_setup

CYRILLIC = "\u0410nn"  # its first letter is not a Latin A
GREEK = "\u0391nn"


def with_player(name: str) -> Sheet:
    sheet = game_setup()
    return replace(sheet, sides=(replace(sheet.sides[0], name=name, players=(name, "Cal")), sheet.sides[1]))


@each_case("other", [CYRILLIC, GREEK, CYRILLIC.lower(), "Ａｎｎ"])
def test_lookalike_letters_of_other_scripts_match(other: str) -> None:
    assert skeleton_of(other) == skeleton_of("Ann")


@each_case("twin", ["Ann\ufe0f", "Ann\u2800", "\U000e0100Ann", "A\u180bnn", "Ann\u3164", "A\u200dnn"])
def test_letters_that_draw_nothing_do_not_count(twin: str) -> None:
    assert skeleton_of(twin) == skeleton_of("Ann")


@each_case(("one", "other"), [("Анна", "Anna"), ("José", "Jose"), ("王", "玉"), ("Ben", "Bea")])
def test_names_that_look_different_do_not_match(one: str, other: str) -> None:
    assert skeleton_of(one) != skeleton_of(other)


def test_known_players_are_not_compared_with_all_names(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table may have thousands: their names are only read for one that is new."""
    read: list[str] = []

    def read_all(table_id: str) -> list[str]:
        read.append(table_id)
        return names_of(table_id)

    monkeypatch.setattr(names, "names_of", read_all)
    start_game(table.id, game_setup(), author=ANN)
    start_game(table.id, game_setup(), author=ANN)
    assert read == [table.id], "for the first game"
    with refuses(InvalidInput, match="looks like"):
        start_game(table.id, with_player(CYRILLIC), author=ANN)


@on_both
def test_look_alike_of_a_known_player_is_refused(table: Table) -> None:
    start_game(table.id, game_setup(), author=ANN)
    before = sorted(names_of(table.id))
    with refuses(InvalidInput, match='looks like "Ann" in other letters; type it as "Ann"'):
        start_game(table.id, with_player(CYRILLIC), author=ANN)
    assert sorted(names_of(table.id)) == before


def test_look_alike_of_someone_in_the_same_game_is_refused(table: Table) -> None:
    sheet = game_setup()
    sides = (sheet.sides[0], replace(sheet.sides[1], players=(CYRILLIC, "Dee")))
    with refuses(InvalidInput, match="looks like"):
        start_game(table.id, replace(sheet, sides=sides), author=ANN)


def test_invisible_twin_of_a_known_player_is_refused(table: Table) -> None:
    start_game(table.id, game_setup(), author=ANN)
    with refuses(InvalidInput, match="looks like"):
        start_game(table.id, with_player("Ann\ufe0f"), author=ANN)


def test_look_alike_is_refused_as_a_substitute(table: Table) -> None:
    game = start_game(table.id, game_setup(), author=ANN).game.id
    with refuses(InvalidInput, match="looks like"):
        record(game, SUBSTITUTE, {"hand": 1, "seat": 1, "player": CYRILLIC}, author=ANN)


@pytest.mark.parametrize("name", ["\u202eAnn", "Ann\u200b", "An\u2066n", "\u200fAnn", "A\u00adnn"])
def test_hidden_and_reordering_characters_are_refused(name: str, table: Table) -> None:
    with refuses(InvalidInput, match=r"hidden character \(U\+"):
        start_game(table.id, with_player(name), author=ANN)


@each_case("name", ["דנה", "علی\u200cرضا", "👨\u200d👩\u200d👧", "O’Neill", "Zoë"])
def test_names_in_all_scripts_are_accepted(name: str) -> None:
    check_name(name)


def test_known_name_is_accepted_even_if_hidden_letters_are_in_it(table: Table) -> None:
    """An older version accepted it."""
    add_player(table.id, "Ann")
    add_player(table.id, CYRILLIC)
    assert start_game(table.id, with_player(CYRILLIC), author=ANN).new


@each_case(
    ("typed", "players"),
    [
        ("Ann & Cal", ("Ann", "Cal")),
        ("Ann,Cal", ("Ann", "Cal")),
        ("Ann and Cal", ("Ann", "Cal")),
        ("Jörg UND Andreas", ("Jörg", "Andreas")),
        ("Ana y Luis", ("Ana", "Luis")),
        ("Juan e Inés", ("Juan", "Inés")),
        ("Ann / Cal; Dee\tEve – Fay", ("Ann", "Cal", "Dee", "Eve", "Fay")),
        ("Mary-Ann E Smith", ("Mary-Ann E Smith",)),
        ("Yolanda", ("Yolanda",)),
        ("  ", ()),
    ],
)
def test_partners_are_joined_as_people_type_it(typed: str, players: tuple[str, ...]) -> None:
    assert players_in(typed) == players


def test_slip_of_a_known_name_is_found_among_a_few_as_among_all() -> None:
    lots = Random(5)

    def name() -> str:
        return "".join(lots.choice(letters) for letters in ("BDFGKLMNPRST", "aeiou", "bdfgklm", "aeiou", "klmnrst"))

    known = [f"{name()} {name()}" for _ in range(300)]
    found = KnownNames(known)
    for one in known[:100]:
        place = lots.randrange(1, len(one))
        slip = one[:place] + lots.choice("aeioukl") + one[place + lots.randrange(2) :]
        assert found.near(slip) == nearly(slip, known)
    assert found.near(known[0].upper()) == known[0]
    assert found.near("Xyz") is None


@each_case(("name", "known"), [("Zoe", "Zoë"), ("ZOË", "Zoe"), ("Jose", "José"), ("Kofí", "Kofi"), ("Ægir", None)])
def test_a_name_with_other_accents_is_near_however_short(name: str, known: str | None) -> None:
    others = ["Ann", "Bo", *([known] if known else [])]
    assert nearly(name, others) == KnownNames(others).near(name) == known


def test_a_name_is_compared_with_a_few_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """These names have the same letters in another order, so that a quick look tells none of them apart."""
    lots, letters, compared = Random(7), [*"abcdefghijklmnopqrstuvwxyz" * 2], []
    monkeypatch.setattr(names, "nearly", lambda _name, few: compared.append(len(few)))
    found = KnownNames()
    for _each in range(300):
        lots.shuffle(letters)
        found.near("".join(letters))
        found.add("".join(letters))
    assert max(compared) == KnownNames.CANDIDATES
