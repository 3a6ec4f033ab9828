"""Bidding on one's own phone: only for the own seat, only while bidding; early bids and blind calls wait unseen."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.services.game_cache import load_game
from scorekeeper.storage.members import Role
from tests.access.cast import Cast
from tests.sharing.test_devices import removed, share
from tests.sharing.test_whose_phone import joins_as, says
from tests.web.browsing import Form, Page, Phone


@pytest.fixture(name="cast")
def bidding(cast: Cast) -> Cast:
    """The cast with a game in which Ann, Ben, Cal and Dee bid in this order, and may bid nil blind."""
    cast.game = cast.starts(cast.table, dealer="Dee", blind_nil=200, blind_behind=0)
    return cast


def game(cast: Cast, phone: Phone) -> Phone:
    phone.open(f"/games/{cast.game}")
    return phone


def keeps_score(cast: Cast) -> Phone:
    """Alice’s phone has the pen."""
    alice = share(cast)
    if alice.can_tap("Take the pen"):
        alice.tap("Take the pen")
    return game(cast, alice)


def sheet(cast: Cast) -> dict[str, str]:
    """The bids that everyone can see."""
    with cast.app.app_context():
        state = load_game(cast.game).state
        bids = {state.setup.player_at(seat): bid for seat, bid in enumerate(state.draft)}  # type: ignore[arg-type]
        return {name: "+".join(bid.calls) for name, bid in bids.items() if bid is not None}


def own_form(phone: Phone) -> Form:
    return next(form for form in phone.page.forms if form.action.endswith("/bids/own"))


def goes_blind(phone: Phone) -> Page:
    """Taps the key for a blind nil, whose label also says what it is worth."""
    button = next(button for button in phone.page.buttons if button.value == "blind-nil")
    return phone.submit(button.form, button)


def bids_in(cast: Cast) -> list[str]:
    """Everything about the game that another watcher and a keeper's program can read."""
    page_names = ("history", "across", "screen", "what-wins", "exports/json", "exports/text", "version", "events")
    pages = ["", *(f"/{name}" for name in page_names)]
    calls = ["", "/sheet", "/entries"]
    return [
        *(cast.charlie.get(f"/games/{cast.game}{page}").text for page in pages),
        *(cast.alice.get(f"/api/v1/games/{cast.game}{call}", headers=cast.bearer("alice")).text for call in calls),
    ]


def test_opened_early_bid_enters_the_bids_it_forces(cast: Cast) -> None:
    cast.game = cast.starts(cast.table, rules="suicide", dealer="Dee")
    scorer, ben = keeps_score(cast), says(cast, "wendy", "Ben")
    game(cast, ben).tap("3")
    assert sheet(cast) == {}
    game(cast, scorer).tap("4")
    assert sheet(cast) == {"Ann": "4", "Ben": "3", "Cal": "nil", "Dee": "nil"}


def test_four_players_bid_on_their_phones(cast: Cast) -> None:
    scorer = keeps_score(cast)
    ann, ben = says(cast, "wendy", "Ann"), joins_as(cast, "charlie", "Ben", Role.WATCHER)
    game(cast, ann)
    assert "Your bid, Ann" in ann.page.text
    assert "Waiting for Ben" in ann.tap("4").text
    assert sheet(cast) == {"Ann": "4"}
    assert "Your bid, Ben" in game(cast, ben).page.text
    assert "Waiting for Cal You bid 3" in ben.tap("3").text
    assert not [form for form in ben.page.forms if form.method == "post"]  # nothing else to write
    game(cast, scorer)
    scorer.tap("3")
    scorer.tap("2")
    assert sheet(cast) == {"Ann": "4", "Ben": "3", "Cal": "3", "Dee": "2"}
    history = game(cast, ann).open(f"/games/{cast.game}/history").text
    assert "Ann bid 4" in history
    assert "Ben bid 3" in history


def test_early_bid_waits_until_it_is_that_seats_turn(cast: Cast) -> None:
    scorer = keeps_score(cast)
    cal = says(cast, "wendy", "Cal")
    game(cast, cal)
    assert "Ann bids now" in cal.page.text
    assert "Waiting for Ann You bid 5, shown on your turn" in cal.tap("5").text
    assert sheet(cast) == {}
    game(cast, scorer)
    assert "has bid, not shown yet" in scorer.page.text
    scorer.tap("4")
    assert sheet(cast) == {"Ann": "4"}
    cal.tap("Change my bid")
    cal.tap("3")
    scorer.tap("3")
    assert sheet(cast) == {"Ann": "4", "Ben": "3", "Cal": "3"}
    assert "Dee bids" in scorer.page.text


