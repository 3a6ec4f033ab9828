"""Quick game: one tap to the pad, names at any time, and the table kept by a name later."""

from __future__ import annotations

from tests.databases import on_both
from tests.web.at_table import Pad, start_game, start_table
from tests.web.browsing import Phone


def quick_game(phone: Phone) -> Pad:
    """A quick game, started from home."""

    def tap() -> None:
        phone.open("/")
        phone.tap("Quick game")

    phone.step("quick game", tap)
    return Pad(phone)


def name_seat(pad: Pad, seat: int, name: str) -> None:
    """Name the player at a seat, on the page of the seats."""
    pad.phone.open(f"{pad.url}/seats?seat={seat}")
    pad.phone.submit(pad.phone.page.form_with("player"), player=name)


@on_both
def test_a_new_visitor_is_one_tap_from_the_first_bid(phone: Phone) -> None:
    pad = quick_game(phone)
    assert pad.page.heading == "Hand 1"
    assert (pad.dealer, pad.bidder) == ("North", "East")
    assert "North & South" in pad.page.text
    assert "East & West" in pad.page.text
    pad.hand("4, 3, 3, 2", 7)
    assert pad.page.heading == "Hand 2"
    assert (pad.dealer, pad.bidder) == ("East", "South")


def test_quick_games_share_the_phone_s_own_table_until_it_is_kept(phone: Phone) -> None:
    first = quick_game(phone)
    table = phone.tap("Quick game").url
    quick_game(phone)
    assert phone.tap("Quick game").url == table
    phone.open(first.url)
    assert phone.tap("Keep this table").heading == "Keep this table"
    assert "Give the table a name" in phone.submit(phone.page.form_with("name"), None, 422, name=" ").text
    assert phone.submit(phone.page.form_with("name"), name="Thursday").heading == "Thursday"
    assert not phone.open(first.url).text.count("Keep this table")
    quick_game(phone)
    assert phone.tap("Quick game").url != table


def test_a_double_tap_starts_one_game(phone: Phone) -> None:
    quick_game(phone)
    form = next(form for form in phone.open("/").forms if "entry_id" in form.fields)
    assert phone.submit(form).url == phone.submit(form).url


def test_an_old_page_starts_a_game_at_the_next_table(phone: Phone) -> None:
    """The id on the page belongs to a game of the table that has been saved since."""
    form = next(form for form in phone.open("/").forms if "entry_id" in form.fields)
    first = phone.submit(form).url
    phone.tap("Keep this table")
    phone.submit(phone.page.form_with("name"), name="Thursday")
    again = phone.submit(form)
    assert again.heading == "Hand 1"
    assert again.url != first
    assert phone.tap("Quick game").heading == "Quick game"


def test_seats_are_named_one_after_the_other_whenever_there_is_time(phone: Phone) -> None:
    pad = quick_game(phone)
    pad.hand("4, 3, 3, 2", 7)
    pad.bid("South", "3")
    phone.open(pad.url)
    phone.tap("Names and dealer")
    phone.open(next(link.url for link in phone.page.links if link.label.startswith("North")))
    for name in ("Ann", "Ben", "Cal", "Dee"):
        phone.submit(phone.page.form_with("player"), player=name)
    assert phone.page.heading == "Hand 2"
    for words in ("Ann & Cal", "Ben & Dee"):
        assert words in phone.page.text
    assert "North" not in phone.page.text


def test_a_name_is_in_every_hand_and_can_be_undone(phone: Phone) -> None:
    pad = quick_game(phone)
    pad.hand("4, 3, 3, 2", 7)
    name_seat(pad, 0, "Ann")
    assert "Ann & South" in phone.open(f"{pad.url}/why/hands/1/0").text
    assert "North is now Ann" in phone.open(f"{pad.url}/history").text
    pad.reload()
    phone.tap("Undo")
    assert "North & South" in phone.page.text
    phone.tap("Redo")
    assert "Ann & South" in phone.page.text


def test_a_seat_is_renamed_and_names_differ(phone: Phone) -> None:
    pad = quick_game(phone)
    name_seat(pad, 0, "Ana")
    name_seat(pad, 0, "Ann")
    assert "Ana" not in pad.reload().text
    phone.open(f"{pad.url}/seats?seat=2")
    page = phone.submit(phone.page.form_with("player"), None, 422, player="Ann")
    assert 'aria-invalid="true"' in page.html


