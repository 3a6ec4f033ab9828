"""Games from a phone as one text: a table has all that the phone recorded, and what is no such text is refused."""

from __future__ import annotations

import io
import json
import zlib
from base64 import urlsafe_b64encode
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.game.carried import in_columns, shortened
from scorekeeper.core.inputs import InvalidInput, faults
from scorekeeper.core.inputs.faults import FaultCode
from scorekeeper.core.sheet import hand_json, read_sheet
from scorekeeper.formats.chain import canonical_json, canonical_time, verify
from scorekeeper.formats.files import games_of_file
from scorekeeper.formats.games import ExportedGame, ImportedGame, UnreadGame
from scorekeeper.formats.scored import scored_games
from scorekeeper.formats.strict_json import LARGEST
from scorekeeper.formats.verification.file import check_file
from scorekeeper.services.game_cache import sound_state
from scorekeeper.services.importing import ComparedGame, import_file, preview_import
from scorekeeper.services.starting import setup_of
from scorekeeper.storage.events import events_of
from scorekeeper.storage.models import Table
from scorekeeper.storage.players import roster_of
from scorekeeper.storage.visits import game_row
from tests.each_case import each_case
from tests.formats.approved.games import games
from tests.tables import sheet_of

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
GAME = games()["annotated"]
ANOTHER = games()["signed"]


def packed(games: list[dict[str, Any]], version: int) -> str:
    text = json.dumps({"games": games}, separators=(",", ":"))
    content = zlib.compress((shortened(text) if version == 3 else text).encode())
    return f"SPADES{version}.{urlsafe_b64encode(content).decode().rstrip('=')}"


def carried(*listed: dict[str, Any], version: int = 1) -> str:
    """These games as a phone packs them, or as older ones did."""
    return packed([game if version == 1 else in_version_2(game) for game in listed], version)


def in_ms(at: str) -> int | str:
    """As a phone writes a moment: in ms, unless that would not give it back."""
    whole, rest = divmod(datetime.fromisoformat(at) - EPOCH, timedelta(milliseconds=1))
    return at if rest else whole


def in_version_2(game: dict[str, Any]) -> dict[str, Any]:
    """The game with its entries in columns."""
    entries = [entry | {"at": in_ms(entry["at"])} for entry in game["entries"]]
    return {name: game[name] for name in ("game", "salt", "pad")} | in_columns(game["game"], entries)


def as_carried(game: ExportedGame = GAME, **others: Any) -> dict[str, Any]:
    """This game as its phone has it."""
    entries = [
        {
            "id": entry.id,
            "kind": entry.kind,
            "payload": dict(entry.payload),
            "who": entry.who,
            "reason": entry.reason,
            "at": canonical_time(entry.at),
        }
        for entry in game.events
    ]
    return {"game": game.id, "salt": "5" * 32, "pad": {"number": 1, "later": [1]}, "entries": entries} | others


def file_of(text: str) -> io.BytesIO:
    return io.BytesIO(text.encode())


def quick(names: tuple[str, str, str, str], **pad: object) -> dict[str, Any]:
    """A game of two pairs as its phone began it, whose seats are called so."""
    game = as_carried(pad={"number": 1} | pad)
    start = setup_of(read_sheet(sheet_of("partnership"))).payload()
    sides = [{"name": " & ".join(names[side::2]), "players": list(names[side::2])} for side in (0, 1)]
    return game | {"entries": [game["entries"][0] | {"payload": start | {"sides": sides}}]}


def test_all_versions_bring_the_same_entries() -> None:
    """With the same hashes: a table that has the game from an older phone goes on with it."""
    one, two, three = (
        list(games_of_file(file_of(carried(as_carried(), as_carried(ANOTHER), version=version))))
        for version in (1, 2, 3)
    )
    assert one == two == three
    assert all(isinstance(game, ImportedGame) and game.events for game in three)


@pytest.mark.parametrize("version", [1, 2, 3])
def test_link_that_a_phone_wrote_is_read_for_ever(version: int) -> None:
    """One game, as a phone of each version wrote it."""
    (game,) = games_of_file(file_of((Path(__file__).parent / "carried" / f"spades{version}.txt").read_text("ascii")))
    assert isinstance(game, ImportedGame)
    assert [score.total for score in game.sheet.scoreboard().scores] == [-120, -142]
    assert (len(game.events), game.events[-1].hash[:16]) == (46, "5193442ba71ea207")
    assert verify(game.events) is None


