"""The form of a new game: what each button changes, and what keeps a game from starting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from scorekeeper.core.pages.setting_up.house_rules import agreed_with_preset
from scorekeeper.core.pages.setting_up.new_game import (
    GameToBegin,
    NameChecks,
    NewGameForm,
    can_save,
    first_fields,
    name_checks,
    new_game_form,
    posted_fields,
    saved,
    seat_field,
    setup_of,
    wrong_names,
)
from scorekeeper.core.pages.setting_up.new_game_page import NewGameContext, _places_view, new_game_view, page_of
from scorekeeper.core.pages.setting_up.shapes import shape_links
from scorekeeper.core.rules.presets import Preset, presets_for
from scorekeeper.core.rules.seating import Seat, Shape
from scorekeeper.core.rulesets import rule_set, rule_sets
from tests.core.pages.contexts import games_table
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


def posted(**given: str) -> NewGameForm:
    """The form of a game for Ann, Ben, Cal and Dee as posted."""
    seats = {seat_field(seat): name for seat, name in enumerate(FOUR)}
    fields = {"rules": "partnership", "dealer": "2", "minutes": "0", **first_fields(form_of()), **seats, **given}
    return new_game_form(games_table(), fields)


def test_form_becomes_the_setup_of_a_sheet() -> None:
    setup: Any = setup_of(posted(dealer="2", minutes="40"), games_table())
    assert [(side["name"], side["players"]) for side in setup["sides"]] == [
        ("Ann & Cal", ["Ann", "Cal"]),
        ("Ben & Dee", ["Ben", "Dee"]),
    ]
    assert (setup["rules"], setup["dealer"], setup["minutes"]) == ("partnership", 2, 40)
    assert (setup["agreed"], setup["options"]["target"]) == (["No phones."], 500)


def test_form_with_an_error_has_no_setup_and_says_why() -> None:
    form = posted(minutes="soon")
    assert setup_of(form, games_table()) is None
    refusing = name_checks((), str.casefold, str.casefold, lambda names: f"{names[0]} sits elsewhere.")
    form = posted()
    assert setup_of(form, games_table(names=lambda: refusing)) is None
    assert form.problem == "Ann sits elsewhere."


def test_two_players_of_one_name_are_refused() -> None:
    looks = wrong_names({"seat-0": "Ann", "seat-1": "ANN", "seat-2": "...", "seat-3": "Dee"}, _letters)
    assert looks == {
        "seat-1": "Ann is already seated. Use another name.",
        "seat-2": "Use a name with at least one letter.",
    }


def _letters(name: str) -> str:
    return "".join(filter(str.isalpha, name)).casefold()


def test_game_follows_the_table_where_nothing_is_posted() -> None:
    last = GameToBegin({"target": 300}, 25, ("Ann", "Ben", "Cal"))
    table = games_table(to_begin=lambda _rules, _shape: last)
    form = new_game_form(table, {"rules": "partnership"})
    assert (form.names, form.dealer, form.minutes) == (["Ann", "Ben", "Cal", ""], "0", 25)
    assert form.house.chosen["target"] == 300
    swapped = new_game_form(games_table(), {"rules": "partnership", "swapped": "yes"})
    assert swapped.names == ["Ann", "Cal", "Dee", "Ben"]


def test_preset_brings_its_rules_and_its_limit() -> None:
    own = Preset("Short", {"target": 200}, 15)
    form = new_game_form(
        games_table(presets=lambda _rules, _shape: [own]), {**posted_fields(posted()), "preset": "Short"}
    )
    assert (form.house.chosen["target"], form.minutes) == (200, 15)
    gone = new_game_form(games_table(), {**posted_fields(posted()), "preset": "Short"})
    assert (gone.house.chosen["target"], gone.minutes) == (500, 0)


@each_case(
    ("name", "has_room", "wrong"),
    [
        ("Friday", True, None),
        ("Friday", False, "This phone has no room for another preset."),
        ("", True, "Use 1 to 40 characters for the name."),
        ("x" * 41, True, "Use 1 to 40 characters for the name."),
        ("Classic", True, "There is a preset by this name. Use another name."),
        ("Short", True, "There is a preset by this name. Use another name."),
    ],
)
def test_phone_keeps_a_preset_under_a_name_of_its_own(name: str, has_room: bool, wrong: str | None) -> None:
    table = games_table(presets=lambda _rules, _shape: [Preset("Short", {}, 0)])
    form = posted(preset_name=name)
    assert can_save(form, table, has_room) is (wrong is None)
    assert form.wrong.get("preset_name") == wrong
    if wrong is None:
        saved(form)
        assert (form.saved, form.preset_name) == ("“Friday” is on this phone for its next games.", "")


def test_lines_of_the_preset_join_those_of_the_table_once() -> None:
    rules = rule_set("partnership")
    options = rules.options(Shape(2, 2))
    (cookout,) = [preset for preset in presets_for(options) if preset.key == "cookout"]
    line = "Spades may be led at any time."
    assert agreed_with_preset(["No phones."], options, cookout.options) == ("No phones.", line)
    assert agreed_with_preset([line.removesuffix(".")], options, cookout.options) == (line.removesuffix("."),)
    assert agreed_with_preset(["No phones."], options, {}) == ("No phones.",)


def test_page_links_each_number_of_players_and_the_rules_as_chosen() -> None:
    table = games_table()
    page = page_of(new_game_form(table, {"rules": "cutthroat", "shape": "4x1"}), table)
    at = "/games.new?shape={}&table=t1&rules=cutthroat"
    assert page["shapes"] == [
        {"label": f"{players} players", "url": at.format(f"{players}x1"), "chosen": players == 4}
        for players in (3, 4, 5, 6)
    ]
    rules: Any = page["rules"]
    assert rules["url"] == "/rules.show?key=cutthroat&shape=4x1"
    own: Any = page_of(posted(**{"option-target": "300"}), table)["rules"]
    assert own["url"].startswith("/rules.show?key=partnership&chosen=yes&")
    assert "&option-target=300" in own["url"]
    broken: Any = page_of(posted(**{"option-target": "lots"}), table)["rules"]
    assert broken["url"] == "/rules.show?key=partnership"
    assert page_of(posted(), table)["shapes"] == shape_links(
        rule_set("partnership"), Shape(2, 2), lambda key: at.format(key).replace("cutthroat", "partnership")
    )


def test_misspelled_name_becomes_the_known_one() -> None:
    assert form_of({"same": "1:Mek"}, ("Ann", "Mekk", "Cal", "Dee")).names == ["Ann", "Mek", "Cal", "Dee"]
    assert form_of({"same": "4:Mek"}).names == list(FOUR)


def test_limit_is_among_the_house_rules_as_typed() -> None:
    page: Any = new_game_view(form_of({"minutes": "45", "customize": "yes"}), PAGE)
    (limit,) = [row for group in page["options"] for row in group["rows"] if row["key"] == "minutes"]
    assert (limit["name"], limit["kind"], limit["value"], limit["low"], limit["step"]) == (
        "minutes",
        "number",
        "45",
        0,
        5,
    )
    assert (limit["before"], limit["after"]) == ("Time is called after", "minutes")
