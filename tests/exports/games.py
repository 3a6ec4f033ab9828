"""Games as they are kept, for the tests of what goes out and what comes in."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from hypothesis import strategies as st

from scorekeeper.chain import NOTHING_BEFORE, START, Entry, NewEntry, seal
from scorekeeper.exports import KeptGame
from scorekeeper.log import CLOSE, CORRECTION, HAND, SUBSTITUTE, fold
from scorekeeper.sheet import hand_json, read_sheet, sheet_json
from scorekeeper.sheet.substitutes import substitutes_json
from tests.strategies import sheets

Json = dict[str, Any]

EVENING = datetime(2026, 11, 20, 20, 14, 5, 600, tzinfo=UTC)


def kept(sheet: Json, number: int = 1, who: str | None = "Ann", corrected: bool = False, **more: Any) -> KeptGame:
    """The game of this sheet, with the entries that a table would have written for it."""
    read = read_sheet(sheet)
    later = ("format", "hands", "closed", "substitutes")
    head = {key: value for key, value in sheet_json(read).items() if key not in later}
    written: list[tuple[str, Json, str | None]] = [
        (START, {**head, "revision": 1, "options_given": sheet.get("options", {})}, None)
    ]
    for count, hand in enumerate([*read.hands, None], start=1):
        changes = substitutes_json(read.substitutes)
        written += [(SUBSTITUTE, change, None) for change in changes if change["hand"] == count]
        if hand is not None:
            written.append((HAND, {"hand": count, **hand_json(hand, read.rules.seating)}, None))
    if corrected and read.hands:
        written.append((CORRECTION, {"hand": 1, **hand_json(read.hands[0], read.rules.seating)}, "miscounted ♠"))
    if read.closed is not None:
        forfeit = {} if read.forfeit is None else {"forfeit": read.forfeit}
        written.append((CLOSE, forfeit, read.closed or None))
    entries: list[Entry] = []
    for seq, (kind, payload, reason) in enumerate(written, start=1):
        new = NewEntry(
            kind=kind,
            payload=payload,
            id=str(UUID(int=(number << 64) + seq, version=4)),
            who=who,
            reason=reason,
            at=EVENING + timedelta(days=number, minutes=5 * seq),
        )
        previous = entries[-1].hash if entries else NOTHING_BEFORE
        entries.append(seal(f"game{number:018}", new, seq=seq, previous=previous))
    return KeptGame(f"game{number:018}", fold(entries), tuple(entries), number, **more)


NAMES = st.text(
    st.characters(categories=["L", "N", "P", "S", "Zs"], exclude_characters="\u00ad"), min_size=1, max_size=12
)
WORDS = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=30)


@st.composite
def told_sheets(draw: st.DrawFn) -> Json:
    """A game of any rule set, with names, notes and tags of all kinds."""
    sheet = draw(sheets(most=5))
    for side in sheet["sides"]:
        mark = draw(st.sampled_from(["", "=", '"', " ♠", "'+", "\\", "|", " : ", "@"]))
        side["name"] = f"{mark}{side['name']}".strip()
    for hand in sheet["hands"]:
        if draw(st.integers(0, 4)) == 0:
            hand["note"] = draw(WORDS)
    seats = sum(len(side["players"]) for side in sheet["sides"])
    if draw(st.integers(0, 3)) == 0:
        hand = draw(st.integers(1, len(sheet["hands"]) + 1))
        sheet["substitutes"] = [{"hand": hand, "seat": draw(st.integers(0, seats - 1)), "player": "Zoë"}]
    if sheet["closed"] is not None and draw(st.booleans()):
        sheet["closed"]["forfeit"] = draw(st.integers(0, len(sheet["sides"]) - 1))
    tags = draw(st.dictionaries(NAMES.map(str.strip).filter(bool), WORDS, max_size=3))
    return sheet | ({"tags": tags} if tags else {})


@st.composite
def kept_games(draw: st.DrawFn, number: int = 1) -> KeptGame:
    """Any game as it is kept."""
    sheet = draw(told_sheets())
    return kept(
        sheet,
        number,
        who=draw(st.sampled_from([None, "Ann", "Zoë ♠"])),
        corrected=draw(st.booleans()),
        not_counted=draw(st.sampled_from([None, None, "practice"])),
    )
