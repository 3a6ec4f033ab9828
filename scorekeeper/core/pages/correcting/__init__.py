"""The page that corrects a hand: the pad with what was recorded, and live what the correction changes."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorekeeper.core.game import GameState, moves
from scorekeeper.core.inputs import NOWHERE, InvalidInput
from scorekeeper.core.inputs.fields import whole
from scorekeeper.core.pages import PageContext, View, hand_url
from scorekeeper.core.pages.bidding.offers import OVERRIDE, Turn, bid_choices
from scorekeeper.core.pages.bidding.pad import Pad, bidder_name
from scorekeeper.core.pages.correcting.consequences import Consequences, consequences_of
from scorekeeper.core.pages.counting import took_view
from scorekeeper.core.pages.counting.playing import bids_view
from scorekeeper.core.pages.counting.trick_entry import Counted, counts_given, facts_asked, hand_record, read_counts
from scorekeeper.core.pages.fields import (
    bid_fields,
    bid_text_of,
    fields_of,
    hand_from,
    is_part,
    more_fields,
    reason_view,
)
from scorekeeper.core.pages.hand_words import bid_words, sentence
from scorekeeper.core.rules.deal import Bid, HandRecord, Took
from scorekeeper.core.rules.offers import settled
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand
from scorekeeper.core.rules.scoring import SideScore
from scorekeeper.core.rules.seating import Seat
from scorekeeper.core.sheet import read_hand
from scorekeeper.core.sheet.hands import PARTNERS, read_bid
from scorekeeper.core.sheet.writing import hand_line
from scorekeeper.core.words.faults import fault_text
from scorekeeper.core.words.language import translate as _


class Correction:
    """Hand `number` with the changes of a query: fields of the hand, or a tap on one of the pad's keys.

    Parts without a field are as recorded.
    """

    def __init__(self, state: GameState, number: int, query: Mapping[str, str]) -> None:
        self.state, self.number, self.query = state, number, query
        self.hand: ScoredHand = state.board.hands[number - 1]
        self.deal, self.seating = self.hand.deal, state.setup.rules.seating
        self.wrong: str | None = None
        self.recorded = fields_of(self.hand.record, self.deal, self.seating)
        self.changed = {name: value for name, value in query.items() if is_part(name)}
        self.then = _before(state, number)
        self._set_bids([self._bid(seat) for seat in self.seating.bidders] if self.hand.record.bids else [])
        if "call" in query:
            self._tap()
        self.counted: Counted | None = None
        self.is_played = False
        if None not in self.then.draft:
            self._count()

    @classmethod
    def of_record(cls, state: GameState, number: int, record: HandRecord) -> "Correction":
        """From a hand that was about to be saved."""
        seating = state.setup.rules.seating
        fields = fields_of(record, state.board.hands[number - 1].deal, seating)
        return cls(state, number, fields | counts_given(record.took, seating))

    @property
    def fields(self) -> dict[str, str]:
        """The hand's bids, rulings and note as fields."""
        return self.recorded | self.changed

    @property
    def bids(self) -> tuple[Bid, ...]:
        """The bids, once there is one for each seat."""
        return tuple(settled(bid) for bid in self.then.draft if bid is not None)

    def record(self) -> HandRecord | None:
        """The corrected hand; None if a bid or count is missing, or it is invalid (`wrong` says why)."""
        if self.counted is None or self.wrong is not None:
            return None
        old = self.hand.record
        took: tuple[Took, ...] = ()
        if self.is_played:
            made = hand_record(self.counted, self.seating, self.deal, self.bids)
            if made is None:
                return None
            before = old.took or tuple(Took(0) for _ in self.seating.sides)
            took = tuple(_with_seats(now, was) for now, was in zip(made.took, before, strict=True))
        written = hand_from(self.fields, replace(old, took=took), self.deal, self.seating)
        try:
            return read_hand(written, self.number, self.state.setup)
        except InvalidInput as error:
            self.wrong = sentence(fault_text(error.fault))
            return None

    def consequences(self) -> Consequences | None:
        """What it changes; None if it changes nothing, or there is no hand to save (see `record`)."""
        record = self.record()
        if record is None:
            return None
        after_it = consequences_of(self.state, self.number, record)
        self.wrong = after_it.wrong
        return after_it if after_it.after is not None and not after_it.changes_nothing else None

    def view(self, context: PageContext, reason: str | None = None, errors: Sequence[str] = ()) -> View:
        """Values for `games/correct.html`; `reason` is what was given, with its errors."""
        changes = self.consequences()
        seat = self._asked()
        page: View = {
            "hand": {"number": self.number, "dealer": self.state.setup.player_at(self.then.board.starter, self.number)},
            "drawn": self.then.board.rules.is_drawn,
            "bids": self._bids_view(context),
            "pad": None,
            "took": None,
            "wrong": self.wrong,
            "changes": None if changes is None else changes.view(context),
            "reason": reason_view(self.bids != self.hand.record.bids, reason, errors),
            "more": more_fields(self.state, self.hand, self.fields),
            "kept": {name: value for name, value in self.changed.items() if name[:1] in ("b", "t", "s", "f")},
            "effect": self._effect(context) if changes is not None else None,
            "sheet_url": hand_url(context, self.number, len(self.state.board.hands)),
        }
        if seat is not None:
            return page | {"pad": self._pad_view(context, seat)}
        return page | {"took": self._took_view(context)}

    def _effect(self, context: PageContext) -> View | None:
        """The form that asks what the correction changes beside the score, if the game is over."""
        record = self.record()
        if not context.game.effect or self.state.board.outcome is None or record is None:
            return None
        hidden: View = {"hand": self.number, "record": hand_line(record, self.seating)}
        return {"action": context.game.effect, "hidden": hidden}

    def _set_bids(self, bids: Sequence[Bid | None]) -> None:
        self.then = replace(self.then, draft=tuple(bids))

    def _bid(self, seat: Seat) -> Bid | None:
        """The seat's bid; the recorded one if its fields make no bid of this hand."""
        old, text = self.hand.record.bids[seat], bid_text_of(self.fields, seat, self.deal)
        if not text:
            return None
        try:
            bid = read_bid(text, self.deal, self.seating, NOWHERE)
        except InvalidInput:
            return old
        has_calls = all(code in self.deal.by_code for calls in (*bid.earlier, bid.calls) for code in calls)
        return bid if has_calls else old

    def _tap(self) -> None:
        """Replace the bids as a tap on a key of the pad does; bids that were raised keep their first round."""
        old = self.then.draft
        try:
            placed = moves.bid(self.then, {**self.query, "hand": str(self.number)})
            if placed is None:
                return
            self.then.board.bidding(placed.bids)
        except InvalidInput as error:
            self.wrong = sentence(fault_text(error.fault.with_names(self.then.setup.names)))
            return
        bids = [
            None if bid is None else Bid(bid.calls, was.earlier if was is not None else ())
            for bid, was in zip(placed.bids, old, strict=True)
        ]
        for seat, bid in enumerate(bids):
            if bid != old[seat]:
                self.changed.update({f"b{seat}": ""} if bid is None else bid_fields(Seat(seat), bid, self.deal))
        self._set_bids(bids)

    def _count(self) -> None:
        """Read the counts: those of the query win over the recorded ones."""
        record, bids = self.hand.record, self.bids
        given = counts_given(record.took, self.seating)
        answers = {name: given.get(name, "no") for name in facts_asked(self.deal, self.seating, record.bids)}
        recorded = {name: value for name, value in (given | answers).items() if name not in self.changed}
        self.counted = read_counts(self.deal, self.seating, bids, recorded | self.changed)
        try:
            self.is_played = self.then.board.bidding(bids).is_played
        except InvalidInput as error:
            self.wrong = sentence(fault_text(error.fault.with_names(self.then.setup.names)))

    def _asked(self) -> Seat | None:
        """The seat whose keys are shown: the tapped one, or one that lost its bid to another's."""
        tapped = whole(self.query.get("seat"))
        if "call" not in self.query and tapped in self.then.board.bidding_order:
            return Seat(tapped)
        return next((seat for seat in self.then.board.bidding_order if self.then.draft[seat] is None), None)

    def _link(self, context: PageContext, more: View) -> str:
        return context.link("corrections.new", hand=self.number, **self.changed, **more)

    def _bids_view(self, context: PageContext) -> list[View]:
        shown = bids_view(self.then, context, tuple(PARTNERS if bid is None else bid for bid in self.then.draft))
        order = [seat for seat in self.then.board.bidding_order if self.then.draft[seat] not in (None, PARTNERS)]
        old = self.hand.record.bids
        return [
            view
            | {
                "change": self._link(context, {"seat": seat}),
                "was": bid_words(old[seat]) if old[seat] != self.then.draft[seat] else None,
                "leads": False,
            }
            for view, seat in zip(shown, order, strict=True)
        ]

    def _pad_view(self, context: PageContext, seat: Seat) -> View:
        query = {**self.query, OVERRIDE: "yes"}
        kept: View = {**self.changed}
        pad = Pad(self.then, context, bid_choices(self.then, Turn(seat), seat, query), correction=kept)
        bid = self.hand.record.bids[seat]
        return pad.view() | {
            "name": bidder_name(self.then, seat),
            "hint": None if bid == PARTNERS else _("was {bid}", bid=bid_words(bid)),
            "back": self._link(context, {}),
        }

    def _took_view(self, context: PageContext) -> View:
        if self.counted is None or not self.is_played:
            return {"counts": [], "current": None, "keys": [], "questions": [], "waits": None}
        tapped = [name for name in self.changed if name.startswith("t")]
        at = self.query.get("at") or (tapped[-1] if tapped else "t0")
        took = took_view(self.then, context, self.counted, self.bids, {"at": at}, self.changed, self.hand.record.took)
        return took | {"action": context.link("corrections.new", hand=self.number)}


def _before(state: GameState, number: int) -> GameState:
    """The game as it was when this hand was bid."""
    board, setup = state.board, state.setup
    hands = board.hands[: number - 1]
    scores = tuple(side.score for side in hands[-1].sides) if hands else tuple(SideScore() for _ in board.scores)
    then = Scoreboard(board.rules, board.first_dealer, hands, scores, None, board.dealers, board.time)
    changes = tuple(change for change in setup.substitutes if change.hand <= number)
    return replace(state, setup=replace(setup, substitutes=changes), board=then)


def _with_seats(now: Took, was: Took) -> Took:
    """The count of a side, with the tricks of its seats if they were recorded and nothing has changed."""
    return replace(was, made=now.made) if not now.seats and now.tricks == was.tricks else now
