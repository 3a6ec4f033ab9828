"""The event that a press records, or the code of its refusal."""

from collections.abc import Callable

import pytest

from scorekeeper.core.game import AGREED, DISPUTED, OWN_DEVICE, GameState, NotNow, moves, rulings
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.deal import Adjustment, Bid, Renege
from scorekeeper.core.rules.seating import Seat, Shape, Side
from scorekeeper.core.sheet.hands import PARTNERS
from scorekeeper.core.sheet.model import MAX_MINUTES
from tests.core.game.games import EVEN, PAIRS, begin, bid, partnership, play, totals
from tests.each_case import each_case
from tests.hand_notation import Seats, hand
from tests.tables import sheet_of

FIRST, SECOND = Side(0), Side(1)


def tap(state: GameState, seat: int, call: str, **more: str) -> GameState:
    """The state after a bid."""
    event = moves.bid(state, {"hand": str(state.board.next_number), "seat": str(seat), "call": call, **more})
    return state if event is None else state.apply(event)


def test_tapped_bid_is_added_to_the_others() -> None:
    state = tap(tap(partnership(), 0, "4"), 1, "nil")
    assert state.draft == (Bid(("4",)), Bid(("nil",)), None, None)
    assert tap(state, 0, "5", was="4").draft[0] == Bid(("5",))


def test_a_bid_has_one_spelling() -> None:
    berkley = begin(sheet_of("berkley-two"))
    assert tap(berkley, 0, "4", added="big-bemo+nil-front").draft[0] == Bid(("4", "nil-front", "big-bemo"))
    assert tap(partnership(), 0, " 0 ").draft[0] == Bid(("nil",))


def test_number_of_a_pair_counts_for_both_partners() -> None:
    first = tap(partnership(pair_bids="pair"), 0, "5").draft
    assert first == (Bid(("5",)), None, PARTNERS, None)
    assert tap(tap(partnership(pair_bids="pair"), 0, "5"), 2, "6").draft == (PARTNERS, None, Bid(("6",)), None)


def test_nil_beside_the_number_of_a_pair_is_of_the_partner_it_names() -> None:
    nil, six = Bid(("nil",)), Bid(("6",))
    for tapped in (0, 2):
        of_ann, of_cal = [tap(partnership(pair_bids="pair"), tapped, "6", added=f"nil-{seat}") for seat in (0, 2)]
        assert (of_ann.draft, of_cal.draft) == ((nil, None, six, None), (six, None, nil, None))


def test_blind_number_counts_for_both_unless_the_partner_has_bid() -> None:
    state = partnership(blind_numbers=6, blind_behind=0)
    blind = tap(state, 0, "blind-7")
    assert blind.draft == (Bid(("blind-7",)), None, PARTNERS, None)
    assert tap(blind, 0, "4", was="blind-7").draft == (Bid(("4",)), None, None, None)
    assert tap(tap(state, 2, "3"), 0, "4").draft == (Bid(("4",)), None, Bid(("3",)), None)
    assert tap(tap(state, 2, "nil"), 0, "blind-7").draft == (Bid(("blind-7",)), None, Bid(("nil",)), None)


def test_double_tap_is_no_event() -> None:
    state = tap(partnership(), 0, "4")
    assert moves.bid(state, {"hand": "1", "seat": "0", "call": "4"}) is None
    assert moves.keep_bids(partnership(), {"hand": "1"}) is None


def test_a_bid_of_another_hand_is_for_the_game_to_refuse() -> None:
    event = moves.bid(play(partnership(), EVEN), {"hand": "1", "seat": "1", "call": "4"})
    assert event is not None
    assert (event.seq, event.hand, event.bids) == (3, 1, (None, Bid(("4",)), None, None))


def test_outdated_bid_is_a_clash() -> None:
    """It saw no bid by Ann, or a different one."""
    state = tap(partnership(), 0, "4")
    for was in ("", "3"):
        fields = {"hand": "1", "seat": "0", "call": "5", "was": was}
        assert refusal_of(lambda fields=fields: moves.bid(state, fields)) == "bid-since"  # type: ignore[misc]
    assert tap(state, 0, "5", was="4").draft[0] == Bid(("5",))


def test_same_bid_or_other_seat_is_no_clash() -> None:
    state = tap(partnership(), 0, "4")
    assert moves.bid(state, {"hand": "1", "seat": "0", "call": "4"}) is None
    assert tap(state, 1, "5").draft[:2] == (Bid(("4",)), Bid(("5",)))


def test_rebid_keeps_the_bid_it_replaces() -> None:
    state = tap(tap(partnership(), 0, "4"), 0, "5", later="yes", was="4")
    assert state.draft[0] == Bid(("5",), (("4",),))
    assert tap(state, 0, "5", later="yes") is state
    assert tap(partnership(), 0, "5", later="yes").draft[0] == Bid(("5",))


