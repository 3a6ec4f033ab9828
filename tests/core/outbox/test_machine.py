"""The outbox, one situation at a time."""

from __future__ import annotations

from typing import Any

from scorekeeper.core.outbox import PROTOCOL
from scorekeeper.core.outbox.machine import step, waiting
from scorekeeper.core.outbox.model import (
    Answered,
    Ask,
    AskAgain,
    Changed,
    Effect,
    Led,
    Message,
    News,
    NotStarted,
    OfferRestore,
    Outbox,
    Phase,
    Reload,
    Seal,
    Send,
    Settled,
    Show,
    Start,
    Stored,
    Take,
    TimeUp,
    Unseal,
    Woken,
)

TAPS = Stored("game", 3, "c", ("one", "two", "three"))


def after(*messages: Message, outbox: Outbox | None = None) -> tuple[Outbox, list[Effect]]:
    """The outbox after these messages, and the effects of the last one, without what pages show."""
    outbox = outbox or Outbox()
    effects: list[Effect] = []
    for message in messages:
        outbox, effects = step(outbox, message)
    return outbox, [effect for effect in effects if not isinstance(effect, Show)]


def sending(stored: Stored = TAPS) -> Outbox:
    """An outbox whose first request is on its way."""
    return after(Led(leads=True), Changed(stored.game, stored))[0]


def answered(outbox: Outbox, status: int, **body: Any) -> tuple[Outbox, list[Effect]]:
    """After an answer of our server to the latest request about the game."""
    attempt = outbox.queues["game"].attempt
    return after(Answered("game", attempt, status, {"protocol": PROTOCOL, **body}, 0), outbox=outbox)


def recorded(tap: str, seq: int) -> dict[str, Any]:
    """What the server says of a tap that it has recorded."""
    return {"id": tap, "status": 201, "event": {"seq": seq, "id": tap, "hash": f"hash of {tap}"}}


def refused(status: int, code: str, tap: str = "") -> dict[str, Any]:
    """A refusal, of a tap if it is named."""
    of_tap = {"id": tap, "status": status} if tap else {}
    return {**of_tap, "error": {"code": code, "message": "…"}}


def test_all_taps_of_a_game_are_sent_at_once() -> None:
    outbox, effects = after(Led(leads=True), Changed("game", TAPS))
    assert effects == [Send("game", 1, 3, "c", ("one", "two", "three"))]
    assert waiting(outbox) == 3


def test_tab_that_does_not_lead_sends_nothing() -> None:
    assert after(Changed("game", TAPS))[1] == []


def test_pauses_grow_and_stay_below_half_a_minute_with_a_request_that_hangs() -> None:
    outbox, pauses = sending(), []
    for _ in range(8):
        outbox, [pause] = after(Answered("game", outbox.attempts, 0, None, 999), outbox=outbox)
        assert isinstance(pause, AskAgain)
        pauses.append(pause.after)
        outbox, [again] = after(TimeUp("game", pause.attempt), outbox=outbox)
        assert isinstance(again, Send)
    assert pauses == sorted(pauses)
    assert pauses[0] <= 1000
    assert 12_000 < pauses[-1] <= 15_000


def test_line_that_is_back_is_tried_at_once() -> None:
    outbox, _ = after(Answered("game", 1, 0, None, 0), outbox=sending())
    assert after(Woken(), outbox=outbox)[1] == [Send("game", 3, 3, "c", TAPS.taps)]


def test_refused_tap_stays_and_those_before_it_are_taken() -> None:
    outbox, effects = answered(sending(), 200, results=[recorded("one", 4), refused(422, "invalid", "two")])
    assert effects == [Take("game", 1, fits=True)]
    rest = Stored("game", 4, "d", ("two", "three"))
    outbox, effects = after(Settled("game", rest), outbox=outbox)
    assert effects == []
    assert outbox.queues["game"].phase is Phase.REFUSED
    assert outbox.queues["game"].refused == "two"
    undone = Stored("game", 4, "d", ("three",))
    assert after(Changed("game", undone), outbox=outbox)[1] == [Send("game", 2, 4, "d", ("three",))]


