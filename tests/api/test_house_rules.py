"""House rules over the API: starting a game with a preset, a table's own presets, and its own notes."""

from __future__ import annotations

import pytest

from tests.api.calling import EVEN, PAIRS, Program
from tests.each_case import each_case

JOKERS = "Both jokers are high"


def options_of(program: Program, answer: dict[str, object]) -> dict[str, object]:
    """The options that a game started with."""
    options: dict[str, object] = program.get(f"/games/{answer['game']}/sheet")["options"]
    return options


def lunch(program: Program, status: int = 201, **parts: object) -> dict[str, object]:
    """Save the preset of the lunch break, perhaps with changes."""
    given = {"name": "Lunch break", "rules": "partnership", "options": {"target": 150, "nil": 50}}
    answer: dict[str, object] = program.post(f"/tables/{program.table}/presets", given | parts, status)
    return answer


def test_a_rule_set_lists_its_presets(program: Program) -> None:
    listed = program.get("/rules/partnership")["presets"]
    assert [preset["key"] for preset in listed][:3] == ["classic", "no-blinds", "ten-for-200"]
    assert [preset["key"] for preset in listed if preset["chosen"]] == ["no-blinds"]


def test_rule_set_can_be_read_with_a_preset(program: Program) -> None:
    book = program.get("/rules/partnership?preset=short-game")
    assert book["target"] == 250
    assert [preset["key"] for preset in book["presets"] if preset["chosen"]] == ["short-game"]
    assert "blind-nil" in [call["code"] for call in book["calls"]]


def test_unknown_preset_is_refused(program: Program) -> None:
    answer = program.call("GET", "/rules/partnership?preset=marathon")
    assert answer.status_code == 422
    assert "classic" in answer.get_json()["error"]["message"]
    program.post(f"/tables/{program.table}/games?preset=marathon", PAIRS, 422)


def test_game_by_a_preset_has_its_line_on_cards(program: Program) -> None:
    place = f"/tables/{program.table}/games?preset=cookout"
    game = program.post(place, PAIRS)["game"]
    assert program.get(f"/games/{game}/sheet")["agreed"] == ["Spades may be led at any time."]
    own = program.post(place, PAIRS | {"agreed": [JOKERS]})["game"]
    assert program.get(f"/games/{own}/sheet")["agreed"] == [JOKERS]


def test_options_override_the_preset(program: Program) -> None:
    place = f"/tables/{program.table}/games?preset=short-game"
    options = options_of(program, program.post(place, PAIRS | {"options": {"nil": 50}}))
    assert (options["target"], options["nil"], options["blind_nil"]) == (250, 50, 200)


def test_game_can_start_with_the_table_s_preset(program: Program) -> None:
    lunch(program)
    options = options_of(program, program.post(f"/tables/{program.table}/games?preset=lunch%20BREAK", PAIRS))
    assert (options["target"], options["nil"], options["blind_nil"]) == (150, 50, 0)


@pytest.mark.parametrize("sides", [None, [], [{"name": "Ann"}], "Ann", [1, 2]])
def test_preset_does_not_hide_other_errors(program: Program, sides: object) -> None:
    place = f"/tables/{program.table}/games?preset=short-game"
    assert program.error(program.post(place, PAIRS | {"sides": sides}, 422))["code"] == "malformed"
    program.post(place, PAIRS | {"rules": "bridge"}, 422)
    program.post(place, PAIRS | {"options": 5}, 422)
    program.post(place, [], 422)


def test_presets_are_saved_listed_and_removed(program: Program) -> None:
    saved = lunch(program)
    listed = program.get(f"/tables/{program.table}/house-rules")["presets"]
    assert listed == [saved]
    assert "150" in str(saved["text"])
    program.call("DELETE", f"/tables/{program.table}/presets/{saved['preset']}")
    assert program.get(f"/tables/{program.table}/house-rules")["presets"] == []
    assert program.call("DELETE", f"/tables/{program.table}/presets/{saved['preset']}").status_code == 404


