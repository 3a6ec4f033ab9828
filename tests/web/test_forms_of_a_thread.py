"""A thread fills the same form for each press; nothing of the press before stays in it."""

from concurrent.futures import ThreadPoolExecutor

from werkzeug.datastructures import ImmutableMultiDict

from scorekeeper.web.games.forms import BidForm, HandForm, pressed_form

NEW_ID = "0f8fad5b-d9cb-469f-a165-70867728950e"


def sent(**fields: str) -> HandForm:
    """The form that posts these fields."""
    return pressed_form(HandForm, ImmutableMultiDict(fields))


def test_nothing_of_an_earlier_hand_stays() -> None:
    first = sent(hand="7", record="[]", note="late", overruled="yes", entry_id=NEW_ID, seq="6")
    assert first.validate()
    assert (first.new_id, first.seen, first.fields["overruled"]) == (NEW_ID, 6, "yes")
    second = sent(hand="8")
    assert second.fields == {"hand": "8"}
    assert (second.new_id, second.seen) == (None, None)
    assert not second.validate()
    assert set(second.errors) == {"record"}
    third = sent(hand="9", record="[]")
    assert third.validate()
    assert third.errors == {}
    assert third is second is first


def test_malformed_number_is_forgotten() -> None:
    assert not sent(hand="seven", record="[]").validate()
    assert sent(hand="7", record="[]").validate()


def test_each_thread_and_each_kind_has_a_form_of_its_own() -> None:
    own = sent(hand="7")
    with ThreadPoolExecutor(1) as other:
        assert other.submit(sent, hand="8").result() is not own
    assert pressed_form(BidForm, ImmutableMultiDict({"hand": "9", "seat": "1"})).fields == {"hand": "9", "seat": "1"}
    assert own.fields == {"hand": "7"}
