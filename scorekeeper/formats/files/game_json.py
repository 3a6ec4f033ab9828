"""JSON: one game with its events, or a table's games in one document; also reads bare sheets."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import BinaryIO

from scorekeeper.core.inputs import NOWHERE, FieldPath, InvalidInput, faults
from scorekeeper.core.inputs.faults import LIST_TOO_LONG, UNKNOWN_FORMAT, PathStep
from scorekeeper.core.inputs.fields import quote
from scorekeeper.core.rules.ruleset import Value
from scorekeeper.core.sheet import Sheet, read_sheet
from scorekeeper.core.sheet.model import FORMAT as SHEET_FORMAT
from scorekeeper.core.words.language import translatable
from scorekeeper.formats.chain import head_of
from scorekeeper.formats.days import read_moment
from scorekeeper.formats.files import Export, Format, Reader
from scorekeeper.formats.game_json import FIRST_LINE, GAME_FORMAT, game_json, games_json, needs_events, read_events
from scorekeeper.formats.games import (
    ClaimedHand,
    ClaimedLine,
    ClaimedScores,
    ClaimedSide,
    ImportedGame,
    UnreadGame,
    read_or_unread,
)
from scorekeeper.formats.strict_json import LARGEST, Budget, parse_json
from scorekeeper.formats.text_file import GAMES_LINE, Block, blocks, lines_of, pieces_of, text_start, with_checksums
from scorekeeper.formats.text_record.tags import begins_with_tag, read_signature

PARTS = ("format", "about", "sheet", "scoreboard", "entries", "signature", "seal")
ABOUT = ("game", "started", "rules_card", "not_counted", "differences")
MAX_DIFFERENCES = 20_000
WHOLE_FILE = PathStep("game")


def read_game(value: object, where: PathStep = WHOLE_FILE) -> ImportedGame:
    """One game from its JSON. Raises `InvalidInput`."""
    if not isinstance(value, dict):
        raise InvalidInput(faults.NOT_A_GAME.at(NOWHERE, {"value": quote(value)}))
    if value.get("format", SHEET_FORMAT) == SHEET_FORMAT:
        return ImportedGame(where=where, sheet=read_sheet(value))
    here = FieldPath((where,))
    if value["format"] != GAME_FORMAT:
        raise InvalidInput(
            UNKNOWN_FORMAT.at(
                here, {"what": "format", "value": quote(value["format"]), "parts": (GAME_FORMAT, SHEET_FORMAT)}
            )
        )
    here.mapping(value, "it", PARTS, required=("about", "sheet", "entries"))
    about = here.mapping(value["about"], "about", ABOUT, required=("game", "started"))
    game_id = here.at("about").text(about["game"], "game", longest=80)
    sheet = read_sheet(value["sheet"])
    events = read_events(here, value["entries"], game_id)
    return ImportedGame(
        where=where,
        sheet=sheet,
        claimed=replace(
            _claimed(here, value.get("scoreboard"), sheet),
            rules_code=_rules_code(about),
            options=_options(value["sheet"]),
        ),
        started=read_moment(here, about["started"], "started"),
        id=game_id,
        events=events,
        not_counted=here.text(about["not_counted"], "not_counted") if "not_counted" in about else None,
        differences=_differences(here, about.get("differences", [])),
        signature=read_signature(here, value["signature"]) if "signature" in value else None,
        head=head_of(events) if events else None,
    )


def _differences(here: FieldPath, value: object) -> Sequence[Mapping[str, object]]:
    listed = here.listing(value, "differences")
    if len(listed) > MAX_DIFFERENCES:
        raise InvalidInput(
            LIST_TOO_LONG.at(here, {"what": "differences", "found": len(listed), "most": MAX_DIFFERENCES})
        )
    keys = ("what", "said", "gives", "hand", "side", "line")
    return [dict(here.at("differences").mapping(part, "it", keys, required=keys[:3])) for part in listed]


def _rules_code(about: Mapping[str, object]) -> str | None:
    code = about.get("rules_card")
    return code if isinstance(code, str) else None


def _options(sheet: object) -> Mapping[str, Value]:
    """The options that the sheet lists; the sheet was read, so they are well-formed."""
    options = sheet.get("options") if isinstance(sheet, dict) else None
    return options if isinstance(options, dict) else {}


def _claimed(here: FieldPath, value: object, sheet: Sheet) -> ClaimedScores:
    """What the file's scoreboard claims; parts of an unknown shape claim nothing."""
    if not isinstance(value, dict):
        return ClaimedScores()
    where = here.at("scoreboard")
    hands = [_hand(where, hand) for hand in where.listing(value.get("hands", []), "hands")]
    sides = [where.mapping(side, "side", _keys(side)) for side in where.listing(value.get("sides", []), "sides")]
    outcome = value.get("outcome")
    over = outcome if isinstance(outcome, dict) and outcome.get("status") == "over" else None
    winners = where.listing(over.get("winners", []), "winners") if over else []
    return ClaimedScores(
        hands=tuple(hands),
        totals=tuple(_whole(where, side.get("total"), "total") for side in sides),
        overtricks=_overtricks(where, sides),
        winners=tuple(_name(where, sheet, side) for side in winners),
        termination=f"{over.get('ended_by')}, {over.get('decided_by')}" if over else "playing",
    )


