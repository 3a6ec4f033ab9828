"""What a corrected hand changes, before it is saved: worked out by the log itself, as if it were written."""

import json
from dataclasses import dataclass
from uuid import uuid4

from scorekeeper.core.analysis.changes import changes
from scorekeeper.core.game import GameState, HandCorrected
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.rules.deal import HandRecord
from scorekeeper.core.sheet import hand_json
from scorekeeper.core.words.changes import change_sentences, ending_sentence
from scorekeeper.core.words.refusals import refusal_text
from scorekeeper.web.games.views.lines import objection_views

View = dict[str, object]


@dataclass(frozen=True, slots=True)
class Consequences:
    """Hand `number` as it would be, and the game with it; `after` is None where it cannot be, `wrong` says why."""

    state: GameState
    number: int
    record: HandRecord
    after: GameState | None
    wrong: str | None

    @property
    def changes_nothing(self) -> bool:
        return self.record == self.state.board.hands[self.number - 1].record

    def view(self) -> View:
        """Values for `macros/consequences.html`."""
        assert self.after is not None
        names = self.after.head.names
        found = changes(self.state.board, self.after.board)
        return {
            "text": change_sentences(found, self.number, names),
            "totals": [
                {"index": side, "name": names[side], "before": before, "after": now}
                for side, (before, now) in enumerate(found.totals)
            ],
            "ending": ending_sentence(self.state.board, self.after.board, names),
            "nothing": self.changes_nothing,
            "breaks": [names[sign.side] for sign in self.state.signs if not sign.broken],
            "objections": objection_views(self.after.board.hands[self.number - 1].objections, names),
            "hidden": self._hidden(),
        }

    def _hidden(self) -> dict[str, object]:
        """What is posted when it is saved; objections that were seen are overruled with it."""
        assert self.after is not None
        record = json.dumps(hand_json(self.record, self.state.head.rules.seating), separators=(",", ":"))
        hidden: dict[str, object] = {"hand": self.number, "seq": self.state.seq, "entry_id": str(uuid4())}
        hidden["record"] = record
        if self.after.board.hands[self.number - 1].objections:
            hidden["overruled"] = "yes"
        return hidden


def consequences(state: GameState, number: int, record: HandRecord) -> Consequences:
    """The game with this hand corrected."""
    correction = HandCorrected(seq=state.seq + 1, reason="not saved yet", hand=number, record=record)
    try:
        after = state.apply(correction)
    except InvalidInput as error:
        return Consequences(state, number, record, None, f"{refusal_text(error)}.")
    return Consequences(state, number, record, after, None)
