"""A hand at a table of every rule set, by the keys that its pages show: bids, play, the count, the sheet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from scorekeeper.core.game import Event, GameState, moves
from scorekeeper.core.pages.looking_up.distance import live_view
from scorekeeper.core.pages.looking_up.explanations import why_hand, why_total
from scorekeeper.core.pages.looking_up.sheet import deals_page
from scorekeeper.core.pages.looking_up.what_wins import what_wins_view
from scorekeeper.core.pages.recorded import recorded_notice
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.rulesets import rule_sets
from tests.core.game.games import begin
from tests.core.pages.contexts import at_the_table, page_of
from tests.tables import sheet_of

MAX_TAPS = 30


def stories() -> Iterator[tuple[str, Iterator[tuple[str, object]]]]:
    """One for each rule set, at its usual table."""
    for key, rules in rule_sets().items():
        yield key, Scorer(begin(sheet_of(key, shape=rules.shapes[0]))).one_hand()


class Scorer:
    """Scores a game by tapping keys: now a high one, now a low one, so that bids are made and set."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.taps = 0

    def one_hand(self) -> Iterator[tuple[str, object]]:
        yield from self.bidding()
        yield "What wins", what_wins_view(self.state)
        yield "On the TV", live_view(self.state, at_the_table())
        yield from self.counting()
        yield "Bidding: of the next hand", page_of(self.state)
        for side in self.state.setup.rules.seating.sides:
            yield f"Points: of side {side}", why_hand(self.state, at_the_table(), 1, Side(side))
        yield "Total", why_total(self.state, at_the_table(), Side(0))
        if len(self.state.board.rules.scoring.deals) > 1:
            yield "All hands", deals_page(self.state, at_the_table())

    def bidding(self) -> Iterator[tuple[str, object]]:
        for _ in range(MAX_TAPS):
            page = page_of(self.state)
            if page["phase"] != "bidding":
                return
            if page["pad"] is None:
                yield "Bidding: who changes a bid?", page
                tapped = moves.keep_bids(self.state, _texts(page["round"]["hidden"]))
            else:
                pad = page["pad"]
                yield f"Bidding: {pad['name']} {pad['verb']}", page
                tapped = moves.bid(self.state, _texts(pad["hidden"]) | {"call": self.choose(pad)["value"]})
            yield from self.record(tapped)

    def choose(self, pad: Any) -> Any:
        """A key of the pad that can be pressed, another each time."""
        others = pad["calls"] + (pad["alone"]["keys"] if pad["alone"] else [])
        keys = [key for key in (*pad["numbers"], *pad["higher"][:3], *others) if not key["disabled"]]
        self.taps += 1
        return keys[self.taps * 3 % len(keys)]

    def counting(self) -> Iterator[tuple[str, object]]:
        query = {"at": "t0"}
        yield "Play", page_of(self.state)
        for _ in range(MAX_TAPS):
            page = page_of(self.state, query)
            yield f"Count: {_words(query)}", page
            if page["save"] is not None:
                hidden = _texts(page["save"]["hidden"])
                yield from self.record(moves.save_hand(self.state, hidden, json.loads(hidden["record"])))
                return
            query = _texts({field["name"]: field["value"] for field in page["took"]["given"]}) | self.count(
                page["took"]
            )

    def count(self, took: Any) -> dict[str, str]:
        """The next answer, or the next count."""
        self.taps += 1
        asked = [question for question in took["questions"] if not question["answered"]]
        missing = [count for count in took["counts"] if count["value"] is None]
        question = asked[0] if asked else None
        if missing or question is None:
            name, keys = took["current"]["name"], took["keys"]
        else:
            name, keys = question["name"], question["keys"]
        keys = [key for key in keys if not key["disabled"]]
        return {name: str(keys[self.taps % min(len(keys), 9)]["value"])}

    def record(self, event: Event | None) -> Iterator[tuple[str, object]]:
        assert event is not None
        self.state = self.state.apply(event)
        notice = recorded_notice(event, self.state)
        if notice is not None:
            yield "The page says", notice


def _texts(values: Any) -> dict[str, str]:
    """Fields as a browser sends them."""
    return {name: str(value) for name, value in values.items()}


def _words(query: dict[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in query.items())