def test_a_bid_kept_where_everyone_is_asked_again_is_recorded_twice() -> None:
    state = tap(begin(sheet_of("gambling", shape=Shape(3))), 1, "4")
    assert tap(state, 1, "4", later="yes", was="4").draft[1] == Bid(("4",), (("4",),))


def test_a_form_says_which_bid_it_saw() -> None:
    berkley = begin(sheet_of("berkley-two"))
    assert moves.bid_seen(berkley, Seat(0)) == ""
    assert moves.bid_seen(tap(berkley, 0, "4", added="nil-front+big-bemo"), Seat(0)) == "4+nil-front+big-bemo"


def test_kept_bids_are_recorded_again() -> None:
    event = moves.keep_bids(tap(partnership(), 2, "4"), {"hand": "1"})
    assert event is not None
    assert event.bids == (None, None, Bid(("4",), (("4",),)), None)


@each_case(
    "fields",
    [
        {"seat": "0", "call": "4"},
        {"hand": "1", "call": "4"},
        {"hand": "1", "seat": "4", "call": "4"},
        {"hand": "1", "seat": "-1", "call": "4"},
        {"hand": "1", "seat": "0"},
        {"hand": "1", "seat": "0", "call": "4" * 41},
        {"hand": "1", "seat": "0", "call": "4", "added": "x" * 81},
        {"hand": "0", "seat": "0", "call": "4"},
    ],
)
def test_invalid_fields_are_refused(fields: dict[str, str]) -> None:
    assert refusal_of(lambda: moves.bid(partnership(), fields)) == "no-such-key"


@each_case("fields", [{"call": "4" * 40}, {"call": "4", "added": "x" * 80}])
def test_longest_fields_are_read(fields: dict[str, str]) -> None:
    assert refusal_of(lambda: moves.bid(partnership(), {"hand": "1", "seat": "0", **fields})) == "unknown-call"


def test_saved_hand_has_its_note_and_overruled() -> None:
    fields = {"hand": "1", "note": "  a long\thand ", "overruled": "yes"}
    event = moves.save_hand(partnership(), fields, hand(PAIRS, EVEN))
    assert (event.seq, event.hand, event.record.note, event.record.overruled) == (2, 1, "a long hand", True)
    assert totals(partnership().apply(event)) == [70, 51]


@each_case(
    ("fields", "written", "code"),
    [
        ({"hand": "1"}, ["4", "3"], "wrong-kind"),
        ({"hand": "1"}, {"bids": []}, "missing-part"),
        ({"hand": "1"}, {**hand(PAIRS, EVEN), "reason": "late"}, "unknown-part"),
        ({"hand": "first"}, hand(PAIRS, EVEN), "not-whole"),
        ({"hand": "0"}, hand(PAIRS, EVEN), "out-of-range"),
    ],
)
def test_malformed_hand_is_refused(fields: dict[str, str], written: object, code: str) -> None:
    assert refusal_of(lambda: moves.save_hand(partnership(), fields, written)) == code


def test_a_correction_has_a_reason() -> None:
    state, written = play(partnership(), EVEN), hand(PAIRS, "Ann 4 and Cal 3 took 6, Ben 3 and Dee 2 took 7")
    event = moves.correct(state, {"hand": "1", "reason": " miscounted "}, written)
    assert event.reason == "miscounted"
    assert totals(state.apply(event)) == [-70, 52]
    assert refusal_of(lambda: moves.correct(state, {"hand": "1", "reason": " "}, written)) == "no-reason"


def test_undo_and_redo_name_their_event() -> None:
    state = play(partnership(), EVEN)
    undone = state.apply(moves.undo(state))
    assert undone.events[-1] == moves.undo_event(state, 2)
    assert undone.apply(moves.redo(undone)).board == state.board
    assert refusal_of(lambda: moves.undo(partnership())) == "nothing-to-undo"
    assert refusal_of(lambda: moves.redo(state)) == "nothing-to-redo"
    assert refusal_of(lambda: moves.undo_event(state, 1)) == "entry-starts-game"


def test_stop_and_reopen() -> None:
    state = play(partnership(), EVEN)
    stopped = state.apply(moves.stop(state, {"reason": " the last bus "}))
    assert stopped.closed == "the last bus"
    assert stopped.apply(moves.reopen(stopped)).closed is None
    assert moves.stop(state, {}).reason is None
    bidden = bid(state, "4", None, None, None)
    assert (state.apply(moves.stop(state, {})).closed, bidden.apply(moves.stop(bidden, {})).draft) == ("", (None,) * 4)
    with pytest.raises(NotNow):
        state.apply(moves.reopen(state))


