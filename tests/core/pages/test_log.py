"""The game log as plain data: day by day, a hand in one row, what was undone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scorekeeper.core.game import SUBSTITUTE, GameState
from scorekeeper.core.pages.looking_up.log import GameLog, Moment
from tests.core.game.games import EVEN, bid, correct, partnership, play, undo, write
from tests.core.pages.contexts import address, at_the_table

View = dict[str, Any]


def written(seq: int) -> Moment:
    """One event per minute, from midnight on; from the 60th on it is the next day."""
    return Moment("Friday" if seq < 60 else "Saturday", {"clock": f"00:{seq % 60:02}", "iso": f"event {seq}"})


def log_of(state: GameState, before: int | None = None, **other: Any) -> View:
    log = GameLog(state, at_the_table(**other), written)
    return log.view() if before is None else log.view(before)


def rows(log: View) -> list[View]:
    return [row for day in log["days"] for row in day["rows"]]


def test_log_has_the_newest_event_first_day_by_day() -> None:
    log = log_of(play(partnership(target=10_000), *[EVEN] * 70))
    assert [day["name"] for day in log["days"]] == ["Saturday", "Friday"]
    assert rows(log)[0]["what"] == "Hand 70: Ann & Cal took 7, Ben & Dee 6"
    assert rows(log)[-1]["what"] == "Game started"


def test_log_is_shown_a_hundred_events_at_a_time() -> None:
    state = play(partnership(target=10_000), *[EVEN] * 120)
    log = log_of(state)
    assert (len(rows(log)), log["older"]) == (100, address("log.show", game="g1", before=22))
    older = log_of(state, before=22)
    assert ([row["seq"] for row in rows(older)][:1], older["older"]) == ([21], None)


def test_log_says_who_undid_what() -> None:
    (row,) = rows(log_of(undo(play(partnership(), EVEN))))[0]["more"]
    assert row["undone"]
    assert row["undone_by"] == {"who": "", "at": written(3).time}  # no phone of this game has a name


def test_log_says_which_entries_no_known_phone_wrote() -> None:
    """Where no phone has a name, that says nothing, so neither does the log."""
    state = play(partnership(), EVEN)
    assert [row["who"] for row in rows(log_of(state))] == ["", ""]
    named = bid(state, "4", None, None, None)
    named = state.apply(replace(named.events[-1], who="Ann’s phone"))
    assert [row["who"] for row in rows(log_of(named))] == ["Ann’s phone", "Unknown phone", "Unknown phone"]


def test_bids_and_count_of_a_hand_are_one_row() -> None:
    state = partnership()
    for bids in (("4", None, None, None), ("4", "3", None, None), ("4", "3", "3", "2")):
        state = bid(state, *bids)
    state = bid(play(state, EVEN), None, "5", None, None)
    now, played, started = rows(log_of(state))
    assert (now["what"], now["more"]) == ("Hand 2: Ben bid 5", [])
    assert played["what"] == "Hand 1: Ann & Cal took 7, Ben & Dee 6"
    assert [row["what"] for row in played["more"]] == [
        "Hand 1: Cal bid 3, Dee bid 2",
        "Hand 1: Ben bid 3",
        "Hand 1: Ann bid 4",
    ]
    assert started["more"] == []


def test_only_scorers_can_undo_events_without_later_ones() -> None:
    state = play(partnership(), EVEN, EVEN)
    buttons = {row["seq"]: row["take_back"] for row in rows(log_of(state))}
    assert buttons == {
        3: {"action": address("log.take_back", game="g1", entry=3), "label": "Undo this"},
        2: None,
        1: None,
    }
    assert [row["take_back"] for row in rows(log_of(state, may_write=False))] == [None] * 3


def test_second_substitute_is_in_for_the_first() -> None:
    state = play(partnership(), EVEN, EVEN)
    for hand, player in ((2, "Eve"), (3, "Fay")):
        state = write(state, SUBSTITUTE, hand=hand, seat=2, player=player)
    newest, before = rows(log_of(state))[:2]
    assert before["what"] == "Eve is in for Cal from hand 2"
    assert newest["what"] == "Fay is in for Eve from hand 3"


def test_correction_is_described_by_what_it_changes() -> None:
    state = correct(play(partnership(), EVEN), 1, "Ann 4 and Cal 3 took 8, Ben 3 and Dee 2 took 5")
    assert rows(log_of(state))[0]["what"] == "Hand 1 corrected: Ann & Cal took 7 → 8, Ben & Dee took 6 → 5"
    again = correct(state, 1, "Ann 4 and Cal 3 took 9, Ben 3 and Dee 2 took 4")
    assert rows(log_of(again))[0]["what"] == "Hand 1 corrected: Ann & Cal took 8 → 9, Ben & Dee took 5 → 4"


def test_renege_is_marked_where_it_was_ruled() -> None:
    ruled = "; Ann gives Ben 3 books"
    state = play(partnership(), EVEN)
    state = correct(state, 1, f"{EVEN}{ruled}")
    state = correct(state, 1, f"Ann 4 and Cal 3 took 8, Ben 3 and Dee 2 took 5{ruled}")
    assert [bool(row["badge"]) for row in rows(log_of(state))[:3]] == [False, True, False]


def test_bid_that_was_taken_out_is_said() -> None:
    state = bid(bid(partnership(), "4", "3", None, None), "4", None, None, None)
    assert rows(log_of(state))[0]["what"].endswith("Ben has no bid")