@pytest.mark.parametrize(
    ("names", "pad", "players"),
    [
        (("North", "East", "South", "West"), {}, []),
        (("North", "Ann", "South", "West"), {}, ["Ann"]),
        (("East", "North", "South", "West"), {}, ["East", "North"]),
        (("Norte", "Este", "Ann", "Oeste"), {"unnamed": ["Norte", "Este", "Oeste"]}, ["Ann"]),
        (("Nord", "Ann", "Ben", "Cal"), {"unnamed": "Nord"}, ["Ann", "Ben", "Cal", "Nord"]),
    ],
)
def test_seats_without_names_stay_without_names(table: Table, names: Any, pad: Any, players: list[str]) -> None:
    """Nobody at the table is called North because a quick game came from a phone."""
    game = quick(names, **pad)
    (compared,) = preview_import(scored_games(file_of(carried(game))), table.id)
    assert isinstance(compared, ComparedGame)
    assert sorted(compared.players) == players
    (imported,) = import_file(file_of(carried(game)), table.id).games
    assert sorted(roster_of(table.id)) == players
    assert set(game_row(imported).unnamed) == set(names) - set(players)


def test_table_has_all_that_the_phone_recorded(table: Table) -> None:
    imported = import_file(file_of(carried(as_carried(), as_carried(ANOTHER))), table.id)
    assert imported.games == [GAME.id, ANOTHER.id]
    state = sound_state(GAME.id)
    assert state is not None
    seating = state.setup.rules.seating
    assert [canonical_json(hand_json(hand, seating)) for hand in state.sheet.hands] == [
        canonical_json(hand_json(hand, seating)) for hand in GAME.sheet.hands
    ]
    assert [score.total for score in state.board.scores] == [score.total for score in GAME.board.scores]
    stored = events_of(GAME.id)
    assert [(each.id, each.kind, each.at, each.reason) for each in stored] == [
        (each.id, each.kind, each.at, each.reason) for each in GAME.events
    ]
    assert verify(stored) is None
    assert all(entry.salt for entry in stored), "an erased name can't be guessed from its hash"


@pytest.mark.parametrize("text", ["Ann: https://pad.example/take#{text} has all of it", "{text}\r\n", "\ufeff{text}"])
def test_text_travels_in_a_link_or_a_chat(text: str) -> None:
    (part,) = games_of_file(file_of(text.format(text=carried(as_carried()))))
    assert isinstance(part, ImportedGame)
    assert part.sheet == GAME.sheet


@pytest.mark.parametrize("between", ["\n", "\r\n", "=\r\n", "\n> ", "\r\n> > "])
def test_text_that_a_mail_broke_into_lines_is_whole(between: str) -> None:
    text = carried(as_carried())
    broken = between.join(text[at : at + 70] for at in range(0, len(text), 70))
    for mail in (f"Here it is:{between}{broken}", f"{broken}{between}See you on Friday", f"<{broken}>"):
        (part,) = games_of_file(file_of(mail))
        assert isinstance(part, ImportedGame)
        assert part.sheet == GAME.sheet


def test_broken_text_that_was_changed_is_refused() -> None:
    text = carried(as_carried())
    at = len(text) // 2
    changed = f"{text[:70]}\n{text[70:at]}{'A' if text[at] != 'A' else 'B'}{text[at + 1 :]}"
    with pytest.raises(InvalidInput):
        list(games_of_file(file_of(changed)))


def test_game_that_is_here_goes_on_and_is_no_second_one(table: Table) -> None:
    whole = as_carried()
    begun = {**whole, "entries": whole["entries"][:3]}
    import_file(file_of(carried(begun)), table.id)
    parts = list(scored_games(file_of(carried(begun, whole))))
    assert [part.state for part in preview_import(parts, table.id) if isinstance(part, ComparedGame)] == [
        "here",
        "further",
    ]
    assert import_file(file_of(carried(whole)), table.id).skipped == 1


