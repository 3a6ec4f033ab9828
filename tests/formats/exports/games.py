"""Exported games, for the tests of exports and imports."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from hypothesis import strategies as st

from scorekeeper.core.game import CLOSE, CORRECTION, DEALER, HAND, SIGN, SUBSTITUTE, TIME
from scorekeeper.core.sheet import hand_json, read_sheet, sheet_json
from scorekeeper.core.sheet.deals import dealers_json, substitutes_json, time_json
from scorekeeper.formats.chain import NOTHING_BEFORE, START, StoredEvent, UnsavedEvent, chained
from scorekeeper.formats.games import ExportedGame, replay_stored
from tests.fast_strategies import between, now_and_then, pick, picks
from tests.strategies import sheets

Json = dict[str, Any]

EVENING = datetime(2026, 11, 20, 20, 14, 5, 600, tzinfo=UTC)


def game_of_sheet(
    sheet: Json,
    number: int = 1,
    who: str | None = "Ann",
    corrected: bool = False,
    signed: Sequence[Json] = (),
    **more: Any,
) -> ExportedGame:
    """The game of this sheet, with the events that a table would have recorded for it."""
    read = read_sheet(sheet)
    later = ("format", "hands", "closed", "substitutes", "dealers", "time")
    head = {key: value for key, value in sheet_json(read).items() if key not in later}
    written: list[tuple[str, Json, str | None]] = [
        (START, {**head, "revision": 1, "options_given": sheet.get("options", {})}, None)
    ]
    for count, hand in enumerate([*read.hands, None], start=1):
        changes = substitutes_json(read.substitutes)
        written += [(SUBSTITUTE, change, None) for change in changes if change["hand"] == count]
        written += [(DEALER, change, None) for change in dealers_json(read.dealers) if change["hand"] == count]
        if read.time is not None and count == min(read.time.hand, len(read.hands) + 1):
            written.append((TIME, time_json(read.time), None))
        if hand is not None:
            written.append((HAND, {"hand": count, **hand_json(hand, read.rules.seating)}, None))
    if corrected and read.hands:
        written.append((CORRECTION, {"hand": 1, **hand_json(read.hands[0], read.rules.seating)}, "miscounted ♠"))
    if read.closed is not None:
        forfeit = {} if read.forfeit is None else {"forfeit": read.forfeit}
        written.append((CLOSE, forfeit, read.closed or None))
    written += [(SIGN, sign, None) for sign in signed]
    entries: list[StoredEvent] = []
    for seq, (kind, payload, reason) in enumerate(written, start=1):
        new = UnsavedEvent(
            kind=kind,
            payload=payload,
            id=str(UUID(int=(number << 64) + seq, version=4)),
            who=who,
            reason=reason,
            at=EVENING + timedelta(days=number, minutes=5 * seq),
            salt=f"{number:016x}{seq:016x}",
        )
        previous = entries[-1].hash if entries else NOTHING_BEFORE
        entries.append(chained(f"game{number:018}", new, seq=seq, previous=previous))
    return ExportedGame(f"game{number:018}", replay_stored(entries), tuple(entries), number, **more)


NAMES = st.text(
    st.characters(categories=["L", "N", "P", "S", "Zs"], exclude_characters="\u00ad"), min_size=1, max_size=12
)
WORDS = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=30)


TAGS = st.dictionaries(NAMES.map(str.strip).filter(bool), WORDS, max_size=3)
AGREED = st.lists(WORDS.filter(str.strip), min_size=1, max_size=12)
MARKS = ["", "=", '"', " ♠", "'+", "\\", "|", " : ", "@"]
PLAYED = sheets(most=5)


@st.composite
def annotated_sheets(draw: st.DrawFn) -> Json:
    """A game of any rule set, with names, notes and tags of all kinds."""
    sheet = draw(PLAYED)
    sides, hands = sheet["sides"], sheet["hands"]
    for side, mark in zip(sides, picks(draw, MARKS, len(sides)), strict=True):
        side["name"] = f"{mark}{side['name']}".strip()
    for hand, noted in zip(hands, now_and_then(draw, len(hands), one_in=5), strict=True):
        if noted:
            hand["note"] = draw(WORDS)
    if now_and_then(draw, 1, one_in=4) == [True]:
        seat = draw(between(0, sum(len(side["players"]) for side in sides) - 1))
        sheet["substitutes"] = [{"hand": draw(between(1, len(hands) + 1)), "seat": seat, "player": "Zoë"}]
    if now_and_then(draw, 1, one_in=4) == [True]:
        seat = draw(between(0, sum(len(side["players"]) for side in sides) - 1))
        sheet["dealers"] = [{"hand": draw(between(1, len(hands) + 1)), "seat": seat}]
    if now_and_then(draw, 1, one_in=4) == [True]:
        sheet["time"] = {"hand": draw(between(1, len(hands) + 2)), "minutes": draw(between(0, 120))}
    if now_and_then(draw, 1, one_in=4) == [True]:
        sheet["minutes"] = draw(between(1, 600))
    if sheet["closed"] is not None and pick(draw, [False, True]):
        sheet["closed"]["forfeit"] = draw(between(0, len(sides) - 1))
    if now_and_then(draw, 1, one_in=3) == [True]:
        sheet["agreed"] = [line.strip() for line in draw(AGREED)]
    tags = draw(TAGS)
    return sheet | ({"tags": tags} if tags else {})


@st.composite
def exported_games(draw: st.DrawFn, number: int = 1) -> ExportedGame:
    """Any exported game."""
    sheet = draw(SHEETS)
    return game_of_sheet(
        sheet,
        number,
        who=pick(draw, [None, "Ann", "Zoë ♠"]),
        corrected=pick(draw, [False, True]),
        not_counted=pick(draw, [None, "practice"]),
    )


SHEETS = annotated_sheets()
