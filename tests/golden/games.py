"""The games of the golden files: for each rule set an eventful one, and a table where unusual things happen."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scorekeeper.core.game import Irregular
from scorekeeper.core.sheet import read_sheet
from scorekeeper.services.counting import set_counted
from scorekeeper.services.game_cache import load_game
from scorekeeper.services.merging import merge_players
from scorekeeper.services.recording import Author, record, redo, undo
from scorekeeper.services.starting import rematch, start_game
from tests.tables import sheet_of

Json = dict[str, Any]

WHOLE_GAMES = Path(__file__).parents[1] / "games"
SHORT = 4  # hands, to keep the files small
ANN, ZOE = Author("Ann"), Author("Zoë ♠")
PAIRS = [
    {"name": "Zoë ♠ & =SUM(A1)", "players": ["Zoë ♠", "=SUM(A1)"]},
    {"name": 'Łukasz "Red" O’Neil', "players": ["李雷", "🃏 Ace"]},
]
ALONE = [{"name": name, "players": [name]} for name in ("Annie", "Zed", "Œuvre-Ñandú")]


def whole_games() -> list[tuple[Json, bool]]:
    """The short ones of the whole games, and for each rule set an eventful one (True): house rules, few hands."""
    sheets = [json.loads(path.read_text("utf-8"))["sheet"] for path in sorted(WHOLE_GAMES.glob("*.json"))]
    chosen: dict[str, Json] = {}
    for sheet in sorted(sheets, key=lambda sheet: (not sheet["options"], len(sheet["hands"]))):
        chosen.setdefault(sheet["rules"], sheet)
    found = [(sheet, chosen[sheet["rules"]] is sheet) for sheet in sheets]
    return [(sheet, is_eventful) for sheet, is_eventful in found if is_eventful or len(sheet["hands"]) <= SHORT]


def play_regulars(table_id: str) -> Iterator[tuple[str, str]]:
    """Play the whole games, one after the other; yields the rule set and id of each eventful one."""
    plain = ""
    for sheet, is_eventful in whole_games():
        if is_eventful:
            yield sheet["rules"], play_eventfully(table_id, sheet)
        else:
            plain = begin(table_id, sheet)
    rematch(plain, ZOE)


def play_eventfully(table_id: str, sheet: Json) -> str:
    """The game hand by hand: bids first, a misdeal, an undo and its redo, a stop, a correction, signatures."""
    game_id = begin(table_id, sheet | {"hands": [], "closed": None})
    for number, hand in enumerate(sheet["hands"], start=1):
        if load_game(game_id).state.board.outcome is not None:
            break
        if number == 1:
            record(game_id, "bids", {"hand": 1, "bids": hand["bids"]}, author=ANN)
        if number == 2:
            record(game_id, "misdeal", {"hand": 2, "called_by": 1, "reason": "a card ♠ was shown"}, author=ZOE)
        miswritten = {"adjust": [{"side": 0, "points": -10, "reason": "talked"}], "note": "“misheard”, they say"}
        write_hand(game_id, "hand", {"hand": number} | hand | (miswritten if number == 3 else {}))
        if number == 1:
            undo(game_id, ZOE)
            redo(game_id, ZOE)
        if number == 2 and load_game(game_id).state.board.outcome is None:
            record(game_id, "close", {"reason": "the dog needs out"}, author=ANN)
            record(game_id, "reopen", {}, author=ANN)
        if number == 3:
            write_hand(game_id, "correction", {"hand": 3, "reason": "nobody talked"} | hand)
    if sheet["closed"] is not None:
        record(game_id, "close", sheet["closed"], author=ANN)
    sign(game_id, 0, "agreed")
    sign(game_id, 1, "disputed", hand=2, note="we took one more ♥")
    return game_id


def begin(table_id: str, sheet: Json) -> str:
    """A game that has just started, with the hands of the sheet."""
    return start_game(table_id, read_sheet(sheet), author=ZOE).game.id


def write_hand(game_id: str, kind: str, hand: Json) -> None:
    """A hand or a correction; the table overrules any objections."""
    try:
        record(game_id, kind, hand, author=ANN)
    except Irregular:
        record(game_id, kind, hand | {"overruled": True}, author=ANN)


def sign(game_id: str, side: int, verdict: str, **more: Any) -> None:
    record(game_id, "sign", {"side": side, "verdict": verdict, **more}, author=ZOE)


def play_the_unusual(table_id: str) -> None:
    """Substitutes, reneges, a forfeit, agreed points, irregular hands, reopened and excluded games, a merge."""
    _play_with_substitutes(table_id)
    _play_reneges(table_id)
    _play_blind(table_id)
    forfeited = begin(table_id, sheet_of("two-player", "Ann 5 took 6, Ben 4 took 7") | {"sides": ALONE[:2]})
    record(forfeited, "close", {"reason": "a train to catch", "forfeit": 1}, author=ANN)
    alone = sheet_of("two-player", "Ann nil took 0, Ben 9 took 13", closed="late", nil=50)
    set_counted(load_game(begin(table_id, alone | {"sides": ALONE[1:]})), "practice, cards face up")
    goes_on = begin(table_id, sheet_of("two-player", target=300, bags=0) | {"sides": [ALONE[2], ALONE[0]]})
    record(
        goes_on,
        "hand",
        {"hand": 1, "bids": ["4>5", "6"], "took": [5, 8], "note": "raised", "overruled": True},
        author=ANN,
    )
    record(goes_on, "bids", {"hand": 2, "bids": ["3", None]}, author=ANN)
    merge_players(table_id, "Annie", "Zoë ♠")


def _play_with_substitutes(table_id: str) -> None:
    played = sheet_of("partnership", "Ann 4 and Cal 3 took 8, Ben 3 and Dee 2 took 5", blind_nil=200, target=250)
    game_id = begin(table_id, played | {"sides": PAIRS, "tags": {"Place": "Café ♠", "Rules": "of the house"}})
    record(game_id, "substitute", {"hand": 2, "seat": 2, "player": "Émile"}, author=ANN)
    for number in (2, 3):
        hand = {"bids": [["4", "nil"], ["3", "5"]], "took": [[4, 0], [3, 6]]}
        record(game_id, "hand", {"hand": number, **hand}, author=ANN)
        if number == 2:
            record(game_id, "substitute", {"hand": 2, "seat": 1, "player": "José"}, author=ANN)
            undo(game_id, ANN)
    sign(game_id, 0, "agreed")
    found = {"adjust": [{"side": 0, "points": 100, "reason": "the old sheet turned up"}], "reason": "miscounted"}
    correction = {"hand": 1, "bids": [["4", "3"], ["3", "2"]], "took": [7, 6], **found}
    record(game_id, "correction", correction, author=ANN)  # hand 3 does not count any more
    sign(game_id, 1, "agreed")


def _play_reneges(table_id: str) -> None:
    played = sheet_of("berkley-two", "Ann 6 took 6, Ben 7 took 7", overtrick_penalty="escalating")
    played["hands"][0]["reneges"] = [{"by": 1, "to": 0, "books": 3}]
    game_id = begin(table_id, played)
    parts = [{"by": 0, "to": 1, "books": books, "of": "the ten of ♦"} for books in (1, 2)]
    hand = {"bids": ["6+bemo", "5"], "took": [{"tricks": 8, "made": ["bemo"]}, [3, 2]], "reneges": parts}
    agreed = {"adjust": [{"side": 1, "points": 25, "reason": "spilled ☕"}], "note": 'both \\ "agreed" | : ;'}
    record(game_id, "hand", {"hand": 2, **hand, **agreed}, author=ANN)
    record(game_id, "close", {"reason": "closing time"}, author=ZOE)


def _play_blind(table_id: str) -> None:
    options: Json = {
        "blind_nil": 200,
        "may_total_tricks": False,
        "lose_at": -200,
        "bags_carry": False,
        "tie": "play-on",
    }
    game_id = begin(table_id, sheet_of("partnership", **options))
    for number, bids in enumerate((["3", "4"], ["4", "blind-nil"]), start=1):
        irregular = {"bids": [bids, ["3", "3"]], "took": [[8, 0], [3, 2]], "overruled": True}
        record(game_id, "hand", {"hand": number, **irregular}, author=ANN)
    record(game_id, "bids", {"hand": 3, "bids": [["3", None], [None, "4"]]}, author=ANN)
    undo(game_id, ZOE)
