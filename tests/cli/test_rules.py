"""`scorekeeper rules`: the list, and every rule set with its numbers."""

import json

import pytest

from scorekeeper.core.pages.looking_up.rulebook import contents, describe
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.words.rules import takes_words
from tests.cli.runs import refusal, run
from tests.each_case import each_case


def rows(output: str) -> list[str]:
    """The lines, with single spaces."""
    return [" ".join(line.split()) for line in output.splitlines()]


def test_rule_sets_are_listed() -> None:
    listed = rows(run("rules").stdout)
    assert listed[0] == "partnership Partnership Spades 2 or 3 pairs"
    assert [line.split()[0] for line in listed[: len(rule_sets())]] == list(rule_sets())


def test_rule_sets_as_json() -> None:
    assert json.loads(run("rules", "--json").stdout) == contents()


@each_case("key", list(rule_sets()))
def test_every_rule_set_is_printed(key: str) -> None:
    result = run("rules", key)
    assert (result.exit_code, result.stderr) == (0, "")
    printed = rows(result.stdout)
    book = describe(rule_set(key).with_options({}))
    assert printed[0] == f"{book['name']} ({key})"
    for option in rule_set(key).options(rule_set(key).shapes[0]):
        assert any(line.startswith(f"{option.key}: {takes_words(option)} (default ") for line in printed)
    assert all(len(line) <= 140 for line in result.stdout.splitlines())
    assert json.loads(run("rules", key, "--json").stdout) == json.loads(json.dumps(book))


def test_rule_set_with_its_option_values() -> None:
    printed = rows(run("rules", "partnership").stdout)
    assert "5 at least 5 tricks +50 −50 each player" in printed
    assert "nil no tricks +100 −100 each player if set, its tricks are bags" in printed
    assert "- Every 10 bags cost 100 points; extra ones count towards the next penalty." in printed
    assert "bags: 0, 1 to 20 (default 10)" in printed
    assert (
        "- The game ends when a side has 500 or more after a hand. The highest score wins. On a tie at the" in printed
    )


def test_rule_set_describes_the_play_of_cards() -> None:
    printed = run("rules", "berkley-two").stdout
    assert "\nCards and play\n  - Replace the 2♥" in printed
    assert "\nRenege\n  - You renege" in printed
    assert "Renege" not in run("rules", "partnership").stdout


def test_rule_set_with_house_rules() -> None:
    printed = rows(run("rules", "two-player", "-o", "bags=5", "-o", "blind_nil=200", "--option", "lose_at=-200").stdout)
    assert "- Every 5 bags cost 100 points; extra ones count towards the next penalty." in printed
    assert "bags: 0, 1 to 20 (default 10, here 5)" in printed
    assert any(line.startswith("blind-nil no tricks +200 −200 each player") for line in printed)
    assert "lose_at: none, −1000 to −100 (default none, here -200)" in printed
    switched = rows(
        run("rules", "two-player", "-o", "ten_for_200=true", "-o", "tie=shared", "-o", "lose_at=none").stdout
    )
    assert "13 at least 13 tricks +500 −130 each player" in switched


def test_rule_set_for_a_number_of_players() -> None:
    three, four = (json.loads(run("rules", "cutthroat", "--players", n, "--json").stdout) for n in ("3", "4"))
    assert three == json.loads(json.dumps(describe(rule_set("cutthroat").with_options({}, Shape(3)))))
    assert (three["table"]["tricks"], four["table"]["tricks"]) == (17, 13)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["partnership", "--players", "3"], "partnership is for 2 or 3 pairs, not for 3 players"),
        (["partnership", "-o", "bags=21"], 'Option "bags" cannot be 21; it takes 0, 1 to 20'),
        (["partnership", "-o", "bags=ten"], 'Option "bags" cannot be ten; it takes 0, 1 to 20'),
        (["partnership", "-o", "bags"], "--option 'bags' has no value. Give one, such as bags=5"),
    ],
)
def test_invalid_arguments_are_refused(arguments: list[str], sentence: str) -> None:
    assert refusal(run("rules", *arguments)) == sentence


def test_unknown_rule_set_is_refused() -> None:
    assert refusal(run("rules", "bridge")).startswith('There is no rule set "bridge"; there are partnership, ')


def test_unknown_option_is_refused() -> None:
    assert refusal(run("rules", "partnership", "-o", "sandbags=5")).startswith(
        'partnership has no option "sandbags"; it has '
    )


def test_rule_set_lists_its_presets_and_marks_the_chosen_one() -> None:
    printed = rows(run("rules", "partnership").stdout)
    assert "no-blinds: No blinds (played here)" in printed
    assert "classic: Classic" in printed
    assert "standard: Standard (played here)" in rows(run("rules", "miser").stdout)


def test_rule_set_with_a_preset() -> None:
    printed = rows(run("rules", "partnership", "--preset", "short-game", "-o", "nil=50").stdout)
    assert "target: 0, 50 to 10000 (default 500, here 250)" in printed
    assert "nil: 0, 50, 100, 150, 200 (default 100, here 50)" in printed
    assert any(line.startswith("blind-nil no tricks +200 −200") for line in printed)
    assert "short-game: Short game (played here)" in rows(run("rules", "partnership", "-p", "short-game").stdout)


def test_unknown_preset_is_refused_with_a_list() -> None:
    sentence = refusal(run("rules", "partnership", "--preset", "marathon"))
    assert "marathon" in sentence
    assert "short-game" in sentence
