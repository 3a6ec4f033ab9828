"""A game on its way from a phone as `SPADES2` has it: events in columns, without what follows from the one before.

So a game of twenty hands fits in one link; `SPADES3` is the same text with a letter for each of what such a text says
again and again. docs/record.md describes both. Every version reads what any has written, so `USUAL`, `SHAPE` and
`SHORT` never change.
"""

from collections.abc import Mapping, Sequence

from scorekeeper.core.inputs import NOWHERE, FieldPath, Json
from scorekeeper.core.inputs.faults import ValueKind

COLUMNS = ("ids", "at", "kinds", "payloads")
PARTS = ("game", "salt", "pad", *COLUMNS, "who", "reasons", "usual")
FOLLOWS = 0
"""In the place of an id: it is the one after the id before, or the game's."""

LONGEST = 80
"""Letters of an id: a longer one is refused, and meanwhile not copied for each that follows."""

LATEST = 253_402_300_799_999  # ms; the last moment of the year 9999
DIGITS = "0123456789abcdef"
COUNTED = 12
"""The digits at the end of an id that are counted on."""

SHAPE: dict[str, object] = {"format": "scorekeeper-sheet/1", "hands": [], "closed": None}
USUAL: dict[str, object] = {
    "target": 500,
    "bags": 10,
    "bag_penalty": 100,
    "bags_carry": True,
    "nil": 100,
    "blind_nil": 200,
    "blind_behind": 100,
    "failed_nil": "bags",
    "two_nils": "apart",
    "team_minimum": 0,
    "pair_bids": "seats",
    "blind_numbers": 0,
    "blind_failed": "single",
    "blind_all": "open",
    "overtrick_points": 1,
    "set_costs": "bid",
    "double_costs": False,
    "boston": "plain",
    "boston_failed": "same",
    "highest_bid": 0,
    "lose_at": None,
    "sets_lose": 0,
    "sets_in_a_row": False,
    "sets_in_a_row_lose": 0,
    "sets_lose_nil": False,
    "least_hands": 0,
    "first_hand": "bid",
    "first_hand_least": 0,
    "least_total": 0,
    "unplayed": "books",
    "most_total": 0,
    "zero": "nil",
    "may_total_tricks": True,
    "ten_for_200": "off",
    "hands": 0,
    "misdeal": "same",
    "renege": "books",
    "both_reach": "more-points",
    "tie": "play-on",
}
"""What a start has that says nothing else than this is one letter."""

SHORT = (
    '{"games":[{"game":"',
    '","salt":"',
    '","pad":{"number":',
    '"unnamed":["North","East","South","West"]',
    '"rules_code":"',
    '},"ids":[0,"',
    "0,0,0,0,0,",
    '],"at":[',
    '],"kinds":["start"',
    ',"bids","bids","bids","bids","hand"',
    '],"payloads":[{"rules":"',
    '"partnership"',
    '"options":{',
    '"sides":[{"name":"',
    '","players":["',
    '"]},{"name":"',
    '"]}],"dealer":',
    "North & South",
    'North","South',
    "East & West",
    'East","West',
    ',{"hand":',
    ',"bids":[[',
    '"],["',
    ']],"took":[',
    'null,"',
    ",null",
    '"nil"',
    '],"who":[null,"',
    '],"reasons":[null,',
)
LETTERS = (
    "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f"
    "\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e"
)
"""What stands for `SHORT`: each is put in place of its text, in this order. JSON has none of them."""

ALL_USUAL = "1" * (len(SHAPE) + len(USUAL))


def in_columns(game: str, events: Sequence[Json]) -> Json:
    """The events of the game with this id; `at` is in ms, or a text that is kept as it is."""
    ids: list[object] = []
    moments: list[object] = []
    next_id, last = game, 0
    for event in events:
        ids.append(FOLLOWS if event["id"] == next_id else event["id"])
        next_id = id_after(event["id"])
        at = event["at"]
        moments.append(at if isinstance(at, str) else at - last)
        last = last if isinstance(at, str) else at
    start, usual = _without_usual(events[0]["payload"])
    found: Json = {
        "ids": ids,
        "at": moments,
        "kinds": [event["kind"] for event in events],
        "payloads": [start, *[event["payload"] for event in events[1:]]],
    }
    if usual != ALL_USUAL:
        found["usual"] = usual
    for column, name in (("who", "who"), ("reasons", "reason")):
        if any(event[name] is not None for event in events):
            found[column] = [event[name] for event in events]
    return found


