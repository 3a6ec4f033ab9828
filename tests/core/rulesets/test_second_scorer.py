"""A second scorer, which shares no code with the app, agrees on whole games and on random ones with any options."""

from typing import Any

from hypothesis import given, settings, strategies as st

from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.sheet import read_sheet, scoreboard_json
from tests.berkley_scorer import BERKLEY, score
from tests.hypothesis_budget import examples
from tests.second_scorer import TAKES
from tests.strategies import sheets

Json = dict[str, Any]


def by_the_app(written: Json) -> Json:
    """What the app makes of a sheet, in the form of the second scorer."""
    sheet = read_sheet(written)
    board = sheet.scoreboard()
    outcome: Json = scoreboard_json(board, sheet.names)["outcome"]
    found: Json = {
        "points": [[side.points for side in hand.sides] for hand in board.hands],
        "totals": [side.total for side in board.scores],
        "overtricks": [side.overtricks for side in board.scores],
        "outcome": {
            key: outcome[key] for key in ("status", "winners", "ended_by", "decided_by", "forfeit") if key in outcome
        },
    }
    if board.rules.scoring.overtrick_word == "bag":
        found["bags"] = [side.towards_penalty for side in board.scores]
    return found


@settings(max_examples=examples(80, 5000))
@given(st.sampled_from((*TAKES, *BERKLEY)).flatmap(lambda key: sheets(rule_sets()[key], most=6)))
def test_both_scorers_agree_on_any_game(written: Json) -> None:
    for hand in written["hands"] if written["rules"] in BERKLEY else ():  # whose two hands it does not know
        hand["reneges"] = [ruling for ruling in hand.get("reneges", []) if "books" not in ruling]
    assert score(written) == by_the_app(written)
