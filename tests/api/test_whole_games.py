"""A game of every rule set, posted hand by hand, equals the command line's result for the same sheet."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from scorekeeper.core.rulesets import rule_sets
from tests.api.calling import Json, Program
from tests.hypothesis_budget import IN_SOAK
from tests.web.conftest import MakeApp

ALL_GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.json"))


def sheet_of(path: Path) -> Json:
    found: Json = json.loads(path.read_text("utf-8"))["sheet"]
    return found


OF_EACH = {sheet_of(path)["rules"]: path for path in ALL_GAMES}
"""One game of each rule set; `make soak` plays them all."""

GAMES = ALL_GAMES if IN_SOAK else sorted(OF_EACH.values())


def played(program: Program, sheet: Json) -> tuple[str, Json]:
    """The game's id, and the sheet as posted.

    A hand that the rules object to is posted again as overruled, and nothing is posted after the end.
    """
    head = {key: value for key, value in sheet.items() if key not in ("hands", "closed")}
    game = program.start(head)
    hands: list[Json] = []
    for hand in sheet.get("hands", []):
        posted = hand
        answer = posted_hand(program, game, len(hands) + 1, posted)
        if answer[1] == "irregular":
            posted = {**hand, "overruled": True}
            answer = posted_hand(program, game, len(hands) + 1, posted)
        if answer[1] == "not-now":
            assert program.get(f"/games/{game}")["scoreboard"]["outcome"]["status"] == "over"
            break
        assert answer == (201, ""), answer
        hands.append(posted)
    if sheet.get("closed") is not None:
        program.write(game, "close", **sheet["closed"])
    return game, {**sheet, "hands": hands}


def posted_hand(program: Program, game: str, number: int, hand: Json) -> tuple[int, str]:
    """The status, and the code of the error, or an empty one."""
    answer = program.call("POST", f"/games/{game}/entries", {"kind": "hand", "hand": number, **hand})
    return answer.status_code, "" if answer.status_code == 201 else str(answer.get_json()["error"]["code"])


def by_the_command(sheets: list[Json]) -> list[Json]:
    ran = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "score", "--jsonl", "-"],
        input="".join(f"{json.dumps(sheet)}\n" for sheet in sheets),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


def test_every_rule_set_has_a_game() -> None:
    assert {sheet_of(path)["rules"] for path in GAMES} == set(rule_sets())


def test_hands_are_scored_as_on_the_command_line(make_app: MakeApp) -> None:
    """Hand by hand, and the whole sheet at once."""
    program = Program(make_app(RATE_LIMITS=False))  # all games of the soak are more than it may write
    games = {path.stem: played(program, sheet_of(path)) for path in GAMES}
    scoreboards = by_the_command([sheet for _game, sheet in games.values()])
    for (name, (game, sheet)), expected in zip(games.items(), scoreboards, strict=True):
        whole = program.start(sheet)
        for each in (game, whole):
            assert program.get(f"/games/{each}")["scoreboard"] == expected, name
        assert program.post("/score", program.get(f"/games/{whole}/sheet"), 200) == expected, name
