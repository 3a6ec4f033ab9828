"""The end: who won and why, and a rematch with the next dealer."""

from __future__ import annotations

import re
from datetime import timedelta

from sqlalchemy import update

from scorekeeper.storage import Game, db, events_of, write_transaction
from tests.databases import on_both
from tests.web.at_table import Pad, start_game, start_table
from tests.web.browsing import Phone

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
    assert re.search(r"Ann & Cal win \d+(–| to −)\d+ Reached 200 in hand 2\.", page.text)
    assert page.html.count('class="button main"') == 1
    parts = ("Ann & Cal win", "Totals after 2 hands", "Share result", "Rematch", "Swap partners", "Confirm the score")
    places = [page.html.replace("&amp;", "&").find(part) for part in parts]
    assert places == sorted(places)
    assert -1 not in places
    assert "Confirm the score 0 of 2 sides" in page.text
    card = phone.tap("Share result")
    assert 'value="Ann &amp; Cal beat' in card.html
    assert ", 2 hands" in card.html


def test_end_says_how_often_the_losers_were_set(phone: Phone) -> None:
    pad = start_game(phone, target="200")
    for bids in ("4, 3, 4, 3", "3, 4, 3, 4") * 2:
        pad.hand(bids, 6)
    assert "Ann & Cal were set 4 times." in pad.page.text


def test_bid_that_wins_outright_ends_the_game(phone: Phone) -> None:
    pad = start_game(phone, "berkley-three-1", ("Ann", "Ben", "Cal"), "Cal")
    for label in ("3", "Blind 10 wins", "0"):
        phone.tap(label)
    pad.took("Ann", 3)
    pad.took("Ben", 10)
    assert "Ben won outright in hand 1." in pad.page.text
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
    assert "Ann & Cal won 130 to −20" in pad.page.text
    assert "130 to −20" in pad.save().text
    assert "130 to −20" in phone.open(table).text


@on_both
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


@on_both
def test_end_leads_to_the_rematch(phone: Phone) -> None:
    over = played_out(phone).url
    rematch = phone.tap("Rematch").url
    page = phone.open(over)
    assert [link.url for link in page.links if link.label == "Rematch: game 2"] == [rematch]
    assert "Rematch" not in [button.label for button in page.buttons]


def test_end_leads_to_the_latest_rematch_even_after_other_games(phone: Phone) -> None:
    table = start_table(phone)
    pad = played_out(phone, table)
    over, form = pad.url, next(button for button in phone.page.buttons if button.label == "Rematch").form
    start_game(phone, table=table)
    phone.submit(form, entry_id="")
    latest = phone.submit(form, entry_id="").url
    assert [link.url for link in phone.open(over).links if link.label.startswith("Rematch")] == [latest]


def test_a_rematch_without_an_id_is_a_rematch(phone: Phone) -> None:
    played_out(phone)
    form = next(button for button in phone.page.buttons if button.label == "Rematch").form
    for entry_id in ("", "me", "x" * 99):
        assert phone.submit(form, entry_id=entry_id).heading == "Hand 1"


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