TEXT = carried(as_carried())
NEWER = carried(as_carried(), version=2)
BOMB = urlsafe_b64encode(zlib.compress(b"[" + b" " * LARGEST + b"]")).decode()


def with_entry(**changed: Any) -> str:
    first, second, *_ = as_carried()["entries"]
    return carried(as_carried(entries=[first, second | changed]))


def with_columns(**changed: Any) -> str:
    return packed([in_version_2(as_carried()) | changed], 2)


def bare(content: bytes) -> str:
    """What somebody else may pack."""
    return f"SPADES3.{urlsafe_b64encode(zlib.compress(content)).decode().rstrip('=')}"


@each_case(
    ("text", "code"),
    [
        (TEXT[:-9], faults.CARRIED_DAMAGED),
        (TEXT[:90] + TEXT[91:], faults.CARRIED_DAMAGED),
        (TEXT[:90] + ("A" if TEXT[90] != "A" else "B") + TEXT[91:], faults.CARRIED_DAMAGED),
        ("SPADES1.", faults.CARRIED_DAMAGED),
        ("SPADES1.A", faults.CARRIED_DAMAGED),
        ("SPADES3.A", faults.CARRIED_DAMAGED),
        (bare(b"\xff"), faults.CARRIED_DAMAGED),
        (bare(b"\x01" * 300_000), faults.JSON_TOO_LARGE),
        ("SPADES4.A", faults.CARRIED_NEWER),
        (NEWER[:-9], faults.CARRIED_DAMAGED),
        (NEWER[:90] + NEWER[91:], faults.CARRIED_DAMAGED),
        (NEWER[:90] + ("A" if NEWER[90] != "A" else "B") + NEWER[91:], faults.CARRIED_DAMAGED),
        (with_columns(at=[0]), faults.WRONG_LENGTH),
        (with_columns(ids=None), faults.WRONG_KIND),
        (with_columns(at=[1e20] * len(GAME.events)), faults.NOT_WHOLE),
        (with_columns(at=[10**15] * len(GAME.events)), faults.OUT_OF_RANGE),
        (with_columns(usual="1"), faults.WRONG_KIND),
        (with_columns(more=1), faults.UNKNOWN_PART),
        (with_columns(**{key: [] for key in ("ids", "at", "kinds", "payloads", "who", "reasons")}), faults.NO_START),
        (with_columns(payloads=[None] * len(GAME.events)), faults.WRONG_KIND),
        (f"SPADES1.{BOMB}", faults.JSON_TOO_LARGE),
        (carried(as_carried(entries=[])), faults.NO_START),
        (with_entry(id="first"), faults.WRONG_KIND),
        (with_entry(payload=[]), faults.WRONG_KIND),
        (with_entry(at="noon"), faults.WRONG_KIND),
        (with_entry(payload={**GAME.events[1].payload, "more": 1}), faults.UNKNOWN_PART),
    ],
)
def test_damaged_and_other_text_is_refused(text: str, code: FaultCode[Any]) -> None:
    with pytest.raises(InvalidInput) as error:
        list(games_of_file(file_of(text)))
    assert error.value.fault.code == code.key


def test_a_phone_may_have_no_name() -> None:
    (game,) = games_of_file(file_of(with_entry(who="", reason="")))
    assert isinstance(game, ImportedGame)
    assert "" in [entry.who for entry in game.events]


def test_one_game_that_cannot_be_read_keeps_no_other_out() -> None:
    first, second = games_of_file(file_of(carried(as_carried(entries=[]), as_carried(ANOTHER))))
    assert isinstance(first, UnreadGame)
    assert isinstance(second, ImportedGame)


def test_check_says_that_it_adds_up_and_no_more() -> None:
    checked = check_file(file_of(carried(as_carried())))
    assert (checked.games, checked.hands, checked.findings) == (1, len(GAME.sheet.hands), [])
    assert checked.undamaged is None


def test_other_games_salt_makes_another_chain() -> None:
    (one,), (other,) = (list(games_of_file(file_of(carried(as_carried(salt=salt * 32))))) for salt in ("5", "6"))
    assert isinstance(one, ImportedGame)
    assert isinstance(other, ImportedGame)
    assert one.events[0].hash != other.events[0].hash
    assert replace(one, events=()) == replace(other, events=())
