"""A new game: the menu, the seats, the house rules from the options, and every refusal."""

from __future__ import annotations

import pytest

from scorekeeper.core.rulesets import rule_sets
from tests.databases import on_both
from tests.hypothesis_budget import IN_SOAK
from tests.web.at_table import CAST, Pad, new_game, seated, start_game, start_table
from tests.web.browsing import Page, Phone


@pytest.fixture
def table(phone: Phone) -> str:
    """The regulars' Thursday table."""
    return start_table(phone)


def sit_down(phone: Phone, table: str, status: int = 422, /, **fields: str | None) -> Page:
    """The form filled in for the cast, except these fields."""
    form = new_game(phone, table).form_with("seat-0")
    return phone.submit(form, None, status, **(seated() | fields))


def test_every_game_is_on_the_menu_once(phone: Phone, table: str) -> None:
    page = phone.open(f"{table}/games/new?players=all")
    for rules in rule_sets().values():
        assert page.html.count(f"<b>{rules.name}</b>") + page.html.count(f"<span>{rules.name}</span>") == 1, rules.key
    assert page.text.index("Partnership Spades") < page.text.index("More games")


def test_the_menu_is_filtered_by_players(phone: Phone, table: str) -> None:
    phone.open(f"{table}/games/new")
    listed = phone.tap("2").text.partition("More games")[2]
    assert "Two-player Spades" in listed
    assert "Whiz" not in listed
    listed = phone.tap("5+").text.partition("More games")[2]
    assert "Toss Spades" in listed
    assert "2–8" in listed
    assert "Two-player Spades" not in listed


def test_games_of_the_table_come_first_then_by_number_of_players(phone: Phone, table: str) -> None:
    phone.open(f"{table}/games/new")
    assert "Two-player Spades" not in phone.page.text, "a new table is asked for four"
    start_game(phone, "whiz", table=table)
    start_game(phone, "cutthroat", names=("Ann", "Ben", "Cal"), dealer="Ben", table=table, shape="3x1")
    page = phone.open(f"{table}/games/new?players=all")
    assert "Cutthroat Spades Last played" in page.text
    listed = page.text.partition("More games")[2]
    places = [listed.index(name) for name in ("Whiz", "Miser", "Two-player Spades", "Suicide Spades")]
    assert places == sorted(places), "the table's own, then those for three, then from few players to many"
    first, _fold, rest = listed.partition("more kinds of games")
    assert "Miser" in first
    assert "Suicide Spades" in rest


def test_names_are_optional(phone: Phone, table: str) -> None:
    new_game(phone, table, "cutthroat", "3x1")
    page = phone.tap("Deal")
    assert page.heading == "Hand 1"
    assert "Seat 1 deals" in page.text
    assert "Seat 2 bids" in page.text


@on_both
def test_seat_left_of_the_dealer_bids_first(phone: Phone, table: str) -> None:
    pad = Pad(phone)
    page = sit_down(phone, table, 200, dealer="1")
    assert page.heading == "Hand 1"
    assert (pad.dealer, pad.bidder) == ("Ben", "Cal")


def test_the_same_post_twice_starts_one_game(phone: Phone, table: str) -> None:
    form = new_game(phone, table).form_with("seat-0")
    first = phone.submit(form, **seated()).url
    assert phone.submit(form, **seated()).url == first


def test_changed_form_after_going_back_starts_another_game(phone: Phone, table: str) -> None:
    form = new_game(phone, table).form_with("seat-0")
    first = phone.submit(form, **seated()).url
    assert phone.submit(form, **seated(dealer="Ann")).url != first


def test_last_game_comes_first_with_its_players_seated(phone: Phone, table: str) -> None:
    start_game(phone, table=table, target="300")
    menu = phone.open(f"{table}/games/new").text
    assert "Partnership Spades Last played 4 players · to 300 · No blinds, 1 change Ann & Cal Ben & Dee" in menu
    assert phone.tap("Deal · Partnership Spades").heading == "Hand 1"
    form = new_game(phone, table).form_with("seat-0")
    assert [form.fields[f"seat-{seat}"] for seat in range(4)] == list(CAST)
    assert form.fields["option-target"] == "300"