def test_near_match_of_a_name_is_asked_about(phone: Phone) -> None:
    pad = quick_game(phone)
    name_seat(pad, 0, "Mekenzie")
    other = quick_game(phone)
    name_seat(other, 1, "Mekenzi")
    assert "Did you mean Mekenzie?" in phone.page.text
    phone.tap("Yes, Mekenzie")
    assert "Mekenzie & West" in other.reload().text
    name_seat(other, 2, "Mekenzy")
    phone.tap("Someone new")
    assert "North & Mekenzy" in other.reload().text
    assert "North & South" not in pad.reload().text


def test_a_known_name_is_one_tap(phone: Phone) -> None:
    name_seat(quick_game(phone), 0, "Ann")
    pad = quick_game(phone)
    phone.open(f"{pad.url}/seats?seat=1")
    phone.tap("Ann")
    assert "Ann & West" in pad.reload().text


def test_the_offer_to_add_names_can_be_closed(phone: Phone) -> None:
    pad = quick_game(phone)
    assert "or just play" in phone.page.text
    phone.tap("Add names later")
    assert "or just play" not in pad.reload().text
    assert "or just play" in quick_game(phone).page.text


def test_unnamed_seats_are_no_players(phone: Phone) -> None:
    pad = quick_game(phone)
    table = phone.tap("Quick game").url
    name_seat(pad, 0, "Ann")
    pad.reload()
    pad.hand("4, 3, 3, 2", 7)
    phone.open(f"{pad.url}/stop")
    phone.submit(phone.page.form_with("reason"))
    players = phone.open(f"{table}/players").text
    assert "Ann" in players
    for seat in ("North", "East", "South", "West"):
        assert seat not in players
    assert "Ann & South beat East & West 52 to −70" in phone.open(table).text


def test_names_are_in_every_export(phone: Phone) -> None:
    pad = quick_game(phone)
    name_seat(pad, 3, "Dee")
    pad.reload()
    pad.hand("4, 3, 3, 2", 7)
    links = [link.url for link in phone.open(f"{pad.url}/exports").links]
    files = [url for url in links if url.startswith(f"{pad.url}/exports/") and not url.endswith("xlsx")]
    assert len(files) > 1
    for url in files:
        assert "Dee" in phone.open(url).html


def test_home_says_quick_game_once(phone: Phone) -> None:
    """The table of quick games has the name of the button: its game and its row are called by who plays."""
    quick_game(phone)
    page = phone.open("/")
    assert page.text.count("Quick game") == 1
    assert "In progress" in page.text
    assert "North, East, South, West 1 game" in page.text
    start_game(phone)
    page = phone.open("/")
    assert page.text.count("Quick game") == 1
    assert "East & West 0 hand 1" in page.text


def test_home_lists_every_running_game_the_last_one_on_top(phone: Phone) -> None:
    table = start_table(phone)
    start_game(phone, table=table)
    Pad(phone).hand("4, 3, 3, 2", 7)
    start_game(phone, names=("Eve", "Fay", "Gus", "Hal"), dealer="Hal", table=table)
    quick_game(phone)
    page = phone.open("/")
    assert page.heading == "Scorekeeper"
    assert "Resume – hand 1" in page.text
    running = page.text.partition("Also running")[2].partition("Tables")[0]
    assert running.count("Thursday") == 2
    assert "Ann & Cal 70 Ben & Dee 51 Thursday · hand 2" in running
    assert "Eve & Gus 0 Fay & Hal 0 Thursday · hand 1" in running
    assert "hand 2" in running
    assert "70" in running
    for way in ("Quick game", "New game", "New table", "Join"):
        assert phone.can_tap(way)
    assert phone.tap("New game").heading == "New game"


def test_dealer_is_corrected_while_the_hand_is_bid(pad: Pad) -> None:
    pad.bid("Ann", "4")
    pad.phone.open(f"{pad.url}/seats?seat=1")
    page = pad.phone.tap("Deals hand 1")
    assert (pad.dealer, pad.bidder) == ("Ben", "Cal")
    assert "Ann 4" in page.text
    assert "Ben deals hand 1" in pad.phone.open(f"{pad.url}/history").text
    pad.reload()
    pad.phone.tap("Undo")
    assert (pad.dealer, pad.bidder) == ("Dee", "Ben")
