"""Rulings at the table: previewed, listed in the log, undone like anything else."""

from __future__ import annotations

import io
import re

import openpyxl
import pytest

from tests.databases import on_both
from tests.web.at_table import Pad, start_game
from tests.web.browsing import Page, Phone
from tests.web.conftest import After


def one_hand(phone: Phone) -> None:
    start_game(phone).hand("4, 3, 3, 2", 7)


@pytest.fixture
def played(after: After) -> Pad:
    """One hand: 70 to 51."""
    return after(one_hand)


def ruling(pad: Pad, title: str) -> Page:
    """The page of a ruling, from the game's menu."""
    pad.phone.open(pad.url)
    pad.phone.tap("Rulings and substitutes")
    return pad.phone.open(next(link.url for link in pad.page.links if link.label.startswith(title)))


def look(pad: Pad, _page: Page, **keys: str) -> Page:
    """Tap a key for each of these answers."""
    for name, value in keys.items():
        key = next(button for button in pad.page.buttons if (button.name, button.value) == (name, value))
        pad.phone.submit(key.form, key)
    return pad.page


def answers(page: Page, name: str) -> list[str]:
    """The keys of a question."""
    return [button.value for button in page.buttons if button.name == name]


def test_renege_is_previewed_and_moves_books(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    assert not pad.phone.can_tap("Save ruling")
    page = look(pad, ruling(pad, "Renege"), by="0", books="2")
    assert "70 → becomes −70" in page.text
    assert "51 → becomes 53" in page.text
    pad.reload()
    assert pad.totals == [70, 51]
    look(pad, ruling(pad, "Renege"), by="0", books="2")
    pad.phone.tap("Save ruling")
    assert "Hand 1: renege by Ann & Cal (2 books to Ben & Dee)" in pad.page.text
    assert "set renege −70" in pad.page.text
    assert pad.totals == [-70, 53]
    assert "Renege by Ann & Cal (2 books to Ben & Dee)" in pad.phone.open(f"{pad.url}/rulings").text
    log = pad.phone.open(f"{pad.url}/history")
    assert "renege Hand 1 corrected: renege by Ann & Cal (2 books to Ben & Dee)" in log.text
    pad.reload()
    pad.phone.tap("Undo")
    assert pad.totals == [70, 51]


def test_after_a_renege_paper_and_disputes_have_the_tricks_that_count(played: Pad) -> None:
    look(played, ruling(played, "Renege"), by="0", books="2")
    played.phone.tap("Save ruling")
    printed = played.phone.open(f"{played.url}/print").text
    assert re.findall(r"<td>(\d)</td>", played.page.html) == ["5", "8"]
    assert "renege by Ann & Cal (2 books to Ben & Dee)" in printed
    book = openpyxl.load_workbook(io.BytesIO(played.phone.client.get(f"{played.url}/exports/xlsx").data))
    rows = [[str(cell) for cell in row if cell is not None] for row in book.worksheets[0].values]
    assert ["4 3", "7", "5", "-70"] in [row[1:5] for row in rows]
    played.phone.open(f"{played.url}/stop")
    played.phone.tap("End game")
    played.phone.open(f"{played.url}/signing/0")
    assert "Ann & Cal bid 7, took 5; Ben & Dee bid 5, took 8" in played.page.text


def test_renege_can_be_taken_in_parts(played: Pad) -> None:
    look(played, ruling(played, "Renege"), by="0", books="1", of="parts")
    played.phone.tap("Save ruling")
    played.hand("3, 3, 2, 4", 7)
    page = ruling(played, "Renege")
    label = "hand 1, Ann & Cal"
    assert label in answers(page, "of")
    page = look(played, page, of=label, books="3")
    assert "moves 4 books in all" in page.text
    page = look(played, page, of=label, books="2")
    played.phone.tap("Save ruling")
    assert label not in answers(ruling(played, "Renege"), "of")


def test_renege_in_the_hand_in_play_is_counted_with_it(played: Pad) -> None:
    played.bids("3, 3, 2, 4")
    ruling(played, "Renege")
    assert answers(played.page, "hand") == ["2", "1"]
    page = look(played, played.page, by="0", books="2")
    assert not played.phone.can_tap("Save ruling")
    played.phone.tap("Count tricks with this renege")
    played.phone.tap("7")
    page = played.page
    assert "Renege by Ann & Cal (2 books to Ben & Dee)." in page.text
    assert "−70 → becomes 0" in page.text
    played.phone.tap("Undo")
    assert "Renege by" in played.page.text, "Undo removes the count first"
    played.phone.tap("7")
    played.save()
    assert "Hand 2: renege by Ann & Cal (2 books to Ben & Dee)" in played.page.text
    assert played.totals == [0, 104]
    assert "Renege by Ann & Cal (2 books to Ben & Dee)" in played.phone.open(f"{played.url}/rulings").text


def test_renege_in_the_first_hand_needs_no_recorded_one(pad: Pad) -> None:
    pad.bids("4, 3, 3, 2")
    page = look(pad, ruling(pad, "Renege"), by="1")
    assert "Which hand?" not in page.text
    pad.phone.tap("Count tricks with this renege")
    assert "Renege by Ben & Dee (1 book to Ann & Cal)." in pad.page.text
    for query in ("r0-by=0&r0-to=0&r0-books=1", "r0-by=0&r0-to=1&r0-books=4", "r0-by=x"):
        assert "Renege by" not in pad.phone.open(f"{pad.url}?{query}").text


def test_a_side_cannot_renege_against_itself_nor_give_more_than_it_has(played: Pad) -> None:
    page = played.phone.open(f"{played.url}/rulings/renege?by=0&to=0")
    assert "A renege moves books to another side; both are the same here" in page.text


def test_renege_can_count_as_a_set_and_is_marked_beside_the_score(played: Pad) -> None:
    page = look(played, ruling(played, "Renege"), by="0", costs="set")
    assert "70 → becomes −70" in page.text
    assert "Who gets the books?" not in page.text
    played.phone.tap("Save ruling")
    assert played.totals == [-70, 51]
    assert "Bid 7, took 7; ruled a set" in played.page.text
    assert "set renege −70" in played.page.text, "the badge"
    assert "Renege by Ann & Cal (counts as a set)" in played.phone.open(f"{played.url}/rulings").text
    assert "renege by Ann & Cal (counts as a set)" in played.phone.open(f"{played.url}/print").text


def test_books_can_count_for_nobody(played: Pad) -> None:
    page = look(played, ruling(played, "Renege"), by="1", to="nobody", books="3")
    assert "51 → becomes −50" in page.text
    look(played, page, **{"for": "talk"})
    played.phone.tap("Save ruling")
    assert played.totals == [70, -50]
    assert "Table talk by Ben & Dee (3 books count for nobody)" in played.phone.open(f"{played.url}/rulings").text


def test_ruling_can_cost_the_game_and_be_undone(played: Pad) -> None:
    look(played, ruling(played, "Renege"), by="0", costs="game")
    played.phone.tap("Save ruling")
    assert "Ben & Dee win" in played.page.text
    assert "A ruling cost Ann & Cal the game." in played.page.text
    played.phone.tap("Undo")
    assert played.page.heading == "Hand 2"


def test_ruling_can_be_a_warning(played: Pad) -> None:
    look(played, ruling(played, "Renege"), by="0", costs="warning", **{"for": "phone"})
    played.phone.tap("Save ruling")
    assert played.totals == [70, 51]
    assert "Phone by Ann & Cal (a warning)" in played.phone.open(f"{played.url}/rulings").text


@pytest.mark.parametrize(("renege", "first"), [("books", "books"), ("set", "set"), ("game", "game")])
def test_rules_of_the_table_say_what_a_renege_costs_first(phone: Phone, renege: str, first: str) -> None:
    pad = start_game(phone, renege=renege)
    pad.hand("4, 3, 3, 2", 7)
    page = look(pad, ruling(pad, "Renege"), by="0")
    assert answers(page, "costs")[0] == first
    assert ("Who gets the books?" in page.text) == (renege == "books")


def test_ruling_in_the_hand_in_play_is_counted_with_it(played: Pad) -> None:
    played.bids("3, 3, 2, 4")
    look(played, ruling(played, "Renege"), by="0", costs="set")
    played.phone.tap("Count tricks with this renege")
    played.phone.tap("7")
    assert "Renege by Ann & Cal (counts as a set)." in played.page.text
    played.save()
    assert played.totals == [0, 102]


def test_usual_fines_are_one_tap(played: Pad) -> None:
    ruling(played, "Agreed points")
    for key in ("Ben & Dee", "−30", "Phone"):
        played.phone.tap(key)
    played.phone.tap("Save ruling")
    assert played.totals == [70, 21]
    assert "Agreed: Phone" in played.page.text


def test_agreed_points_have_their_own_line(played: Pad) -> None:
    ruling(played, "Agreed points")
    for key in ("Ben & Dee", "−10", "−10", "−10"):
        played.phone.tap(key)
    page = played.phone.submit(played.page.forms[-2], None, 200, why="talking")
    assert "51 → becomes 21" in page.text
    played.phone.tap("Save ruling")
    assert played.totals == [70, 21]
    assert "Agreed: talking" in played.page.text


@pytest.mark.parametrize("points", ["0", "much", "9999999"])
def test_agreed_points_need_a_number(played: Pad, points: str) -> None:
    page = played.phone.open(f"{played.url}/rulings/points?side=1&points={points}")
    assert "Give a whole number other than 0" in page.text
    assert not played.phone.can_tap("Save ruling")


def test_rulings_on_hands_need_a_hand(pad: Pad) -> None:
    pad.phone.open(f"{pad.url}/rulings/renege")
    assert pad.notice() == "No hands yet. Save a hand first."


def test_misdeal_keeps_the_dealer_and_drops_the_bids(played: Pad) -> None:
    played.bids("4, 3")
    page = ruling(played, "Misdeal")
    assert "Ann deals hand 2 again" in page.text
    assert "2 bids will be dropped." in page.text
    played.phone.submit(page.form_with("called_by"), reason="", other="exposed card", called_by="1")
    assert played.notice() == "Misdeal. Ann deals hand 2 again."
    assert (played.bidder, played.dealer, played.totals) == ("Ben", "Ann", [70, 51])
    notice = played.phone.open(f"{played.url}/history").text
    assert "Hand 2 misdealt, called by Ben & Dee (exposed card)" in notice
    played.reload()
    played.phone.tap("Undo")
    assert played.bidder == "Dee"


def test_misdeal_can_pass_the_deal(phone: Phone) -> None:
    pad = start_game(phone, misdeal="passes")
    dealer, bidder = pad.dealer, pad.bidder
    page = ruling(pad, "Misdeal")
    assert f"The deal passes: {bidder} deals hand 1" in page.text
    pad.phone.submit(page.form_with("called_by"), reason="", other="exposed card", called_by="1")
    assert pad.notice() == f"Misdeal. The deal passes: {bidder} deals hand 1."
    assert pad.dealer == bidder
    log = pad.phone.open(f"{pad.url}/history").text
    assert "Hand 1 misdealt, called by Ben & Dee; the deal passes (exposed card)" in log
    pad.reload()
    pad.phone.tap("Undo")
    assert (pad.dealer, pad.bidder) == (dealer, bidder)


def test_side_that_concedes_loses(played: Pad) -> None:
    page = ruling(played, "Concede")
    assert "Ben & Dee won 51–70; Ann & Cal conceded after 1 hand." in page.text
    played.phone.submit(page.form_with("forfeit"), forfeit="0", reason="the last bus")
    assert "Ben & Dee win" in played.page.text
    assert "Ben & Dee win 51–70 Ann & Cal conceded after 1 hand." in played.page.text
    played.phone.tap("Undo")
    assert played.page.heading == "Hand 2"


def test_concession_needs_a_side(played: Pad) -> None:
    page = ruling(played, "Concede")
    assert "Choose the side that concedes." in played.phone.submit(page.form_with("forfeit"), None, 422).text


def test_substitute_takes_a_seat(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    page = ruling(pad, "Substitute")
    pad.phone.submit(page.form_with("player"), seat="2", player="Eve")
    assert pad.notice() == "Eve is in."
    assert "Ann & Eve" in pad.page.text
    pad.bids("4")
    assert pad.bidder == "Eve"
    assert "Eve is in for Cal from hand 2" in pad.phone.open(f"{pad.url}/history").text
    assert "Ann & Cal bid 7 · counted 7" in pad.phone.open(f"{pad.url}/hands/1/correction").text
    pad.phone.open(pad.url)
    pad.phone.open(next(link.url for link in pad.page.links if link.url.startswith("/tables/")))
    assert "Eve" in pad.page.text


def test_two_seats_swap_from_a_hand_on_and_back(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    page = ruling(pad, "Swap seats")
    assert "Then: Ben & Cal 70, Ann & Dee 51." in page.text
    assert "Partners: the sides stay as they are." in page.text
    pad.phone.submit(page.form_with("seats"), seats="0-1", hand="2")
    assert pad.notice() == "Ann and Ben swapped seats." or pad.notice() == "Ben and Ann swapped seats."
    assert "Ben & Cal" in pad.page.text
    assert "swapped seats from hand 2" in pad.phone.open(f"{pad.url}/history").text
    assert "Ann & Cal bid 7 · counted 7" in pad.phone.open(f"{pad.url}/hands/1/correction").text
    pad.phone.open(pad.url)
    pad.phone.submit(next(form for form in pad.page.forms if form.action.endswith("/undo")))
    assert "Ann & Cal" in pad.page.text


def test_names_in_the_wrong_seats_are_put_right_from_the_first_hand(pad: Pad) -> None:
    pad.hand("4, 3, 3, 2", 7)
    pad.phone.open(f"{pad.url}/seats?seat=0")
    pad.phone.tap("Swap with another seat")
    assert pad.page.html.count('name="seats"') == 3
    pad.phone.submit(pad.page.form_with("seats"), seats="0-1", hand="1")
    assert "Ben & Cal bid 7 · counted 7" in pad.phone.open(f"{pad.url}/hands/1/correction").text


def test_swap_needs_two_seats(played: Pad) -> None:
    page = ruling(played, "Swap seats")
    assert "Choose two seats to swap." in played.phone.submit(page.form_with("seats"), None, 422).text


@on_both
def test_substitute_is_one_of_the_table(pad: Pad) -> None:
    """Who played here before is a chip, without those who sit at the table now."""
    pad.hand("4, 3, 3, 2", 7)
    pad.phone.submit(ruling(pad, "Substitute").form_with("player"), seat="2", player="Eve")
    page = ruling(pad, "Substitute")
    assert re.findall(r'name="chosen" value="(.*?)"', page.html) == ["Cal"]
    pad.phone.submit(page.form_with("chosen"), seat="3", chosen="Cal")
    assert pad.notice() == "Cal is in."
    assert "Ben & Cal" in pad.page.text


@pytest.mark.parametrize(
    ("seat", "player", "wrong"),
    [
        (None, "Eve", "Choose who is leaving."),
        ("2", "  ", "Give the name of the substitute."),
        ("2", "Dee", "Two players would be called Dee; use another name"),
        ("2", "x" * 41, "it can have at most 40"),
    ],
)
def test_invalid_substitute_is_refused(played: Pad, seat: str | None, player: str, wrong: str) -> None:
    page = ruling(played, "Substitute")
    page = played.phone.submit(page.form_with("player"), None, 422, seat=seat, player=player)
    assert wrong in page.text
    assert "Ann & Cal" in played.reload().text


def test_finished_game_has_no_misdeal_and_no_concession(played: Pad) -> None:
    played.phone.submit(ruling(played, "Concede").form_with("forfeit"), forfeit="0")
    page = played.phone.open(f"{played.url}/rulings")
    assert "Misdeal" not in page.text
    played.phone.open(f"{played.url}/rulings/misdeal")
    assert played.notice() == "The game is over."