def test_only_a_dispute_has_a_hand_and_a_note() -> None:
    state = play(partnership(), EVEN)
    fields = {"hand": "1", "note": " we took 8 "}
    agreed = moves.sign(state, fields | {"verdict": AGREED}, FIRST, OWN_DEVICE)
    disputed = moves.sign(state, fields | {"verdict": DISPUTED}, SECOND, OWN_DEVICE)
    assert (agreed.side, agreed.verdict, agreed.hand, agreed.note) == (0, AGREED, None, "")
    assert (disputed.side, disputed.verdict, disputed.hand, disputed.note) == (1, DISPUTED, 1, "we took 8")
    assert refusal_of(lambda: moves.sign(state, {}, Side(2), OWN_DEVICE)) == "out-of-range"


def test_a_misdeal_is_of_the_next_hand() -> None:
    state = bid(play(partnership(), EVEN), "4", None, None, None)
    event = rulings.misdeal(state, {"called_by": "1", "reason": "exposed card"})
    assert (event.hand, event.called_by, event.reason) == (2, 1, "exposed card")
    assert state.apply(event).draft == (None,) * 4
    assert rulings.misdeal(state, {}).called_by is None
    assert refusal_of(lambda: rulings.misdeal(state, {"called_by": "2"})) == "out-of-range"
    assert refusal_of(lambda: rulings.misdeal(state, {"called_by": "Ann"})) == "not-whole"


def test_forfeit_move() -> None:
    state = play(partnership(), EVEN)
    assert state.apply(rulings.forfeit(state, {"forfeit": "0"})).forfeit == FIRST
    assert rulings.forfeit(state, {"forfeit": "0", "reason": "a quarrel"}).reason == "a quarrel"
    assert refusal_of(lambda: rulings.forfeit(state, {"reason": "late"})) == "who-gives-up"
    assert refusal_of(lambda: rulings.forfeit(state, {"forfeit": "2"})) == "out-of-range"


def test_substitute_move() -> None:
    state = play(partnership(), EVEN)
    event = rulings.substitute(state, {"seat": "2", "player": " Eve ", "hand": "2"})
    assert state.apply(event).setup.player_at(event.seat) == "Eve"
    assert refusal_of(lambda: rulings.substitute(state, {"player": "Eve"})) == "who-gets-up"
    assert refusal_of(lambda: rulings.substitute(state, {"seat": "2", "player": " "})) == "who-sits-down"
    assert refusal_of(lambda: rulings.substitute(state, {"seat": "2", "player": "Eve"})) == "not-whole"


def test_renege_is_added_to_the_given_or_last_hand() -> None:
    state = play(partnership(), EVEN, EVEN)
    event = rulings.renege(state, {"by": "1", "to": "0", "books": "2", "hand": "1"})
    assert (event.hand, event.record.reneges) == (1, (Renege(SECOND, FIRST, 2),))
    assert rulings.renege(state, {}).hand == 2


def test_a_ruling_has_its_offense_and_what_it_costs() -> None:
    state = play(partnership(), EVEN, EVEN)

    def ruled(**fields: str) -> Renege:
        return rulings.renege_in(state, fields, 2)

    assert ruled(**{"for": "talk", "costs": "set"}) == Renege(FIRST, None, 0, "", "set", "talk")
    assert ruled(**{"for": "sneezing", "costs": "warning", "by": "1"}) == Renege(SECOND, None, 0, "", "warning")
    assert ruled(costs="a round of drinks", to="nobody", books="2") == Renege(FIRST, None, 2)
    assert ruled(**{"for": "phone"}) == Renege(FIRST, SECOND, 1, "", "books", "phone")
    assert rulings.renege_in(play(partnership(renege="game"), EVEN), {}, 1) == Renege(FIRST, None, 0, "", "game")


def test_a_renege_stays_open_until_three_books_are_taken() -> None:
    state = play(partnership(), EVEN, EVEN)
    begun = state.apply(rulings.renege(state, {"by": "0", "to": "1", "of": "parts", "books": "2"}))
    (label,) = rulings.open_reneges(begun)
    assert rulings.renege_in(begun, {"of": label, "costs": "set"}, 2) == Renege(FIRST, SECOND, 1, label)
    done = begun.apply(rulings.renege(begun, {"of": label}))
    assert rulings.open_reneges(done) == {}


def test_label_of_a_renege_has_no_more_than_36_letters_of_a_long_name() -> None:
    sheet = sheet_of("partnership", dealer="Dee")
    sheet["sides"][0]["name"] = "The Old Sharks of the Lower Harbour"
    ruled = rulings.renege_in(play(begin(sheet), EVEN), {"of": "parts"}, 1)
    assert ruled.of == "hand 1, The Old Sharks of the Lower "