def test_tap_that_is_undone_on_its_way_holds_up_nothing_once_it_is_refused() -> None:
    undone = Stored("game", 3, "c", ("two", "three"))
    outbox, _ = after(Changed("game", undone), outbox=sending())
    assert answered(outbox, 200, results=[refused(422, "invalid", "one")])[1] == [Send("game", 2, 3, "c", undone.taps)]
    outbox, _ = after(Changed("game", Stored("game", 3, "c", ())), outbox=sending())
    assert answered(outbox, 200, results=[refused(422, "invalid", "one")])[0].queues["game"].phase is Phase.READY


def test_another_phone_that_came_first_is_asked_for_before_anything_is_sent_again() -> None:
    assert answered(sending(), 200, results=[refused(409, "conflict", "one")])[1] == [Ask("game", 2, 3, "c")]


def test_taps_that_were_much_work_are_taken_and_the_others_sent_at_once() -> None:
    outbox, effects = answered(sending(), 200, results=[recorded("one", 4), refused(409, "not-tried", "two")])
    assert effects == [Take("game", 1, fits=True)]
    rest = Stored("game", 4, "hash of one", ("two", "three"))
    assert after(Settled("game", rest), outbox=outbox)[1] == [Send("game", 2, 4, "hash of one", ("two", "three"))]


def test_game_that_is_not_ours_any_more_stays_with_its_taps() -> None:
    outbox, effects = answered(sending(), 403, **refused(403, "revoked"))
    assert effects == []
    assert (outbox.queues["game"].phase, outbox.queues["game"].code) == (Phase.CLOSED, "revoked")
    assert waiting(outbox) == 3


def test_refusal_of_a_proxy_is_no_answer() -> None:
    outbox, [effect] = after(Answered("game", 1, 403, None, 0), outbox=sending())
    assert isinstance(effect, AskAgain)
    assert outbox.queues["game"].phase is Phase.PAUSED


def test_server_that_lost_events_is_not_followed_before_somebody_says_so() -> None:
    outbox, [ask] = answered(sending(), 409, **refused(409, "other-history"))
    assert ask == Ask("game", 2, 0, "")
    events = [{"seq": 1, "id": "start", "hash": "a"}]
    own = ((1, "start", "a"), (2, "bids", "b"), (3, "hand", "c"))
    body = {"protocol": PROTOCOL, "events": events, "seq": 1, "hash": "a"}
    outbox, effects = after(Answered("game", 2, 200, body, 0, own), outbox=outbox)
    assert effects[0] == OfferRestore("game", (2, 3), went_on=False)
    assert after(Woken(), outbox=outbox)[1] == [], "it waits for the person"


def test_rematch_waits_for_the_game_before_it() -> None:
    before, rematch = Stored("before", 9, "i", ("end",)), Stored("game", 1, "", ("bid",), starts=True, before="before")
    outbox, effects = after(Led(leads=True), Changed("before", before), Changed("game", rematch))
    assert effects == []
    outbox, effects = after(Changed("before", Stored("before", 10, "j")), outbox=outbox)
    assert effects == [Start("game", 2)]
    outbox, [effect] = after(NotStarted("game", outbox.queues["game"].attempt, "early", 0), outbox=outbox)
    assert isinstance(effect, AskAgain)


def held() -> Outbox:
    """A rematch, and one after it, behind a game whose only tap is on its way."""
    before, rematch = Stored("before", 9, "i", ("end",)), Stored("game", 1, "", starts=True, before="before")
    later = Stored("later", 1, "", starts=True, before="game")
    return after(Led(leads=True), *(Changed(each.game, each) for each in (before, rematch, later)))[0]


def answer_before(status: int, body: dict[str, Any]) -> Outbox:
    """What becomes of it once the server has answered about the game before it."""
    return after(Answered("before", 1, status, {"protocol": PROTOCOL, **body}, 0), outbox=held())[0]


