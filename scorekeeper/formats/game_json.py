"""Writes a game as JSON: sheet, scoreboard and its events with their chain; reads such events back."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from scorekeeper.core.game.event_json import MAX_SEQ
from scorekeeper.core.inputs import FieldPath, Json
from scorekeeper.core.inputs.faults import ValueKind
from scorekeeper.core.rules.scoreboard import Scoreboard
from scorekeeper.core.sheet import Sheet, scoreboard_json, sheet_json
from scorekeeper.core.words.language import current_language
from scorekeeper.formats.chain import ChainHead, StoredEvent, canonical_time, event_line, head_of, recorded
from scorekeeper.formats.checksums import OptionKey, SummedLines, joined, option_key, options_of, rules_code, summed
from scorekeeper.formats.days import read_moment
from scorekeeper.formats.games import ExportCache, ExportedGame, LeftOutGame
from scorekeeper.formats.hand_text import bid_texts, json_line, scored_hand, sheet_hand

MAX_ID_LENGTH = 80


def read_events(where: FieldPath, value: object, game_id: str) -> tuple[StoredEvent, ...]:
    """The events in order. Raises `InvalidInput`."""
    listed = where.listing(value, "entries")
    return tuple(_event(where.at("entry", position), part, game_id) for position, part in enumerate(listed, start=1))


def _event(where: FieldPath, value: object, game_id: str) -> StoredEvent:
    parts = where.mapping(value, "it", (*EVENT, SALT), required=EVENT)
    payload = parts["payload"]
    if not isinstance(payload, dict):
        raise where.not_a(ValueKind.OBJECT, payload, "payload")
    return StoredEvent(
        game_id=game_id,
        seq=where.whole(parts["seq"], "seq", 1, MAX_SEQ),
        id=where.text(parts["id"], "id", MAX_ID_LENGTH),
        kind=where.text(parts["kind"], "kind", MAX_ID_LENGTH),
        payload=payload,
        who=_words(where, parts, "who"),
        at=read_moment(where, parts["at"], "at"),
        reason=_words(where, parts, "reason"),
        previous=where.text(parts["previous"], "previous", MAX_ID_LENGTH, empty=True),
        hash=where.text(parts["hash"], "hash", MAX_ID_LENGTH),
        salt=where.text(parts[SALT], SALT, MAX_ID_LENGTH) if SALT in parts else None,
    )


def _words(where: FieldPath, parts: Mapping[str, object], name: str) -> str | None:
    return None if parts[name] is None else where.text(parts[name], name, empty=True)


GAME_FORMAT = "scorekeeper-game/1"
GAMES_FORMAT = "scorekeeper-games/1"
FIRST_LINE = f'{{"format": "{GAME_FORMAT}",'
SIGNATURE = ("key", "at", "value")
EVENT = ("seq", "id", "kind", "payload", "who", "at", "reason", "previous", "hash")
SALT = "salt"
"""One more key, if the event has it."""


def game_json(game: ExportedGame) -> str:
    """One game with checksums: a file that can be imported and verified."""
    return f"{_written(game).decode()}\n"


def _written(game: ExportedGame) -> bytes:
    text, checksums = joined(list(_parts(game)))
    return b'%b\n"seal": "%b"}' % (text, checksums.encode("ascii"))


def about(game: ExportedGame) -> Json:
    """What is known of the game besides its events."""
    written: Json = {
        "game": game.id,
        "started": canonical_time(game.started),
        "rules_card": rules_code(game.state.setup.rules),
    }
    if game.not_counted is not None:
        written["not_counted"] = game.not_counted
    if game.differences:
        written["differences"] = list(game.differences)
    return written


def stored_json(event: StoredEvent) -> Json:
    """An event in an export; the game's id is given once, at the top."""
    written: Json = {**recorded(event), "hash": event.hash}
    if event.salt is not None:
        written[SALT] = event.salt
    return written


def _parts(game: ExportedGame) -> Iterator[SummedLines]:
    yield summed([FIRST_LINE, f'"about": {json_line(about(game))},'])
    yield _scores(game)
    head, events = _events(game)
    yield events
    if game.signer is not None:
        signature = game.signer(head, None)
        yield summed([f'"signature": {json_line({name: getattr(signature, name) for name in SIGNATURE})},'])


def _scores(game: ExportedGame) -> SummedLines:
    """The lines of the sheet and the scoreboard, whose items are in the reader's language."""
    written, language = game.cache.scores, current_language()
    if language not in written:
        written[language] = summed(_score_lines(game.sheet, game.board, language))
    return written[language]


def _score_lines(sheet: Sheet, board: Scoreboard, language: str) -> list[str]:
    names, seating = sheet.names, sheet.rules.seating
    with_bids = [(hand, bid_texts(hand.record, seating)) for hand in board.hands]
    sheet_hands = [sheet_hand(hand.record, seating, bids) for hand, bids in with_bids]
    scored_hands = [scored_hand(board, hand, names, bids, language) for hand, bids in with_bids]
    options = _options(option_key(sheet.rules.options))
    return [
        *_spread("sheet", sheet_json(replace(sheet, hands=())), options, sheet_hands),
        *_spread("scoreboard", scoreboard_json(replace(board, hands=()), names), options, scored_hands),
    ]


@lru_cache(maxsize=32)
def _options(options: OptionKey) -> str:
    return json_line(options_of(options))


def _events(game: ExportedGame) -> tuple[ChainHead, SummedLines]:
    """The chain head, and the lines of the events: those written before if the game comes without its events."""
    written = game.cache.events
    if written is None or game.events:
        events = _listed([event_line(event) for event in game.events])
        written = game.cache.events = head_of(game.events), summed(['"entries": [', *events, "],"])
    return written


def needs_events(cache: ExportCache) -> bool:
    """Whether a game with these texts can only be written with its events."""
    return cache.events is None


def _spread(name: str, value: Mapping[str, object], options: str, hands: Sequence[str]) -> list[str]:
    """An object with its `options`, which are in JSON already, and with its hands last, one per line."""
    head = [
        f'"{key}": {options if key == "options" else json_line(part)}' for key, part in value.items() if key != "hands"
    ]
    return [f'"{name}": {{{", ".join(head)}, "hands": [', *_listed(hands), "]},"]


def _listed(parts: Sequence[str]) -> list[str]:
    """The parts with a comma after each but the last."""
    return [f"{part}," for part in parts[:-1]] + list(parts[-1:])


LEFT_OUT = '], "left_out": ['
"""How the last line of a list begins if games are missing from it; else it is `]}`."""


def games_json(games: Iterable[ExportedGame], left_out: Sequence[LeftOutGame] = ()) -> Iterator[bytes]:
    """All games of a table as one JSON document, a game at a time, and those that cannot be read by id and number."""
    yield f'{{"format": "{GAMES_FORMAT}", "games": [\n'.encode("ascii")
    before = b""
    for game in games:
        yield before + _written(game)
        before = b",\n"
    missing = ", ".join(json_line({"game": game.id, "number": game.number}) for game in left_out)
    yield f"\n{LEFT_OUT}{missing}]}}\n".encode() if missing else b"\n]}\n"
