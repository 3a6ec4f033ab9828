"""A hand that lost a race: the one that another device wrote, and the one that it kept from being saved."""

import json
from dataclasses import replace
from uuid import uuid4

from flask import url_for

from scorekeeper.access import current_table
from scorekeeper.core.game import HandRecorded
from scorekeeper.core.rules.deal import HandRecord
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand
from scorekeeper.core.sheet import hand_json
from scorekeeper.services import GameOnTable
from scorekeeper.web.games.views.lines import objection_views
from scorekeeper.web.games.views.sheet import side_bid_words

View = dict[str, object]

BOTH_WROTE = "two devices wrote it, this one is right"


class Clash:
    """A hand of a game as another device wrote it and as this one has it."""

    def __init__(self, on_table: GameOnTable, hand: HandRecorded) -> None:
        self.game, self.state, self.number, self.yours = on_table.game, on_table.state, hand.hand, hand.record
        self.theirs = self.state.board.hands[self.number - 1]
        self.by = self.state.written[self.number - 1].who or "Another device"

    @property
    def is_none(self) -> bool:
        """Whether both wrote the very same hand."""
        return self._spelled(self.yours) == self._spelled(self.theirs.record)

    def view(self) -> View:
        """Values for `games/clash.html`. Raises `InvalidInput` where this device's hand cannot be scored."""
        scored = self._scored().hands[self.number - 1]
        return {
            "game": self.game,
            "table": current_table(),
            "number": self.number,
            "by": self.by,
            "theirs": self._sides(self.theirs),
            "yours": self._sides(scored),
            "notes": {"theirs": self.theirs.record.note, "yours": self.yours.note},
            "objections": objection_views(scored.objections, self.state.head.names),
            "action": url_for("corrections.create", game=self.game.id, hand=self.number),
            "hidden": self._hidden(bool(scored.objections)),
        }

    def _scored(self) -> Scoreboard:
        hands = list(self.state.sheet.hands)
        hands[self.number - 1] = self.yours
        return replace(self.state.sheet, hands=tuple(hands)).scoreboard()

    def _sides(self, hand: ScoredHand) -> list[View]:
        return [
            {
                "index": side,
                "name": self.state.head.names[side],
                "bid": side_bid_words(self.state, hand, side),
                "tricks": hand.sides[side].tricks,
                "points": hand.sides[side].points,
            }
            for side in self.state.head.rules.seating.sides
        ]

    def _hidden(self, objected: bool) -> View:
        hidden: View = {
            "hand": self.number,
            "record": self._spelled(self.yours),
            "seq": self.state.seq,
            "entry_id": str(uuid4()),
            "reason": BOTH_WROTE,
        }
        return hidden | {"overruled": "yes"} if objected else hidden

    def _spelled(self, hand: HandRecord) -> str:
        return json.dumps(hand_json(hand, self.state.head.rules.seating), separators=(",", ":"))
