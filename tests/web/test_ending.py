"""The end: who won and why, and a rematch with the next dealer."""

from __future__ import annotations

import re
from datetime import timedelta
from uuid import uuid4

from sqlalchemy import update

from scorekeeper.services.tables import remove_empty_game
from scorekeeper.storage.database import db, write_transaction
from scorekeeper.storage.events import events_of
from scorekeeper.storage.models import Game
from tests.databases import on_both
from tests.web.at_table import Pad, start_game, start_table
from tests.web.browsing import Form, Phone

BIG = "9, 1, 4, 1"
"""Ann & Cal bid 13, the others 2."""


def played_out(phone: Phone, table: str | None = None) -> Pad:
    pad = start_game(phone, table=table or start_table(phone), target="200")
    pad.hand(BIG, 13)
    pad.hand("1, 4, 1, 9", 13)
    return pad


def test_end_says_who_won_and_why(phone: Phone) -> None:
    pad = played_out(phone)
    assert pad.page.heading == "Game over"
    assert "Ann & Cal win" in pad.page.text
    assert "200" in pad.page.text
    assert "Partnership Spades · to 200" in pad.page.text
    assert pad.bidder is None


def test_end_has_the_score_the_curve_and_one_main_action(phone: Phone) -> None:
    page = played_out(phone).page
    assert re.search(r"Ann & Cal win \d+(–| to −)\d+ Reached 200 by hand 2\.", page.text)
    assert page.html.count('class="button main"') == 1
    parts = ("Ann & Cal win", "Totals after 2 hands", "Share result", "Rematch", "Confirm the score", "Swap partners")
    places = [page.html.replace("&amp;", "&").find(part) for part in parts]
    assert places == sorted(places)
    assert -1 not in places
    assert "Confirm the score, 0 of 2 sides" in page.html
    card = phone.tap("Share result")
    assert re.search(r">Ann &amp; Cal beat Ben &amp; Dee .+ \(2 hands\)\n", card.html)


def test_end_has_each_total_once_and_leads_to_why(phone: Phone) -> None:
    pad = played_out(phone)
    page = pad.page
    assert "data-total" not in page.html, "no board: the heading has the score"
    whys = [link for link in page.links if "/why/totals/" in link.url]
    sides = zip(pad.totals, ("Ann & Cal", "Ben & Dee"), strict=True)
    assert [link.label for link in whys] == [f"Why {total:.0f}? {side}".replace("-", "−") for total, side in sides]
    assert phone.open(whys[0].url).heading.startswith("Why ")


def test_end_has_the_board_where_the_heading_has_no_score(phone: Phone) -> None:
    pad = start_game(phone, "cutthroat", ("Ann", "Ben", "Cal"), "Cal", target="50")
    pad.bids("6, 4, 3")
    for name, tricks in (("Ann", 7), ("Ben", 6)):
        pad.took(name, tricks)
    pad.save()
    assert pad.page.heading == "Game over"
    assert len(pad.totals) == 3
    score = "–".join(f"{total:.0f}" for total in sorted(pad.totals, reverse=True))
    assert f"{score}." not in pad.page.text


def test_moments_have_the_numbers_of_their_pins_on_the_curve(phone: Phone) -> None:
    page = played_out(phone).page
    pins = re.findall(r'<text class="pin"[^>]*>(\d)', page.html)
    assert pins == re.findall(r'<span class="pin"[^>]*>(\d)', page.html)
    assert pins == ["1", "2"]


def test_end_has_one_reason(phone: Phone) -> None:
    """What decided it; how often somebody was set did not."""
    pad = start_game(phone, target="200")
    for bids in ("4, 3, 4, 3", "3, 4, 3, 4") * 2:
        pad.hand(bids, 6)
    assert "Reached 200 by hand" in pad.page.text
    assert "set 4 times" not in pad.page.text


def test_bid_that_wins_outright_ends_the_game(phone: Phone) -> None:
    pad = start_game(phone, "berkley-three-1", ("Ann", "Ben", "Cal"), "Cal")
    for label in ("3", "Blind 10 wins", "0"):
        phone.tap(label)
    pad.took("Ann", 3)
    pad.took("Ben", 10)
    assert "This ends the game: Ben wins outright." in pad.page.text
    pad.save()
    assert pad.page.heading == "Game over"
    assert "Ben wins outright" in pad.page.text


def test_duration_runs_to_the_last_hand_and_a_paused_game_has_none(phone: Phone) -> None:
    table = start_table(phone)
    pad = played_out(phone, table)
    game_id = pad.url.rpartition("/")[2]
    for passed, shown in ((timedelta(minutes=72), "2 hands · 1 h 12"), (timedelta(days=2), "2 hands")):
        with phone.client.application.app_context(), write_transaction():
            last = max(event.at for event in events_of(game_id))
            db.session.execute(update(Game).where(Game.id == game_id).values(created=last - passed))
        assert f"Game over {shown} Score sheet" in pad.reload().text
        assert f"beat Ben & Dee 260 to −40 {shown} Play" in phone.open(f"{table}/history").text


def test_finished_game_has_no_bidding(phone: Phone) -> None:
    pad = start_game(phone, target="100")
    old = pad.page
    pad.hand(BIG, 13)
    phone.page = old
    phone.tap("4")
    assert pad.page.heading == "Game over"
    assert pad.notice()


def test_negative_total_has_a_minus_sign_everywhere(phone: Phone) -> None:
    table = start_table(phone)
    pad = start_game(phone, table=table, target="100")
    pad.bids(BIG)
    phone.tap("13")
    assert "This ends the game: Ann & Cal win 130 to −20." in pad.page.text
    assert "130 to −20" in pad.save().text
    assert "130 to −20" in phone.open(table).text