def codes(outbox: Outbox) -> list[tuple[Phase, str]]:
    """What the rematch and the one after it say."""
    return [(outbox.queues[name].phase, outbox.queues[name].code) for name in ("game", "later")]


def test_rematch_says_that_a_person_has_to_finish_the_game_before_it() -> None:
    assert codes(held()) == [(Phase.READY, "")] * 2
    outbox = answer_before(200, {"results": [refused(422, "looks-like-another-name", "end")]})
    assert codes(outbox) == [(Phase.READY, "early")] * 2
    outbox, _ = after(Changed("before", Stored("before", 9, "i", ("end",), question="end")), outbox=held())
    assert codes(outbox) == [(Phase.READY, "early")] * 2
    outbox, _ = after(Changed("before", Stored("before", 9, "i", ("end",))), outbox=outbox)
    assert codes(outbox) == [(Phase.READY, "")] * 2


def test_rematch_of_a_game_that_was_lost_waits_for_what_somebody_says_of_it() -> None:
    outbox = answer_before(409, refused(409, "other-history"))
    assert codes(outbox) == [(Phase.READY, "")] * 2
    body = {"protocol": PROTOCOL, "events": [{"seq": 1, "id": "start", "hash": "a"}], "seq": 1, "hash": "a"}
    own = ((1, "start", "a"), (2, "bids", "b"))
    attempt = outbox.queues["before"].attempt
    assert (
        codes(after(Answered("before", attempt, 200, body, 0, own), outbox=outbox)[0]) == [(Phase.READY, "early")] * 2
    )


def test_rematch_of_a_game_that_may_not_be_read_can_be_given_up_and_goes_on_with_it() -> None:
    outbox = answer_before(404, refused(404, "not-found"))
    assert codes(outbox) == [(Phase.CLOSED, "unstarted")] * 2
    outbox, [effect] = after(Woken(), outbox=outbox)
    assert isinstance(effect, Send)
    assert codes(outbox) == [(Phase.READY, "")] * 2


def test_a_game_that_the_server_never_starts_comes_to_rest_until_somebody_wakes_it() -> None:
    outbox, effects = after(Led(leads=True), Changed("game", Stored("game", 1, "a", starts=True)))
    tries = 0
    while effects:
        outbox, effects = after(NotStarted("game", outbox.queues["game"].attempt, "unstarted", 0), outbox=outbox)
        tries += 1
        if effects:
            outbox, _ = after(TimeUp("game", outbox.queues["game"].attempt), outbox=outbox)
    assert (outbox.queues["game"].phase, outbox.queues["game"].code, tries) == (Phase.CLOSED, "unstarted", 6)
    assert after(News("game"), outbox=outbox)[1] == []
    _, [effect] = after(Woken(), outbox=outbox)
    assert isinstance(effect, Start)


def test_page_with_an_older_protocol_reloads_once_nothing_is_on_its_way() -> None:
    outbox, effects = answered(sending(), 200, results=[recorded(tap, 4 + i) for i, tap in enumerate(TAPS.taps)])
    assert Reload() not in effects
    newer = {"protocol": PROTOCOL + 1, "results": [recorded(tap, 4 + i) for i, tap in enumerate(TAPS.taps)]}
    outbox, effects = after(Answered("game", 1, 200, newer, 0), outbox=sending())
    assert effects == [Take("game", 1, fits=True)]
    assert after(Settled("game", Stored("game", 6, "f")), outbox=outbox)[1] == [Reload()]


SEALED = Stored("game", 3, "c", sealed="mine")


def sealing(stored: Stored = SEALED) -> Outbox:
    """An outbox that gives the server a bid for the own seat."""
    return after(Led(leads=True), Changed(stored.game, stored))[0]


def heard(*seqs: int) -> dict[str, Any]:
    """What the server says of events."""
    events = [{"seq": seq, "id": f"event {seq}", "hash": f"hash {seq}", "kind": "bids"} for seq in seqs]
    return {"events": events, "seq": max((3, *seqs)), "hash": f"hash {max(seqs)}" if seqs else "c"}