def test_a_hand_is_in_play_when_all_have_bid_it() -> None:
    assert rulings.is_in_play(bid(partnership(), "4", "3", "3", "2"))
    assert not rulings.is_in_play(bid(partnership(), "4", "3", "3", None))
    assert not rulings.is_in_play(bid(partnership(least_total=10), "2", "2", "2", "2")), "bid too low to be played"
    itself = partnership(first_hand="bids-itself")
    assert rulings.is_in_play(itself)
    assert not rulings.is_in_play(itself.apply(moves.stop(itself, {}))), "over"


def test_minutes_of_a_call_of_time() -> None:
    asked = [rulings.call_time(partnership(), {"minutes": minutes}) for minutes in ("41", "-3", "x", "9999999")]
    assert [(call.hand, call.minutes) for call in asked] == [(1, 41), (1, 0), (1, 0), (1, MAX_MINUTES)]
    assert rulings.call_time(partnership(), {}).minutes == 0
    played = play(partnership(), EVEN)
    call = rulings.call_time(played, {"hand": "2"})
    assert (call.seq, call.hand) == (3, 2)
    assert rulings.call_time(partnership(), {"hand": "2"}).hand == 2


def test_agreed_points_of_a_game_in_tenths() -> None:
    state = begin(sheet_of("call-break"))
    written = hand(Seats(4, 1, 13), "Ann 2 took 9, Ben 5 took 2, Cal 3 took 1, Dee 2 took 1")
    played = state.apply(moves.save_hand(state, {"hand": "1"}, written))
    ruled = rulings.agreed_points(played, {"side": "3", "points": "-1.5", "why": "late"})
    assert ruled.record.adjustments == (Adjustment(Side(3), -15, "late"),)
    assert refusal_of(lambda: rulings.agreed_points(played, {"points": "1.55", "why": "x"})) == "not-agreed-tenths"


def test_renege_in_parts_has_a_unique_label() -> None:
    state = play(partnership(), EVEN, EVEN)
    first = rulings.renege(state, {"by": "0", "to": "1", "of": "parts"})
    begun = state.apply(first)
    label = first.record.reneges[0].of
    assert label == "hand 2, Ann & Cal"
    again = rulings.renege(begun, {"by": "0", "to": "1", "of": "parts"}).record.reneges[-1]
    assert again.of == "hand 2, Ann & Cal 2"
    more = rulings.renege(begun, {"by": "1", "to": "0", "of": label, "hand": "1", "books": "2"})
    assert more.record.reneges == (Renege(FIRST, SECOND, 2, label),)


def test_agreed_points_are_added_to_the_hand() -> None:
    state = play(partnership(), EVEN)
    event = rulings.agreed_points(state, {"side": "1", "points": " −30 ", "why": "talking  across"})
    assert event.record.adjustments == (Adjustment(SECOND, -30, "talking across"),)
    assert rulings.agreed_points(state, {"points": "+5", "why": "fun"}).record.adjustments[0].points == 5
    for points in ("", "0", "much", "--3", "9999999"):
        refused = refusal_of(lambda given=points: rulings.agreed_points(state, {"points": given, "why": "x"}))  # type: ignore[misc]
        assert refused == "not-agreed-points"
    assert refusal_of(lambda: rulings.agreed_points(state, {"points": "5", "why": " "})) == "points-for-what"


def test_every_press_is_the_next_event() -> None:
    state, written = play(partnership(), EVEN), hand(PAIRS, EVEN)
    presses = [
        moves.bid(state, {"hand": "2", "seat": "1", "call": "4"}),
        moves.save_hand(state, {"hand": "2"}, written),
        moves.correct(state, {"hand": "1", "reason": "miscounted"}, written),
        moves.undo(state),
        moves.undo_event(state, 2),
        moves.stop(state, {}),
        moves.reopen(state),
        moves.sign(state, {}, FIRST, OWN_DEVICE),
        rulings.misdeal(state, {}),
        rulings.forfeit(state, {"forfeit": "0"}),
        rulings.call_time(state, {"hand": "2"}),
        rulings.substitute(state, {"seat": "2", "player": "Eve", "hand": "2"}),
        rulings.set_dealer(state, {"seat": "2"}),
        rulings.renege(state, {}),
        rulings.agreed_points(state, {"points": "5", "why": "fun"}),
    ]
    assert {event.seq for event in presses if event is not None} == {3}
    undone = state.apply(moves.undo(state))
    assert moves.redo(undone).seq == 4


def refusal_of(press: Callable[[], object]) -> str:
    """The code of a refused press."""
    with pytest.raises(InvalidInput) as refused:
        press()
    return refused.value.fault.code
