"""Refusals of files that no export is: each with its code, its place and its figures, and just before it nothing."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.core.inputs import FieldPath, InvalidInput
from scorekeeper.core.inputs.differences import Difference
from scorekeeper.core.inputs.faults import ValueKind
from scorekeeper.formats.chain import StoredEvent
from scorekeeper.formats.days import read_moment
from scorekeeper.formats.files import games_of_file, readers
from scorekeeper.formats.files.game_json import MAX_DIFFERENCES, read_game
from scorekeeper.formats.files.table_zip import open_zip
from scorekeeper.formats.game_json import game_json
from scorekeeper.formats.games import replay_stored, replay_untrusted
from scorekeeper.formats.scored import difference_json, read_difference, scored_games
from scorekeeper.formats.strict_json import LARGEST, MAX_MEMBER_BYTES, Budget, TooLarge, parse_json, without_end
from scorekeeper.formats.text_file import text_lines
from tests.each_case import each_case
from tests.formats.approved.games import games

ANNOTATED, SIGNED = games()["annotated"], games()["signed"]
ENTRIES = ANNOTATED.events
UNDO = ENTRIES[1]._replace(kind="take-back", payload={"entry": 2})
ERASURE = ENTRIES[1]._replace(kind="erase", payload={"entries": {"1": "0" * 64}, "more": 1})


def with_entry(entry: StoredEvent) -> tuple[StoredEvent, ...]:
    """The annotated game with another second event, and nothing after it."""
    return (ENTRIES[0], entry)


def zip_of(*members: tuple[str, bytes], **flags: int) -> io.BytesIO:
    """A ZIP of any program."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in members:
            packed.writestr(name, content)
        for member in packed.filelist:
            for flag, value in flags.items():
                setattr(member, flag, value)
    file.seek(0)
    return file


def with_about(**about: object) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(game_json(ANNOTATED))
    return whole | {"about": whole["about"] | about}


DIFFERENCE = {"what": "total", "said": "1", "gives": "2"}
HERE = FieldPath.to("game")

REFUSED: dict[str, tuple[Callable[[], object], str, str, object]] = {
    "no events": (lambda: replay_stored(()), "no-start", "entry 1", {}),
    "no start": (lambda: replay_stored(ENTRIES[1:]), "no-start", "entry 1", {}),
    "an undo of itself": (lambda: replay_untrusted(with_entry(UNDO)), "takes-back-later", "entry 2", {}),
    "an erasure with more": (lambda: replay_untrusted(with_entry(ERASURE)), "bad-erasure", "entry 2", {}),
    "a hand spelled differently": (
        lambda: replay_untrusted(with_entry(ENTRIES[1]._replace(payload={**ENTRIES[1].payload, "reneges": []}))),
        "not-canonical",
        "entry 2",
        {},
    ),
    "a number for a game": (
        lambda: list(games_of_file(io.BytesIO(b"[7]"))),
        "not-a-game",
        "",
        {"value": "7"},
    ),
    "a start without a zone": (
        lambda: read_moment(HERE, "2026-11-21T20:19:05", "started"),
        "wrong-kind",
        "game",
        {"what": "started", "value": '"2026-11-21T20:19:05"', "kind": ValueKind.ZONED},
    ),
    "a start that is no time": (
        lambda: read_moment(HERE, "tonight", "started"),
        "wrong-kind",
        "game",
        {"what": "started", "value": '"tonight"', "kind": ValueKind.INSTANT},
    ),
    "too many differences": (
        lambda: read_game(with_about(differences=[DIFFERENCE] * (MAX_DIFFERENCES + 1))),
        "list-too-long",
        "game",
        {"what": "differences", "found": MAX_DIFFERENCES + 1, "most": MAX_DIFFERENCES},
    ),
    "JSON that is too large": (lambda: parse_json(" " * (LARGEST + 1)), "json-too-large", "", {"bytes": LARGEST}),
    "blank JSON": (lambda: parse_json(" " * LARGEST), "json-empty", "", {}),
    "JSON in another encoding": (lambda: parse_json(b'"\xff"'), "not-utf8-json", "", {}),
    "JSON that is too deep": (lambda: parse_json("[" * 100_000), "json-too-deep", "", {}),
    "cut JSON": (lambda: parse_json('{\n"a": '), "json-malformed", "", {"line": 2, "column": 6}),
    "JSON with a key twice": (
        lambda: parse_json('{"a": 1, "a": 1}'),
        "json-said-twice",
        "",
        {"name": '"a"'},
    ),
    "JSON with no number": (lambda: parse_json("[NaN]"), "json-no-number", "", {"value": "NaN"}),
    "JSON with a long number": (lambda: parse_json("9" * 5000), "json-number-too-long", "", {}),
    "text in another encoding": (lambda: list(text_lines(io.BytesIO(b"Zo\xeb"))), "not-utf8-file", "", {}),
    "too many events": (
        lambda: list(scored_games(io.BytesIO(game_json(SIGNED).encode()), Budget(events=7))),
        "too-many-entries",
        "game 1",
        {"entries": 8, "most_entries": 7},
    ),
    "a workbook": (lambda: open_zip(zip_of(("mimetype", b"")), Budget()), "workbook", "", {}),
    "a ZIP in a ZIP": (lambda: open_zip(zip_of(("A.ZIP", b"")), Budget()), "zip-in-zip", "A.ZIP", {}),
    "a locked ZIP": (lambda: open_zip(zip_of(("a", b""), flag_bits=1), Budget()), "zip-locked", "a", {}),
    "a ZIP packed in another way": (
        lambda: open_zip(zip_of(("a", b""), compress_type=zipfile.ZIP_LZMA), Budget()),
        "zip-locked",
        "a",
        {},
    ),
    "a ZIP of too many files": (
        lambda: open_zip(zip_of(("a", b""), ("b", b"")), Budget(members=1)),
        "zip-too-many",
        "",
        {"files": 1},
    ),
    "a member that is too large": (
        lambda: Budget().spend_member("a", MAX_MEMBER_BYTES, MAX_MEMBER_BYTES + 1),
        "too-many-bytes",
        "a",
        {"bytes": MAX_MEMBER_BYTES},
    ),
    "a member that is packed too well": (
        lambda: Budget(ratio=100).spend_member("a", 10, 1001),
        "zip-bomb",
        "a",
        {"most": 100},
    ),
    "no table in its file": (
        lambda: list(games_of_file(zip_of(("table.json", b"[]")))),
        "not-an-object",
        "table.json: table.json",
        {"what": "it", "value": "[]", "parts": ("format", "about", "seal")},
    ),
    "a game in a ZIP that is none": (
        lambda: list(games_of_file(zip_of(("games/1.json", b"7")))),
        "unknown-file",
        "games/1.json",
        {"kinds": tuple(reader.what for reader in readers())},
    ),
}


