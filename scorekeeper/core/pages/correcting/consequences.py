"""What saving a hand changes: a correction before it is saved, or a hand that another phone recorded first."""

from dataclasses import dataclass, replace

from scorekeeper.core.analysis.changes import changes
from scorekeeper.core.game import GameState, HandCorrected, HandRecorded
from scorekeeper.core.game.events import AGREED
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages import PageContext, View
from scorekeeper.core.pages.hand_words import sentence, side_bid_words, tricks_words
from scorekeeper.core.pages.looking_up.sheet import objection_views
from scorekeeper.core.rules.deal import HandRecord
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.sheet.writing import hand_line
from scorekeeper.core.words.changes import change_sentences, ending_sentence
from scorekeeper.core.words.faults import fault_text
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.core.words.names import device_name
from scorekeeper.core.words.vocabulary import counted, format_points


@dataclass(frozen=True, slots=True)
class Consequences:
    """Hand `number` as changed, and the game `after` that; if it is invalid, `after` is None and `wrong` says why."""

    state: GameState
    number: int
    record: HandRecord
    after: GameState | None
    wrong: str | None

    @property
    def changes_nothing(self) -> bool:
        return self.record == self.state.board.hands[self.number - 1].record

    def view(self, context: PageContext) -> View:
        """Values for `macros/consequences.html`."""
        assert self.after is not None
        names, unit = self.after.setup.names, self.after.board.rules.scoring.unit
        changed = changes(self.state.board, self.after.board)
        return {
            "text": change_sentences(changed, self.number, names),
            "hands": _by_hand(
                [
                    {
                        "number": change.number,
                        "index": change.side,
                        "name": names[change.side],
                        "before": format_points(change.before, unit),
                        "after": format_points(change.after, unit),
                        "loss": change.after < 0,
                    }
                    for change in changed.hands
                    if change.before != change.after
                ]
            ),
            "totals": [
                self._total(Side(side), before, after) | {"index": side, "name": names[side]}
                for side, (before, after) in enumerate(changed.totals)
            ],
            "ending": ending_sentence(self.state.board, self.after.board, names),
            "nothing": self.changes_nothing,
            "breaks": [names[sign.side] for sign in self.state.signs if sign.verdict == AGREED and not sign.broken],
            "objections": objection_views(self.after.board.hands[self.number - 1].objections, names),
            "hidden": self._hidden(context),
        }

    def _total(self, side: Side, before: int, after: int) -> View:
        """A side's total, as in `macros/preview.html`: the old one instead of points."""
        assert self.after is not None
        scoring = self.after.board.rules.scoring
        was, now = self.state.board.scores[side].towards_penalty, self.after.board.scores[side].towards_penalty
        texts = [_("no change")] if before == after else []
        if scoring.bags_per_penalty:
            bags = counted(now, scoring.overtrick_word)
            texts.append(bags if was == now else _("{before} → {after}", before=was, after=bags))
        return {
            "points": None,
            "before": format_points(before, scoring.unit),
            "after": format_points(after, scoring.unit),
            "brief": [{"text": text, "loss": False} for text in texts],
        }

    def _hidden(self, context: PageContext) -> View:
        """The hidden fields for saving it, which overrule the objections that the page shows."""
        assert self.after is not None
        hidden: View = {"hand": self.number, "seq": self.state.seq, "entry_id": context.new_id()}
        hidden["record"] = hand_line(self.record, self.state.setup.rules.seating)
        if self.after.board.hands[self.number - 1].objections:
            hidden["overruled"] = "yes"
        return hidden


def _by_hand(changed: list[View]) -> list[View]:
    """The sides' changes, hand by hand."""
    numbers = list(dict.fromkeys([change["number"] for change in changed]))
    return [
        {"number": number, "sides": [change for change in changed if change["number"] == number]} for number in numbers
    ]


def consequences_of(state: GameState, number: int, record: HandRecord) -> Consequences:
    """The game with this hand corrected."""
    correction = HandCorrected(seq=state.seq + 1, reason="not saved yet", hand=number, record=record)
    try:
        after = state.apply(correction)
    except InvalidInput as error:
        return Consequences(state, number, record, None, sentence(fault_text(error.fault)))
    return Consequences(state, number, record, after, None)


BOTH_WROTE = translatable("two phones wrote it, this one is right")


class Clash:
    """A hand as another device recorded it and as this one has it."""

    def __init__(self, state: GameState, hand: HandRecorded) -> None:
        self.state, self.number, self.yours = state, hand.hand, hand.record
        self.theirs = self.state.board.hands[self.number - 1]
        who = self.state.written[self.number - 1].who
        self.by = device_name(who) if who else _("Another phone")

    @property
    def is_none(self) -> bool:
        """Whether both devices recorded the same hand."""
        return self._line(self.yours) == self._line(self.theirs.record)

    def view(self, context: PageContext) -> View:
        """Values for `games/clash.html`. Raises `InvalidInput` if this device's hand cannot be scored."""
        scored = self._scored().hands[self.number - 1]
        return {
            "number": self.number,
            "by": self.by,
            "theirs": self._sides(self.theirs),
            "yours": self._sides(scored),
            "notes": {"theirs": self.theirs.record.note, "yours": self.yours.note},
            "objections": objection_views(scored.objections, self.state.setup.names),
            "action": context.link("corrections.create", hand=self.number),
            "hidden": self._hidden(context, bool(scored.objections)),
        }

    def _scored(self) -> Scoreboard:
        hands = list(self.state.sheet.hands)
        hands[self.number - 1] = self.yours
        return replace(self.state.sheet, hands=tuple(hands)).scoreboard()

    def _sides(self, hand: ScoredHand) -> list[View]:
        return [
            {
                "index": side,
                "name": self.state.setup.names[side],
                "bid": side_bid_words(self.state, hand, side),
                "tricks": tricks_words(hand, side),
                "points": format_points(hand.sides[side].points, self.state.board.rules.scoring.unit),
            }
            for side in self.state.setup.rules.seating.sides
        ]

    def _hidden(self, context: PageContext, objected: bool) -> View:
        hidden: View = {
            "hand": self.number,
            "record": self._line(self.yours),
            "seq": self.state.seq,
            "entry_id": context.new_id(),
            "reason": _(BOTH_WROTE),
        }
        return hidden | {"overruled": "yes"} if objected else hidden

    def _line(self, hand: HandRecord) -> str:
        return hand_line(hand, self.state.setup.rules.seating)