def test_blind_call_is_hidden_until_everyone_has_bid(cast: Cast) -> None:
    scorer = keeps_score(cast)
    cast.joins("charlie", cast.score(Role.WATCHER))
    ann = says(cast, "wendy", "Ann")
    game(cast, ann)
    assert "You bid blind nil, hidden until all have bid" in goes_blind(ann).text
    assert "Ben bids" in game(cast, scorer).page.text
    assert not any("blind-nil" in read or "Ann bid " in read for read in bids_in(cast))
    scorer.tap("3")
    scorer.tap("3")
    assert sheet(cast) == {"Ben": "3", "Cal": "3"}
    scorer.tap("2")
    assert sheet(cast) == {"Ann": "blind-nil", "Ben": "3", "Cal": "3", "Dee": "2"}
    assert "Ann bid blind nil" in scorer.open(f"/games/{cast.game}/history").text


def test_other_phones_learn_that_a_bid_waits(cast: Cast) -> None:
    scorer = keeps_score(cast)
    before = cast.alice.get(f"/games/{cast.game}/version").headers["ETag"]
    cal = says(cast, "wendy", "Cal")
    game(cast, cal)
    cal.tap("5")
    assert cast.alice.get(f"/games/{cast.game}/version").headers["ETag"] != before
    assert f'data-version="{before.strip(chr(34))}"' in scorer.page.html


def test_scorekeeper_writes_another_bid_and_the_phone_asks(cast: Cast) -> None:
    scorer = keeps_score(cast)
    ann = says(cast, "wendy", "Ann")
    game(cast, ann)
    goes_blind(ann)
    scorer.tap("4")  # an outdated page
    assert "Two bids for Ann" in game(cast, ann).page.text
    assert "Bob" not in ann.page.text
    ann.tap("Blind nil Use mine")
    assert sheet(cast) == {"Ann": "blind-nil"}
    assert "Two bids" not in ann.page.text


def test_two_phones_of_one_player_that_bid_at_once_are_asked(cast: Cast) -> None:
    scorer = keeps_score(cast)
    ann = says(cast, "wendy", "Ann")
    game(cast, ann)
    scorer.tap("4")
    ann.tap("3", status=409)
    assert ann.page.heading == "Two bids for Ann"
    ann.tap("4 Keep theirs")
    assert sheet(cast) == {"Ann": "4"}


def test_theirs_is_kept(cast: Cast) -> None:
    scorer = keeps_score(cast)
    ann = says(cast, "wendy", "Ann")
    game(cast, ann)
    goes_blind(ann)
    scorer.tap("4")
    game(cast, ann).tap("4 Keep theirs")
    assert "Waiting for Ben You bid 4" in ann.page.text
    assert sheet(cast) == {"Ann": "4"}


def test_misdeal_drops_waiting_bids(cast: Cast) -> None:
    keeps_score(cast)
    cal = says(cast, "wendy", "Cal")
    game(cast, cal)
    cal.tap("5")
    entry = {"id": "1a43ff3e-21b8-4fd2-9fd5-8f6fd9a8bb10", "seq": None, "kind": "misdeal", "hand": 1}
    cast.alice.post(f"/api/v1/games/{cast.game}/entries", json=entry, headers=cast.bearer("alice"))
    assert "Your bid, Cal" in game(cast, cal).page.text


def test_nobody_bids_for_anothers_seat(cast: Cast) -> None:
    ann = says(cast, "wendy", "Ann")
    form = own_form(game(cast, ann))
    ann.submit(form, None, 403, seat="1", call="4")
    assert "You can bid for your own seat only." in ann.page.text
    assert sheet(cast) == {}


def test_watcher_who_is_nobody_bids_for_nobody(cast: Cast) -> None:
    wendy = says(cast, "wendy", "Ann")
    form = own_form(game(cast, wendy))
    says(cast, "wendy", "Nobody’s: use its own name")
    wendy.submit(form, None, 409, call="4")
    assert "Say who you are under Share." in wendy.page.text