@each_case("name", REFUSED)
def test_refusal_has_its_code_place_and_figures(name: str) -> None:
    read, code, place, figures = REFUSED[name]
    with pytest.raises(InvalidInput) as refused:
        read()
    found = refused.value
    assert (found.fault.code, found.fault.path.words, found.fault.params) == (code, place, figures)


def test_a_budget_lasts_until_it_is_spent() -> None:
    budget = Budget(members=2, unpacked=100, lines=3, ratio=10)
    budget.spend_member("a", 5, 50)
    budget.spend_member("b", 0, 10)
    budget.spend_text(b"1\n2\n")
    assert list(budget.counted([b"3\n", b"4"])) == [b"3\n", b"4"]
    assert (budget.members, budget.unpacked, budget.lines) == (0, 40, 0)
    spent: list[tuple[Callable[[], None], str]] = [
        (lambda: budget.spend_text(b"\n"), "too-many-lines"),
        (lambda: budget.spend_member("c", 1, 1), "zip-too-large"),
        (lambda: Budget(unpacked=9).spend_member("d", 1, 10), "zip-too-large"),
    ]
    for hit, code in spent:
        with pytest.raises(TooLarge) as refused:
            hit()
        assert (refused.value.fault.code, refused.value.fault.path.words, refused.value.fault.params) == (
            code,
            "",
            {},
        )
    Budget(unpacked=10).spend_member("e", 1, 10)
    Budget().spend_member("f", MAX_MEMBER_BYTES, MAX_MEMBER_BYTES)
    without_end().spend_member("g", MAX_MEMBER_BYTES, MAX_MEMBER_BYTES)


def test_events_keep_who_wrote_them_and_why() -> None:
    """Also those that imports read again: their words may be spelled otherwise than a new event's."""
    entries = [entry._replace(who="Zoë", reason=entry.reason and f" {entry.reason} ") for entry in ENTRIES]
    for state in (replay_stored(entries), replay_untrusted(entries)):
        assert {event.who for event in state.events} == {"Zoë"}
        assert [event.reason for event in state.events] == [entry.reason for entry in entries]


def test_differences_are_stored_and_read_again() -> None:
    full = Difference("total", "99", "21", 1, "=Zoë", 2)
    assert difference_json(full) == {**DIFFERENCE, "said": "99", "gives": "21", "hand": 1, "side": "=Zoë", "line": 2}
    assert read_difference(difference_json(full)) == full
    few = Difference("totals", "1 : 2", "3 : 4")
    assert difference_json(few) == {"what": "totals", "said": "1 : 2", "gives": "3 : 4"}
    assert read_difference(difference_json(few)) == few
    strange: list[object] = [None, [], {}, {"hand": "1", "line": None}]
    for unknown in strange:
        assert read_difference(unknown) == Difference("", "", "")