SEATS = [
    ("x" * 41, "Use 1 to 40 characters for the name."),
    ("Ann", "Ann is already seated. Use another name."),
    (" Ann ", "Ann is already seated"),
    ("ann", "Ann is already seated."),
    ("ANN", "Ann is already seated."),
    ("Ａnn", "Ann is already seated."),
    ("A\u200bnn", "Ann is already seated"),
    ("\u200b", "Use a name with at least one letter."),
]


def test_invalid_name_is_refused_at_its_seat(phone: Phone, table: str) -> None:
    form = new_game(phone, table).form_with("seat-0")
    for name, sentence in SEATS:
        page = phone.submit(form, None, 422, **seated() | {"seat-2": name})
        assert sentence in page.text
        assert 'aria-invalid="true"' in page.html
        assert 'aria-describedby="name-wrong"' in page.html
        kept = page.form_with("seat-0").fields
        assert (kept["seat-0"], kept["seat-3"], kept["dealer"]) == ("Ann", "Dee", "3")


def test_name_with_control_characters_is_refused(phone: Phone, table: str) -> None:
    assert "has a hidden character (U+0007)" in sit_down(phone, table, **{"seat-2": "C\x07al"}).text


def test_a_game_without_a_dealer_is_refused(phone: Phone, table: str) -> None:
    form = new_game(phone, table).form_with("seat-0")
    for dealer in (None, "", "4", "-1", "Ann"):
        assert "Choose the first dealer." in phone.submit(form, None, 422, **seated() | {"dealer": dealer}).text


def test_long_names_share_a_side(phone: Phone, table: str) -> None:
    names = ("Bartholomew-Maximilian of the Long House", "Ben", "Christophina-Alexandra", "Dee")
    pad = start_game(phone, names=names, table=table)
    assert pad.page.heading == "Hand 1"
    assert "Bartholomew-Maximi… & Christophina-Alex…" in pad.page.text


OUT_OF_RANGE = [
    ("option-target", "49", "Choose 0, 50 to 10000."),
    ("option-target", "many", "Choose 0, 50 to 10000."),
    ("option-bags", "21", "Choose 0, 1 to 20."),
    ("option-nil", "75", "Choose 0, 50, 100, 150, 200."),
    ("option-failed_nil", "lost", "Choose bags, ignored, helps, bags-unscored."),
    ("option-lose_at", "-50", "Choose none, −1000 to −100."),
    ("option-team_minimum", "14", "Choose 0 to 13."),
]


def test_house_rule_out_of_range_is_refused(phone: Phone, table: str) -> None:
    form = new_game(phone, table).form_with("seat-0")
    for field, value, sentence in OUT_OF_RANGE:
        page = phone.submit(form, None, 422, **seated() | {field: value})
        assert sentence in page.text
        assert f'id="{field}-wrong"' in page.html
        assert page.heading == "Customize"


def test_the_house_rules_are_those_of_the_rule_set(phone: Phone, table: str) -> None:
    for rules in rule_sets().values():
        for shape in rules.shapes[:: 1 if IN_SOAK else len(rules.shapes)]:
            asked = f"rules={rules.key}&shape={shape.sides}x{shape.players_per_side}&customize=yes"
            form = phone.open(f"{table}/games/new?{asked}").form_with("seat-0")
            fields = {name for name in (*form.fields, *form.choices) if name.startswith("option-")}
            assert fields == {f"option-{option.key}" for option in rules.options(shape)}


def test_unticked_switch_is_off(phone: Phone, table: str) -> None:
    """If the bids may not add up to the tricks, the game objects when they do."""
    sit_down(phone, table, 200, **{"option-may_total_tricks": None})
    pad = Pad(phone)
    pad.bids("4, 4, 3, 2")
    assert "13" in pad.page.text
    assert "Save anyway" in pad.phone.tap("7").text


def test_unknown_rule_set_is_not_found(phone: Phone, table: str) -> None:
    for rules in ("", "poker", "../partnership"):
        phone.open(f"{table}/games/new?rules={rules}", 404)


def test_malformed_entry_id_is_replaced(phone: Phone, table: str) -> None:
    assert sit_down(phone, table, 200, entry_id="me").heading == "Hand 1"
