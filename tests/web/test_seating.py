"""Seating: by a tap on a name, leaving a seat, swapping; and near matches of known names."""

from __future__ import annotations

import re

import pytest

from tests.web.at_table import CAST, Pad, new_game, seated, start_game, start_table
from tests.web.browsing import Page, Phone
from tests.web.conftest import After


@pytest.fixture
def table(after: After) -> str:
    """A table at which the cast has played once."""
    return next(link.url for link in after(start_game).page.links if link.label == "Thursday")


def seats(page: Page) -> list[str]:
    """The player at each seat, according to the page."""
    fields = page.form_with("seat-0").fields
    return [fields[f"seat-{seat}"] for seat in range(4)]


def tap_seat(phone: Phone, seat: int) -> None:
    """Tap a place at the drawn table."""
    button = next(button for button in phone.page.buttons if (button.name, button.value) == ("at", str(seat)))
    phone.submit(phone.page.form_with("seat-0"), button)


def test_last_players_are_seated(phone: Phone, table: str) -> None:
    new_game(phone, table)
    assert seats(phone.page) == list(CAST)
    phone.tap("Deal")
    assert phone.page.heading == "Hand 1"


def test_seat_is_cleared_and_taken_by_another(phone: Phone, table: str) -> None:
    start_game(phone, names=("Eve", "Ben", "Cal", "Dee"), table=table)
    new_game(phone, table)
    tap_seat(phone, 0)
    phone.tap("Clear Eve")
    assert seats(phone.page) == ["", "Ben", "Cal", "Dee"]
    phone.tap("Ann")
    assert seats(phone.page) == list(CAST)
    phone.tap("Deal")
    assert Pad(phone).page.heading == "Hand 1"


def test_seats_are_filled_one_after_the_other(phone: Phone) -> None:
    """The page asks for the next free seat; a seat may stay without a name."""
    new_game(phone, start_table(phone))
    tap_seat(phone, 0)
    for name in ("Ann", "Ben", "Cal"):
        button = next(button for button in phone.page.buttons if button.name == "add")
        phone.submit(phone.page.form_with("seat-0"), button, name=name)
    assert "Who sits West?" in phone.page.text
    phone.tap("Done")
    assert seats(phone.page) == ["Ann", "Ben", "Cal", ""]
    page = phone.tap("Deal")
    assert page.heading == "Hand 1"
    assert "Ben & West" in page.text


def test_the_name_typed_counts_without_a_tap_on_add(phone: Phone, table: str) -> None:
    new_game(phone, table)
    tap_seat(phone, 2)
    deal = next(button for button in phone.page.buttons if button.label == "Deal")
    assert "Ann & Eve" in phone.submit(phone.page.form_with("seat-0"), deal, name="Eve").text


def test_a_seat_deals_first(phone: Phone, table: str) -> None:
    new_game(phone, table)
    tap_seat(phone, 2)
    phone.tap("Deals first")
    phone.tap("Deal")
    assert (Pad(phone).dealer, Pad(phone).bidder) == ("Cal", "Dee")


def test_seats_and_the_deal_are_drawn(phone: Phone, table: str) -> None:
    new_game(phone, table)
    seatings: set[tuple[str, ...]] = set()
    dealers: set[str] = set()
    seatings, dealers = set[tuple[str, ...]](), set[str]()
    while min(len(seatings), len(dealers)) < 2:  # one of four may be drawn again and again
        assert sorted(seats(phone.tap("Draw for seats"))) == sorted(CAST)
        assert "Seats drawn" in phone.page.text
        seatings.add(tuple(seats(phone.page)))
        page = phone.tap("Draw for deal")
        dealer = seats(page)[int(page.form_with("seat-0").fields["dealer"])]
        assert f"{dealer} deals first" in page.text
        dealers.add(dealer)


