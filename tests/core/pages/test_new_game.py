"""The form of a new game: what each button changes, and what keeps a game from starting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from scorekeeper.core.pages.new_game import (
    NameChecks,
    NewGameForm,
    seat_field,
)
from scorekeeper.core.pages.new_game_page import NewGameContext, _places_view, new_game_view
from scorekeeper.core.rules.seating import Seat, Shape
from scorekeeper.core.rulesets import rule_set, rule_sets
from tests.each_case import each_case

FOUR = ("Ann", "Ben", "Cal", "Dee")
NONE_WRONG = NameChecks((), lambda _names: {}, lambda _name, _known: None)
PAGE = NewGameContext(chips=["Eve", "Ann"], presets=[], agreed=[], counts=True, shapes=[], rules_url="/rules")


def form_of(given: Mapping[str, str] | None = None, names: Sequence[str] = FOUR, dealer: str = "0") -> NewGameForm:
    """A form of Partnership Spades with these names, sent with these fields."""
    seats = {seat_field(seat): name for seat, name in enumerate(names)}
    form = NewGameForm(rule_set("partnership"), Shape(2, 2), {**seats, "dealer": dealer, **(given or {})})
    form.rearrange(lambda _below: 0)
    return form


@each_case("rules", [rules.key for rules in rule_sets().values()])
def test_the_player_who_bids_first_is_the_one_after_the_dealer(rules: str) -> None:
    for shape in rule_set(rules).shapes:
        form = NewGameForm(rule_set(rules), shape, {"dealer": "1"})
        shown = [place["first"] for place in _places_view(form)]
        seating = rule_set(rules).with_options({}, shape).seating
        assert shown == [not form.is_drawn and seat == seating.after(Seat(1)) for seat in range(form.players)]


def test_name_of_the_list_sits_at_the_open_seat_and_the_next_free_one_opens() -> None:
    form = form_of({"panel": "1", "sit": "Eve"}, ("Ann", "", "Cal", ""))
    assert (form.names, form.open_seat) == (["Ann", "Eve", "Cal", ""], 3)


def test_swap_takes_the_deal_along() -> None:
    form = form_of({"swap": "0-3"})
    assert (form.names, form.dealer) == (["Dee", "Ben", "Cal", "Ann"], "3")


@pytest.mark.parametrize("word", ["0", "0-9", "0-1-2", "a-b", ""])
def test_swap_of_no_two_seats_changes_nothing(word: str) -> None:
    form = form_of({"swap": word})
    assert (form.names, form.dealer) == (list(FOUR), "0")


def test_draw_for_seats_moves_each_player_to_one_seat() -> None:
    form = form_of({"draw": "seats"})
    assert form.names != list(FOUR)
    assert sorted(form.names) == sorted(FOUR)


def test_who_draws_first_has_the_dealer_on_the_right() -> None:
    form = NewGameForm(rule_set("two-handed"), Shape(2, 1), {"dealer": "0", "deals": "0"})
    form.rearrange(lambda _below: 0)
    assert form.is_drawn
    assert (form.dealer, form.deals_first(0)) == ("1", True)


def test_good_form_can_start() -> None:
    form = form_of({"minutes": "40", "best_of": "3"}, ("Ann", "", "Cal", "Dee"))
    assert form.check(NONE_WRONG)
    assert (form.sides(), form.unnamed) == ([["Ann", "Cal"], ["East", "Dee"]], ["East"])
    assert (form.minutes, form.series) == (40, 3)


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"dealer": "4"}, "Choose the first dealer."),
        ({"dealer": ""}, "Choose the first dealer."),
        ({"minutes": "soon"}, "Type a whole number from 0 to "),
        ({"minutes": "-1"}, "Type a whole number from 0 to "),
        ({"seat-2": "C" * 41}, "Use 1 to 40 characters for the name."),
        ({"option-target": "lots"}, "Choose "),
    ],
)
def test_what_is_wrong_is_said(given: Mapping[str, str], wrong: str) -> None:
    form = form_of(given)
    assert not form.check(NONE_WRONG)
    sentences = [form.problem, *form.wrong.values(), *form.house.wrong.values()]
    assert [words for words in sentences if words and words.startswith(wrong)]


def test_name_near_a_known_one_is_asked_about_once() -> None:
    near = NameChecks(("Mek",), lambda _names: {}, lambda name, _known: "Mek" if name == "Mekk" else None)
    form = form_of({}, ("Ann", "Mekk", "Cal", "Dee"))
    assert not form.check(near)
    assert (form.slips, form.open_seat) == ({1: "Mek"}, 1)
    panel = new_game_view(form, PAGE)["panel"]
    assert isinstance(panel, dict)
    assert panel["confirm"]["yes"] == {"name": "same", "value": "1:Mek"}
    form.new.append("Mekk")
    assert form.check(near)


def test_page_offers_who_is_not_seated() -> None:
    panel = new_game_view(form_of({"at": "1"}), PAGE)["panel"]
    assert isinstance(panel, dict)
    assert panel["chips"] == ["Eve"]