def _overtricks(where: FieldPath, sides: Sequence[Mapping[str, object]]) -> tuple[int, ...] | None:
    if not all("overtricks" in side for side in sides):
        return None
    return tuple(_whole(where, side["overtricks"], "overtricks") for side in sides)


def _name(where: FieldPath, sheet: Sheet, side: object) -> str:
    return sheet.names[where.at("winners").whole(side, "it", 0, len(sheet.names) - 1)]


def _hand(where: FieldPath, value: object) -> ClaimedHand:
    hand = where.mapping(value, "hand", _keys(value), required=("number", "counted", "sides"))
    number = where.at("hands").whole(hand["number"], "number", 1, 1000)
    here = where.at("hand", number)
    counted = here.switch(hand["counted"], "counted")
    sides = [_side(here, side) for side in here.listing(hand["sides"], "sides")]
    return ClaimedHand(number, counted, tuple(sides), _objections(here, hand))


def _objections(where: FieldPath, hand: Mapping[str, object]) -> tuple[str, ...] | None:
    """The codes of a hand's objections."""
    if "objections" not in hand:
        return None
    listed = [
        where.at("objections").mapping(objection, "it", _keys(objection), required=("code",))
        for objection in where.listing(hand["objections"], "objections")
    ]
    return tuple(where.text(objection["code"], "code") for objection in listed)


def _side(where: FieldPath, value: object) -> ClaimedSide:
    side = where.mapping(value, "side", _keys(value), required=("points", "total", "lines"))
    lines = tuple(_line(where, line) for line in where.listing(side["lines"], "lines"))
    return ClaimedSide(
        points=_whole(where, side["points"], "points"),
        total=_whole(where, side["total"], "total"),
        lines=lines,
        tricks=_whole(where, side["tricks"], "tricks") if "tricks" in side else None,
        overtricks=_whole(where, side["overtricks"], "overtricks") if "overtricks" in side else None,
    )


def _line(where: FieldPath, value: object) -> ClaimedLine:
    line = where.at("lines").mapping(value, "it", _keys(value), required=("points", "reason"))
    return ClaimedLine(_whole(where, line["points"], "points"), where.text(line["reason"], "reason"))


def _whole(where: FieldPath, value: object, what: str) -> int:
    return where.whole(value, what, -(10**9), 10**9)


def _keys(value: object) -> tuple[str, ...]:
    """A scoreboard may hold more than is compared here."""
    return tuple(value) if isinstance(value, dict) else ()


def write_game(export: Export) -> Iterator[bytes]:
    """One game."""
    return (game_json(game).encode("utf-8") for game in export.games)


def write_table(export: Export) -> Iterator[bytes]:
    """All games in one document, a game at a time."""
    return games_json(export.games, export.left_out)


def recognizes(start: bytes) -> bool:
    """Whether a file begins like JSON; a tag of a text record begins with a bracket too."""
    first = text_start(start)
    return first.startswith((b"{", b"[")) and not begins_with_tag(first)


def read(file: BinaryIO, _: Budget) -> Iterator[ImportedGame | UnreadGame]:
    """The games: those of an export one at a time, by its lines; those of any other document together."""
    start = text_start(file.read(4096))
    file.seek(0)
    if start.startswith((FIRST_LINE.encode(), GAMES_LINE)):
        yield from _exported(file)
    else:
        yield from _document(file)


def _exported(file: BinaryIO) -> Iterator[ImportedGame | UnreadGame]:
    number = 0
    for part in blocks(lines_of(pieces_of(file))):
        if isinstance(part, Block):
            number += 1
            where = PathStep("game", number)
            yield read_or_unread(where, partial(_of_block, part, where))


def _of_block(part: Block, where: PathStep) -> ImportedGame:
    text = b"\n".join(part.lines)
    game = parse_json(text.removesuffix(b",") if part.checksums is not None else text)
    return with_checksums(read_game(game, where), part)


def _document(file: BinaryIO) -> Iterator[ImportedGame | UnreadGame]:
    value = parse_json(file.read(LARGEST + 1))
    if isinstance(value, dict) and isinstance(value.get("games"), list):
        value = value["games"]
    for number, game in enumerate(value if isinstance(value, list) else [value], start=1):
        where = PathStep("game", number)
        yield read_or_unread(where, partial(read_game, game, where))


FORMAT = Format(
    key="json",
    name=translatable("Full backup as JSON"),
    note=translatable("Everything about the game, signed; can be imported again"),
    suffix=".json",
    media_type="application/json",
    order=80,
    write_game=write_game,
    write_table=write_table,
    needs_events=needs_events,
    reader=Reader(translatable("JSON"), recognizes, read),
)