def test_swapping_seats_moves_the_dealer(phone: Phone, table: str) -> None:
    new_game(phone, table)
    tap_seat(phone, 0)
    phone.tap("Swap with Ben")
    assert seats(phone.page) == ["Ben", "Ann", "Cal", "Dee"]
    assert phone.page.form_with("seat-0").fields["dealer"] == "1"
    tap_seat(phone, 3)
    phone.tap("Swap with Ben")
    assert seats(phone.page) == ["Dee", "Ann", "Cal", "Ben"]


def test_house_rules_stay_when_seats_change(phone: Phone, table: str) -> None:
    new_game(phone, table)
    tap_seat(phone, 0)
    stand = next(button for button in phone.page.buttons if button.is_called("Clear Ann"))
    phone.submit(phone.page.form_with("seat-0"), stand, **{"option-target": "300"})
    assert phone.page.form_with("seat-0").fields["option-target"] == "300"


INVALID = (
    {"stand": "9"},
    {"at": "x"},
    {"deals": "9"},
    {"draw": "lots"},
    {"add": "1"},
    {"stand": "x"},
    {"swap": "0"},
    {"swap": "0-9"},
    {"swap": "-"},
    {"same": "9:Mek"},
    {"sit": "Eve"},
)


def test_invalid_seat_change_is_ignored(phone: Phone, table: str) -> None:
    form = new_game(phone, table).form_with("seat-0")
    for field in INVALID:
        page = phone.submit(form, **seated(), **field)
        if "same" not in field:
            assert seats(page) == list(CAST), field


@pytest.mark.parametrize(("typed", "known"), [("ben", "Ben"), ("Call", "Cal")])
def test_near_match_of_a_name_is_asked_about(phone: Phone, table: str, typed: str, known: str) -> None:
    form = new_game(phone, table).form_with("seat-0")
    seat = CAST.index(known)
    page = phone.submit(form, **seated() | {f"seat-{seat}": typed})
    assert f"Did you mean {known}?" in page.text
    phone.tap(f"Yes, {known}")
    assert phone.page.heading == "Hand 1"
    assert sorted(re.findall(r"(\w+) – (?:bids now|has not bid)", phone.page.text)) == list(CAST)
    assert {"Ann & Cal", "Ben & Dee"} == set(re.findall(r"\w+ & \w+", phone.page.text))


def test_a_name_is_asked_about_when_it_is_added(phone: Phone, table: str) -> None:
    new_game(phone, table)
    tap_seat(phone, 1)
    add = next(button for button in phone.page.buttons if button.name == "add")
    form = phone.page.form_with("seat-0")
    page = phone.submit(form, add, **{"name": "Benn", "seat-1": ""})
    assert "Did you mean Ben?" in page.text
    phone.tap("Yes, Ben")
    assert seats(phone.page) == list(CAST)
    phone.submit(form, add, **{"name": "Benn", "seat-1": ""})
    phone.tap("Someone new")
    assert seats(phone.page) == ["Ann", "Benn", "Cal", "Dee"]
    assert phone.tap("Deal").heading == "Hand 1"


def test_a_name_that_is_seated_is_refused_when_it_is_added(phone: Phone, table: str) -> None:
    new_game(phone, table)
    tap_seat(phone, 1)
    add = next(button for button in phone.page.buttons if button.name == "add")
    page = phone.submit(phone.page.form_with("seat-0"), add, name="Cal")
    assert "Cal is already seated. Use another name." in page.text


def test_someone_new_is_asked_about_once(phone: Phone, table: str) -> None:
    form = new_game(phone, table).form_with("seat-0")
    phone.submit(form, **seated() | {"seat-1": "Benn"})
    phone.tap("Someone new")
    assert phone.page.heading == "Hand 1"
    assert "Benn" in phone.page.text
    form = new_game(phone, table).form_with("seat-0")
    assert phone.submit(form, **seated() | {"seat-1": "Benn"}).heading == "Hand 1"


