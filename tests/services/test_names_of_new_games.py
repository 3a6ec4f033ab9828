"""The names in a new game's form: sides are named after their players, and slips are noticed."""

from __future__ import annotations

import pytest

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.inputs.faults import HIDDEN_LETTER, LOOKS_LIKE
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.pages.setting_up.new_game import wrong_names
from scorekeeper.core.words.names import side_name
from scorekeeper.services.names import check_name, check_new_names, nearly, skeleton_of
from tests.each_case import each_case

CYRILLIC = "\u0410nn"


@each_case(
    ("players", "name"),
    [
        (["Ann"], "Ann"),
        (["Cal", "Ann"], "Cal & Ann"),
        (["x" * 40], "x" * 40),
        (["a" * 18, "b" * 19], f"{'a' * 18} & {'b' * 19}"),
        (["b" * 20, "a" * 18], f"{'b' * 18}… & {'a' * 18}"),
        (["a" * 30, "b" * 31], f"{'a' * 17}… & {'b' * 18}…"),
        (["m" * 40, "Al"], f"{'m' * 34}… & Al"),
        ([f"{'a' * 16} {'b' * 10}", "c" * 30], f"{'a' * 16}… & {'c' * 19}…"),
        (["a" * 20, "b" * 20, "c" * 20], f"{'a' * 10}… & {'b' * 10}… & {'c' * 11}…"),
    ],
)
def test_a_side_is_named_after_its_players_and_long_names_are_cut(players: list[str], name: str) -> None:
    assert side_name(players) == name
    assert len(name) <= 40


def test_each_seat_says_what_is_wrong_with_its_name() -> None:
    assert wrong_names({"north": "Ann", "east": "Ben", "south": "Cal"}, skeleton_of) == {}
    seated = "Ann is already seated. Use another name."
    assert wrong_names(
        {"north": "Ann", "east": "\u200d", "south": CYRILLIC, "west": "Ann", "extra": "ANN"}, skeleton_of
    ) == {
        "east": "Use a name with at least one letter.",
        "south": seated,
        "west": seated,
        "extra": seated,
    }


@each_case(
    ("name", "known", "meant"),
    [
        ("Mekk", ["Ben", "Mek"], "Mek"),
        ("Anten", ["Ann", "Anton"], "Anton"),
        ("Ben", ["Bea"], None),
        ("Ann", ["Ann"], None),
        ("ann", ["Ann"], "Ann"),
        ("Mekko", ["Mek", "Mekkos"], "Mekkos"),
        ("Ann", [], None),
    ],
)
def test_a_slip_of_the_pen_is_noticed(name: str, known: list[str], meant: str | None) -> None:
    assert nearly(name, known) == meant


def test_new_names_may_differ_from_known_ones_in_case_and_spaces_only() -> None:
    check_new_names(["ANN", " Ben  Lee", "Ann"], ["Ann", "Ben Lee"])


@each_case(
    ("names", "known", "params"),
    [
        (["Ann", CYRILLIC], [], {"name": f'"{CYRILLIC}"', "other": '"Ann"'}),
        (["Ann", CYRILLIC], ["Ann"], {"name": f'"{CYRILLIC}"', "other": '"Ann"'}),
        (["Ben", CYRILLIC], ["Ann", "Ben"], {"name": f'"{CYRILLIC}"', "other": '"Ann"'}),
    ],
)
def test_refusal_of_a_look_alike_names_both(names: list[str], known: list[str], params: dict[str, str]) -> None:
    with pytest.raises(InvalidInput) as refused:
        check_new_names(names, known)
    assert (refused.value.fault.code, refused.value.fault.params) == (LOOKS_LIKE.key, params)


@each_case(
    ("name", "letter"),
    [
        ("An\u202en", "U+202E"),
        ("\u00adAnn", "U+00AD"),
        ("An\x07n", "U+0007"),
        ("Ann\ud800", "U+D800"),
        ("\ufeff", "U+FEFF"),
    ],
)
def test_refusal_of_a_hidden_letter_gives_its_number(name: str, letter: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        check_name(name)
    assert (refused.value.fault.code, refused.value.fault.params) == (HIDDEN_LETTER.key, {"name": "", "letter": letter})
    with pytest.raises(InvalidInput) as refused:
        check_new_names(["Ben", name], ["Ben"])
    assert refused.value.fault.params == {"name": quote(name), "letter": letter}