def entries_of(value: object, here: FieldPath = NOWHERE) -> list[Json]:
    """The events as they were. Raises `InvalidInput` for what no phone writes."""
    game = here.mapping(value, "it", PARTS, required=("game", *COLUMNS))
    kinds = here.listing(game["kinds"], "kinds")
    count = len(kinds)
    ids, moments, payloads = [here.listing(game[name], name, count) for name in ("ids", "at", "payloads")]
    who, reasons = [
        here.listing(game[name], name, count) if name in game else [None] * count for name in ("who", "reasons")
    ]
    events: list[Json] = []
    next_id, last = game["game"], 0
    for number in range(count):
        event_id = next_id if ids[number] == FOLLOWS else ids[number]
        at = moments[number]
        if not isinstance(at, str):
            at = last = last + here.whole(at, "at", -last, LATEST - last)
        event = {
            "id": event_id,
            "kind": kinds[number],
            "payload": payloads[number],
            "who": who[number],
            "reason": reasons[number],
        }
        events.append({**event, "at": at})
        next_id = id_after(event_id) if isinstance(event_id, str) and len(event_id) <= LONGEST else ""
    if events:
        events[0]["payload"] = _with_usual(here, events[0]["payload"], game.get("usual", ALL_USUAL))
    return events


def shortened(text: str) -> str:
    """JSON as `SPADES3` has it."""
    for letter, part in zip(LETTERS, SHORT, strict=True):
        text = text.replace(part, letter)
    return text


def in_full(text: str, most: int) -> str:
    """The JSON; nothing if it is longer than that."""
    length = len(text)
    for letter, part in zip(LETTERS, SHORT, strict=True):
        length += (len(text.split(letter)) - 1) * (len(part) - 1)
    if length > most:
        return ""
    for letter, part in zip(LETTERS, SHORT, strict=True):
        text = text.replace(letter, part)
    return text


def id_after(event_id: str) -> str:
    """The id that a phone gives to its next event; one that does not end in digits has none, and stays the same."""
    head, left, tail = event_id[:-COUNTED], event_id[-COUNTED:], ""
    while left and left[-1] == DIGITS[-1]:
        left, tail = left[:-1], DIGITS[0] + tail
    if not left:
        return head + tail
    digit = DIGITS.find(left[-1])
    return event_id if digit < 0 else head + left[:-1] + DIGITS[digit + 1] + tail


def _without_usual(payload: Mapping[str, object]) -> tuple[Json, str]:
    """A start without what is usual, and a letter for each that could be: whether it was there."""
    options = payload.get("options")
    given = options if isinstance(options, dict) else {}
    kept = {name: value for name, value in payload.items() if not _is_usual(SHAPE, name, value)}
    if given:
        kept["options"] = {name: value for name, value in given.items() if not _is_usual(USUAL, name, value)}
    shape = ["1" if name in payload and name not in kept else "0" for name in SHAPE]
    options_left_out = ["1" if _is_usual(USUAL, name, given.get(name)) and name in given else "0" for name in USUAL]
    return kept, "".join([*shape, *options_left_out])


def _is_usual(usual: Mapping[str, object], name: str, value: object) -> bool:
    return name in usual and usual[name] == value


def _with_usual(here: FieldPath, start: object, usual: object) -> object:
    if not isinstance(start, dict):
        return start
    letters = here.text(usual, "usual")
    if len(letters) != len(SHAPE) + len(USUAL):
        raise here.not_a(ValueKind.TEXT, usual, "usual")
    shape = {
        name: value for letter, (name, value) in zip(letters[: len(SHAPE)], SHAPE.items(), strict=True) if letter == "1"
    }
    options = {name: USUAL[name] for letter, name in zip(letters[len(SHAPE) :], USUAL, strict=True) if letter == "1"}
    given = start.get("options", {})
    if not options or not isinstance(given, dict):
        return {**shape, **start}
    return {**shape, **start, "options": {**options, **given}}