def test_two_names_are_asked_about_one_after_the_other(phone: Phone, table: str) -> None:
    form = new_game(phone, table).form_with("seat-0")
    phone.submit(form, **seated() | {"seat-1": "Benn", "seat-2": "Call"})
    phone.tap("Someone new")
    assert "mean Ben?" not in phone.page.text
    assert "Did you mean Cal?" in phone.page.text
    phone.tap("Yes, Cal")
    assert phone.page.heading == "Hand 1"


def test_different_name_is_not_asked_about(phone: Phone, table: str) -> None:
    """With Ben himself in the next seat, Benn is somebody else too."""
    form = new_game(phone, table).form_with("seat-0")
    for names in (("Ann", "Bea", "Cal", "Dee"), ("Ann", "Benjamin", "Cal", "Dee"), ("Benn", "Ben", "Cal", "Dee")):
        assert phone.submit(form, **seated(names)).heading == "Hand 1"


def test_the_game_played_last_keeps_its_size(phone: Phone) -> None:
    table = start_table(phone)
    start_game(phone, "cutthroat", table=table, shape="4x1")
    phone.open(f"{table}/games/new")
    phone.tap("Seats")
    assert seats(phone.page) == list(CAST)


def dealt(phone: Phone) -> Pad:
    phone.tap("Deal")
    return Pad(phone)


def test_swapped_partners_have_all_pairings_in_turn(phone: Phone, table: str) -> None:
    partners: list[set[frozenset[str]]] = []
    for _game in range(3):
        pad = start_game(phone, table=table, target="50") if not partners else dealt(phone)
        pad.hand("4, 3, 3, 2", 7)
        phone.tap("Swap partners")
        seated_now = seats(phone.page)
        partners.append({frozenset(seated_now[::2]), frozenset(seated_now[1::2])})
    assert partners[2] == {frozenset(CAST[::2]), frozenset(CAST[1::2])}
    assert len({frozenset(pairs) for pairs in partners}) == 3


def test_new_seats_after_a_game_begin_with_the_last_ones(phone: Phone, table: str) -> None:
    pad = start_game(phone, table=table, target="50")
    pad.hand("4, 3, 3, 2", 7)
    phone.tap("New seats")
    assert seats(phone.page) == list(CAST)
    assert phone.page.form_with("seat-0").fields["option-target"] == "50"


def test_tapped_seat_asks_for_its_name_at_once(phone: Phone, table: str) -> None:
    new_game(phone, table)
    tap_seat(phone, 0)
    assert " autofocus>" in phone.page.html
    phone.tap("Clear Ann")
    phone.tap("Ann")
    tap_seat(phone, 1)
    phone.tap("Clear Ben")
    page = phone.submit(phone.page.form_with("seat-0"), None, 200, panel="2", sit="Ben")
    assert "autofocus" not in page.html, "who taps names goes on tapping"


def test_seats_are_kept_when_the_form_is_left(phone: Phone, table: str) -> None:
    new_game(phone, table)
    tap_seat(phone, 3)
    phone.submit(phone.page.form_with("seat-0"), None, 200, name="Mek", add="3")
    tap_seat(phone, 1)
    phone.tap("Deals first")
    phone.open(table)
    page = new_game(phone, table)
    assert seats(page) == ["Ann", "Ben", "Cal", "Mek"]
    assert page.form_with("seat-0").fields["dealer"] == "1"
    assert seats(new_game(phone, table, "suicide")) == ["Ann", "Ben", "Cal", "Mek"], "other rules, the same seats"
    assert phone.open(f"{table}/games/new?rules=partnership&shape=3x2").form_with("seat-0").fields["seat-3"] == ""
    assert seats(new_game(phone, start_table(phone, "Sunday"))) == [""] * 4


def test_kept_seats_end_with_the_deal(phone: Phone, table: str) -> None:
    new_game(phone, table)
    phone.submit(phone.page.form_with("seat-0"), None, 200, swap="0-1")
    assert seats(new_game(phone, table)) == ["Ben", "Ann", "Cal", "Dee"]
    phone.tap("Deal")
    start_game(phone, names=CAST, table=table)
    assert seats(new_game(phone, table)) == list(CAST)