def test_own_bid_is_given_to_the_server_after_the_taps_before_it() -> None:
    assert after(Led(leads=True), Changed("game", SEALED))[1] == [Seal("game", 1, 3, "c")]
    both = Stored("game", 3, "c", ("one",), sealed="mine")
    outbox, effects = after(Led(leads=True), Changed("game", both))
    assert effects == [Send("game", 1, 3, "c", ("one",))]
    assert waiting(outbox) == 2
    outbox, _ = answered(outbox, 200, results=[recorded("one", 4)])
    assert after(Settled("game", Stored("game", 4, "d", sealed="mine")), outbox=outbox)[1] == [Seal("game", 2, 4, "d")]


def test_own_bid_does_not_wait_for_a_tap_that_is_a_question() -> None:
    asked = Stored("game", 3, "c", ("one",), question="one", sealed="mine")
    assert after(Led(leads=True), Changed("game", asked))[1] == [Seal("game", 1, 3, "c")]


def test_own_bid_that_is_taken_is_given_once() -> None:
    outbox, effects = answered(sealing(), 200, **heard())
    assert effects == [Unseal("game", "mine", asks=False)]
    outbox, effects = after(Settled("game", Stored("game", 3, "c")), outbox=outbox)
    assert (effects, outbox.queues["game"].phase, waiting(outbox)) == ([], Phase.READY, 0)


def test_own_bid_that_opens_at_once_is_dropped_once_its_event_is_here() -> None:
    outbox, effects = answered(sealing(), 200, **heard(4))
    assert effects == [Take("game", 1, fits=True)]
    assert after(Settled("game", Stored("game", 4, "d", sealed="mine")), outbox=outbox)[1] == [
        Unseal("game", "mine", asks=False)
    ]


def test_own_bid_that_was_changed_on_its_way_is_given_again() -> None:
    other = Stored("game", 3, "c", sealed="other")
    outbox, _ = after(Changed("game", other), outbox=sealing())
    outbox, effects = answered(outbox, 200, **heard())
    assert effects == [Seal("game", 2, 3, "c")]
    outbox, effects = answered(outbox, 422, **refused(422, "bidding-is-over"))
    assert effects == [Unseal("game", "other", asks=True)]


def test_own_bid_without_an_answer_is_given_again() -> None:
    outbox, [pause] = after(Answered("game", 1, 0, None, 0), outbox=sealing())
    assert isinstance(pause, AskAgain)
    assert (outbox.queues["game"].code, waiting(outbox)) == ("offline", 1)
    assert after(TimeUp("game", pause.attempt), outbox=outbox)[1] == [Seal("game", 3, 3, "c")]


def test_own_bid_that_is_refused_is_a_question_to_its_owner() -> None:
    for status, code in ((409, "bid-since"), (422, "bidding-is-over")):
        outbox, effects = answered(sealing(), status, **refused(status, code))
        assert effects == [Unseal("game", "mine", asks=True)]
        asked = Stored("game", 3, "c")  # the store knows that it is one
        outbox, effects = after(Settled("game", asked), outbox=outbox)
        assert (effects, outbox.queues["game"].phase, waiting(outbox)) == ([], Phase.READY, 0)


def test_own_bid_with_a_stale_form_gets_a_fresh_one_first() -> None:
    outbox, effects = answered(sealing(), 400, **refused(400, "csrf"))
    assert effects == [Ask("game", 2, 0, "")]
    own = tuple((seq, f"event {seq}", f"hash {seq}") for seq in (1, 2, 3))
    body = {"protocol": PROTOCOL, **heard(1, 2, 3)}
    outbox, effects = after(Answered("game", 2, 200, body, 0, own), outbox=outbox)
    assert effects == [Seal("game", 3, 3, "c")]


def test_own_bid_of_a_phone_that_may_not_bid_any_more_is_kept() -> None:
    outbox, effects = answered(sealing(), 403, **refused(403, "revoked"))
    assert (effects, outbox.queues["game"].phase, waiting(outbox)) == ([], Phase.CLOSED, 1)