def test_finished_bidding_takes_no_more_bids(cast: Cast) -> None:
    scorer = keeps_score(cast)
    ann = says(cast, "wendy", "Ann")
    form = own_form(game(cast, ann))
    for key in ("4", "3", "3", "2"):
        scorer.tap(key)
    ann.submit(form, call="5", was="4")
    assert "All bids are in; ask the scorekeeper to fix yours." in ann.page.text
    assert sheet(cast)["Ann"] == "4"
    form.fields["hand"] = "2"
    ann.submit(form, call="5")
    assert sheet(cast)["Ann"] == "4"


def given(cast: Cast, phone: Phone, status: int = 200, **fields: str) -> Any:
    """What the server answers a script that gives it a bid that waited on the phone."""
    form = own_form(phone)
    headers = {"Accept": "application/json"}
    answer = phone.client.post(f"{form.action}?after=1", data=form.fields | fields, headers=headers)
    assert answer.status_code == status
    return answer.get_json()


def start_of(cast: Cast, phone: Phone) -> str:
    """The id of the event after which the first hand was dealt."""
    return str(phone.client.get(f"/games/{cast.game}/events").get_json()["events"][0]["id"])


def test_bid_that_waited_on_the_phone_is_taken(cast: Cast) -> None:
    keeps_score(cast)
    ann, cal = says(cast, "wendy", "Ann"), joins_as(cast, "charlie", "Cal", Role.WATCHER)
    deal = start_of(cast, game(cast, cal))
    early = given(cast, cal, call="5", deal=deal)
    assert (early["own_bid"], early["events"]) == (["5"], [])
    opened = given(cast, game(cast, ann), call="4", deal=deal)
    assert (opened["own_bid"], [event["kind"] for event in opened["events"]]) == ([], ["bids"])
    assert given(cast, ann, call="4", deal=deal)["seq"] == opened["seq"], "the answer was lost"
    assert sheet(cast) == {"Ann": "4"}


def test_bid_of_an_earlier_deal_is_refused(cast: Cast) -> None:
    keeps_score(cast)
    cal = says(cast, "wendy", "Cal")
    deal = start_of(cast, game(cast, cal))
    entry = {"id": "1a43ff3e-21b8-4fd2-9fd5-8f6fd9a8bb10", "seq": None, "kind": "misdeal", "hand": 1}
    cast.alice.post(f"/api/v1/games/{cast.game}/entries", json=entry, headers=cast.bearer("alice"))
    assert given(cast, cal, 422, call="5", deal=deal)["error"]["code"] == "bidding-is-over"
    assert given(cast, cal, call="5", deal=str(entry["id"]))["own_bid"] == ["5"]


def test_bid_that_came_too_late_is_refused_with_its_reason(cast: Cast) -> None:
    scorer = keeps_score(cast)
    ann = says(cast, "wendy", "Ann")
    deal = start_of(cast, game(cast, ann))
    scorer.tap("3")
    assert given(cast, ann, 422, call="4", deal=deal)["error"]["code"] == "bid-since"
    for key in ("3", "3", "2"):
        scorer.tap(key)
    assert given(cast, ann, 422, call="4", deal=deal)["error"]["code"] == "bidding-is-over"
    assert sheet(cast)["Ann"] == "3"


def test_removed_phone_bids_no_more_and_its_waiting_bid_is_gone(cast: Cast) -> None:
    scorer = keeps_score(cast)
    cal = says(cast, "wendy", "Cal")
    game(cast, cal)
    form = own_form(cal)
    cal.tap("5")
    removed(share(cast), "Cal")
    cal.submit(form, None, 403, call="6")
    game(cast, scorer)
    scorer.tap("4")
    scorer.tap("3")
    assert "Cal bids" in scorer.page.text
    assert sheet(cast) == {"Ann": "4", "Ben": "3"}


def test_player_of_another_table_has_no_seat_here(cast: Cast) -> None:
    other = cast.starts(cast.other_table)
    ann = says(cast, "wendy", "Ann")
    form = own_form(game(cast, ann))
    form.action = f"/games/{other}/bids/own"
    ann.submit(form, None, 404, call="4")


def test_scorer_without_the_pen_bids_for_their_seat_and_after_a_tap_for_others(cast: Cast) -> None:
    keeps_score(cast)
    ben = says(cast, "bob", "Ben")
    assert "Your bid, Ben" in game(cast, ben).page.text
    ben.tap("3")
    assert sheet(cast) == {}
    ben.open(f"/games/{cast.game}?seat=0")
    ben.tap("4")
    assert sheet(cast) == {"Ann": "4", "Ben": "3"}