def test_preset_brings_its_limit(program: Program) -> None:
    assert lunch(program)["minutes"] is None
    late = lunch(program, name="Late", minutes=40)
    assert late["minutes"] == 40
    assert "Time is called after 40 minutes." in str(late["text"])
    assert [preset["minutes"] for preset in program.get(f"/tables/{program.table}/house-rules")["presets"]] == [
        None,
        40,
    ]
    place = f"/tables/{program.table}/games?preset=Late"
    assert program.get(f"/games/{program.post(place, PAIRS)['game']}/sheet")["minutes"] == 40
    assert program.get(f"/games/{program.post(place, PAIRS | {'minutes': 20})['game']}/sheet")["minutes"] == 20
    assert "minutes" not in program.get(f"/games/{program.post(place, PAIRS | {'minutes': 0})['game']}/sheet")


@pytest.mark.parametrize(
    "parts",
    [
        {"name": ""},
        {"name": "x" * 41},
        {"rules": "bridge"},
        {"options": {"target": 1}},
        {"options": {"bemo": 1}},
        {"options": []},
        {"minutes": 601},
        {"minutes": -1},
        {"minutes": "40"},
    ],
)
def test_invalid_preset_is_refused(program: Program, parts: dict[str, object]) -> None:
    lunch(program)
    program.error(lunch(program, 422, **({"name": "Another"} | parts)))
    assert len(program.get(f"/tables/{program.table}/house-rules")["presets"]) == 1


@pytest.mark.parametrize("name", ["Classic", "club-night", "lunch  break"])
def test_preset_by_a_taken_name_is_a_conflict(program: Program, name: str) -> None:
    lunch(program)
    assert program.error(lunch(program, 409, name=name))["code"] == "taken"
    assert len(program.get(f"/tables/{program.table}/house-rules")["presets"]) == 1


def test_new_game_copies_the_table_s_lines(program: Program) -> None:
    written = program.call("PUT", f"/tables/{program.table}/agreed", {"agreed": [f" {JOKERS} "]})
    assert written.get_json()["agreed"] == [JOKERS]
    first = program.start(PAIRS)
    program.call("PUT", f"/tables/{program.table}/agreed", {"agreed": ["The 2♣ leads"]})
    assert program.get(f"/games/{first}/sheet")["agreed"] == [JOKERS]
    assert program.get(f"/games/{program.start(PAIRS)}/sheet")["agreed"] == ["The 2♣ leads"]


def test_sheet_with_lines_or_hands_keeps_its_lines(program: Program) -> None:
    program.call("PUT", f"/tables/{program.table}/agreed", {"agreed": [JOKERS]})
    assert program.get(f"/games/{program.start(PAIRS | {'agreed': ['No talking']})}/sheet")["agreed"] == ["No talking"]
    assert "agreed" not in program.get(f"/games/{program.start(PAIRS | {'agreed': []})}/sheet")
    assert "agreed" not in program.get(f"/games/{program.start(PAIRS | {'hands': [EVEN]})}/sheet")


@each_case("lines", [["x"] * 13, ["x" * 121], [""], [" "], ["a\nb"], [1], "x", None])
def test_invalid_lines_are_refused(program: Program, lines: object) -> None:
    assert program.call("PUT", f"/tables/{program.table}/agreed", {"agreed": lines}).status_code == 422
    assert program.get(f"/tables/{program.table}/house-rules")["agreed"] == []


def test_game_by_a_preset_has_its_limit_unless_the_sheet_has_one(program: Program) -> None:
    place = f"/tables/{program.table}/games?preset=contest"
    for given, minutes in (({}, 40), ({"minutes": 25}, 25)):
        game = program.post(place, PAIRS | given)["game"]
        assert program.get(f"/games/{game}/sheet")["minutes"] == minutes
    listed = {preset["key"]: preset["minutes"] for preset in program.get("/rules/partnership")["presets"]}
    assert (listed["contest"], listed["thirty-minutes"], listed["classic"]) == (40, 30, None)