def test_a_rematch_moves_the_deal(phone: Phone) -> None:
    pad = played_out(phone)
    assert phone.tap("Rematch").heading == "Hand 1"
    assert (pad.dealer, pad.bidder) == ("Ann", "Ben")
    assert pad.totals == [0, 0]
    assert "200 to go" in pad.page.text


def test_two_taps_on_rematch_start_one_game(phone: Phone) -> None:
    played_out(phone)
    form = next(button for button in phone.page.buttons if button.label == "Rematch").form
    first = phone.submit(form).url
    assert phone.submit(form).url == first


def test_end_leads_to_the_rematch(phone: Phone) -> None:
    over = played_out(phone).url
    rematch = phone.tap("Rematch").url
    page = phone.open(over)
    assert [link.url for link in page.links if link.label == "Rematch: game 2"] == [rematch]
    assert "Rematch" not in [button.label for button in page.buttons]


def rematch_form(phone: Phone) -> Form:
    """The form of the page, which goes on offering a rematch on a phone that keeps it."""
    return next(button for button in phone.page.buttons if button.label == "Rematch").form


def rematches(phone: Phone, over: str) -> dict[str, str]:
    """The links from a finished game to its rematches: labels and URLs."""
    return {link.label: link.url for link in phone.open(over).links if link.label.startswith("Rematch")}


@on_both
def test_old_page_leads_to_the_rematch_that_has_begun(phone: Phone) -> None:
    over, form = played_out(phone).url, rematch_form(phone)
    first = phone.submit(form, entry_id=str(uuid4())).url
    other = Pad(phone)
    assert phone.submit(form, entry_id=str(uuid4())).url == first
    assert other.notice() == "The rematch has already begun: game 2."
    assert rematches(phone, over) == {"Rematch: game 2": first}


def test_old_page_starts_another_rematch_once_the_first_is_over(phone: Phone) -> None:
    over, form = played_out(phone).url, rematch_form(phone)
    first = Pad(phone)
    phone.submit(form, entry_id=str(uuid4()))
    first.hand("1, 4, 1, 9", 13)
    first.hand("4, 1, 9, 1", 13)
    assert first.page.heading == "Game over"
    again = phone.submit(form, entry_id=str(uuid4()))
    assert (again.heading, first.totals) == ("Hand 1", [0, 0])
    assert list(rematches(phone, over)) == ["Rematch: game 2", "Rematch: game 3"]


def test_old_page_starts_another_rematch_once_the_first_is_deleted(phone: Phone) -> None:
    over, form = played_out(phone).url, rematch_form(phone)
    first = phone.submit(form, entry_id=str(uuid4())).url
    with phone.client.application.app_context():
        remove_empty_game(first.rpartition("/")[2])
    assert rematches(phone, over) == {}
    assert phone.submit(form, entry_id=str(uuid4())).heading == "Hand 1"


def test_rematches_that_two_phones_played_without_the_server_both_stay(phone: Phone) -> None:
    """Each has taps that the other lacks; what only one phone has opened leads to the other's game."""
    over, form = played_out(phone).url, rematch_form(phone)
    one, two = (str(uuid4()) for _ in range(2))
    first = phone.submit(form, entry_id=one, taps="yes").url
    assert phone.submit(form, entry_id=str(uuid4())).url == first
    other = phone.submit(form, entry_id=two, taps="yes").url
    assert rematches(phone, over) == {"Rematch: game 2": first, "Rematch: game 3": other}
    for entry_id, own in ((one, first), (two, other)):
        assert phone.submit(form, entry_id=entry_id).url == own, "a repeated post is the same game"


def test_end_leads_to_the_rematch_even_after_other_games(phone: Phone) -> None:
    table = start_table(phone)
    over, form = played_out(phone, table).url, rematch_form(phone)
    start_game(phone, table=table)
    rematch = phone.submit(form, entry_id="").url
    assert rematches(phone, over) == {"Rematch: game 3": rematch}


def test_a_rematch_without_an_id_is_a_rematch(phone: Phone) -> None:
    for number, entry_id in enumerate(("", "me", "x" * 99), start=1):
        played_out(phone, start_table(phone, f"Table {number}"))
        assert phone.submit(rematch_form(phone), entry_id=entry_id).heading == "Hand 1"


def test_game_in_progress_has_no_rematch(phone: Phone) -> None:
    pad = played_out(phone)
    form = next(button for button in phone.page.buttons if button.label == "Rematch").form
    pad.phone.tap("Undo")
    phone.submit(form)
    assert "This game is not over" in pad.notice()


def test_undo_reopens_the_game(phone: Phone) -> None:
    pad = played_out(phone)
    phone.tap("Undo")
    assert pad.page.heading == "Hand 2"
    assert pad.totals == [130, -20]
    phone.tap("Redo")
    assert pad.page.heading == "Game over"


def test_tie_at_the_target_continues_the_game(phone: Phone) -> None:
    pad = start_game(phone, "two-player", ("Ann", "Ben"), "Ben", target="60", bags="0")
    for bids in ("2, 1", "1, 2", "2, 1"):
        pad.hand(bids, 2)
    assert pad.totals == [60, 60]
    assert pad.page.heading == "Hand 4"
    pad.hand("1, 2", 3)
    assert pad.page.heading == "Game over"
    assert pad.totals == [81, 79]
    assert "Ann wins" in pad.page.text
