"""Approved texts of exports and of the findings for damaged files: `make sentences` writes them.

A change of a format or of its wording is a diff of the files in this folder, which a reviewer reads and approves.
"""

import io
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from scorekeeper.core.inputs import NOWHERE, InvalidInput, faults
from scorekeeper.formats.chain import ChainHead, Signature
from scorekeeper.formats.csv_rows import bare_hands_csv, games_csv, hands_csv, lines_csv, players_csv
from scorekeeper.formats.custom_game import shipped
from scorekeeper.formats.files import games_of_file
from scorekeeper.formats.game_json import game_json, games_json
from scorekeeper.formats.games import ExportedGame, ImportedGame
from scorekeeper.formats.scored import scored_games
from scorekeeper.formats.table_zip import table_zip
from scorekeeper.formats.text_record import record_of
from scorekeeper.formats.verification import ServerMatch, TrustedKeys, TrustReport, Verification
from scorekeeper.formats.verification.words import headline, level_words, size_words
from scorekeeper.formats.xlsx.game import game_xlsx, table_xlsx
from scorekeeper.services.exporting import player_stats_of_game
from tests.formats.approved import audits, damaged
from tests.formats.approved.games import TABLE, games
from tests.formats.approved.inputs import HAND, HANDS, NOT_GAMES, TAG, TAGS
from tests.formats.approved.workbooks import workbook_text
from tests.formats.exports.games import game_of_sheet
from tests.formats.exports.made import made
from tests.tables import sheet_of

FOLDER = Path(__file__).parent


def annotated() -> ExportedGame:
    """The game with rulings, notes and names like formulas."""
    return games()["annotated"]


def signed() -> ExportedGame:
    """The game of three pairs with a substitute."""
    return games()["signed"]


def few_games() -> list[ExportedGame]:
    """A signed game with a single hand, and one without."""
    short = game_of_sheet(sheet_of("two-player", "Ann 5 took 6, Ben 4 took 7"), signer=_signature)
    return [short, games()["new"]]


def _signature(_head: ChainHead, _record: str | None) -> Signature:
    return Signature("k" * 43, "2026-11-21T20:19:05.000600Z", "v" * 86)


TEXTS: dict[str, Callable[[], Iterator[str]]] = {
    "hands.csv": lambda: hands_csv(games().values()),
    "games.csv": lambda: games_csv(games().values()),
    "players.csv": lambda: players_csv(games().values()),
    "bare_hands.csv": lambda: bare_hands_csv(games().values()),
    "lines.csv": lambda: lines_csv(games().values()),
    "records.txt": lambda: (f"{record_of(game)}\n" for game in games().values()),
    "games.json": lambda: (piece.decode() for piece in games_json(games().values())),
    "zip.txt": lambda: _ended(_members(b"".join(table_zip(TABLE, list(games().values())[:2])))),
    "workbooks.txt": lambda: _ended(_workbooks()),
    "levels.txt": lambda: _ended(_levels()),
    "not_games.txt": lambda: _ended(_not_games()),
    "damaged_json.txt": lambda: _ended(damaged.of_json(annotated())),
    "damaged_tables.txt": lambda: _ended(
        damaged.of_table(TABLE),
        damaged.of_custom_game(shipped()["short-fuse"]),
        damaged.of_signature(signed()),
    ),
    "damaged_csv.txt": lambda: _ended(damaged.of_csv(annotated()), damaged.of_csv(signed())),
    "damaged_records.txt": lambda: _ended(damaged.of_record(annotated()), damaged.of_record(signed())),
    "damaged_hands.txt": lambda: _ended(
        damaged.of_other_lines(annotated(), HAND, HANDS), damaged.of_other_lines(annotated(), TAG, TAGS)
    ),
    "read_back.txt": lambda: _ended(_read_back()),
    "audits.txt": lambda: _ended(audits.sentences()),
    "damaged_files.txt": lambda: _ended(
        damaged.of_file(b"".join(games_json(few_games())).decode().split("\n")),
        damaged.of_file("\n".join(record_of(game) for game in few_games()).split("\n")),
    ),
    "changed_lines.txt": lambda: _ended(
        damaged.of_changed_lines(game_json(signed())), damaged.of_changed_lines(record_of(annotated()))
    ),
}
"""The function that gives the pieces of each approved file, by the file's name."""


def text_of(name: str) -> str:
    """What the approved file of this name would contain now."""
    return "".join(TEXTS[name]())


def _ended(*parts: Iterator[str]) -> Iterator[str]:
    """Lines with their ends."""
    return (f"{line}\n" for lines in parts for line in lines)


def _workbooks() -> Iterator[str]:
    played = games()
    for name in ("annotated", "reneges", "signed", "in tenths", "scripted", "new"):
        yield f"== {name} =="
        yield from workbook_text(game_xlsx(played[name], player_stats_of_game(played[name])))
    yield "== a table =="
    yield from workbook_text(
        table_xlsx(played.values(), player_stats_of_game(played["signed"])),
    )


def _members(packed: bytes) -> Iterator[str]:
    """The files of a ZIP; those that are not games with their content."""
    with zipfile.ZipFile(io.BytesIO(packed)) as opened:
        for member in opened.infolist():
            made, mode = "-".join(map(str, member.date_time)), oct(member.external_attr >> 16)
            yield f"{member.filename}: {made}, {mode}, by {member.create_version}/{member.create_system}"
            content = opened.read(member).decode()
            if not member.filename.startswith(("games/", "SHA256SUMS")):
                yield from (f"  {line}" for line in content.splitlines())


def _read_back() -> Iterator[str]:
    """What reading the approved exports finds besides the sheets."""
    for name in ("records.txt", "games.json", "hands.csv"):
        yield f"== {name} =="
        for game in games_of_file(io.BytesIO(text_of(name).encode())):
            assert isinstance(game, ImportedGame)
            yield f"{game.where.words}, {game.started}, revision {game.revision}, {game.id}, {len(game.events)} events"
            yield f"  {game.not_counted}, {list(game.differences)}, {game.notes}, {game.head}, {game.was_exported}"
            claimed = game.claimed
            yield f"  {claimed.totals}, {claimed.overtricks}, {claimed.winners}, {claimed.termination}"
            yield f"  {claimed.rules_code}, {dict(claimed.options)}"
            for hand in claimed.hands:
                yield f"  hand {hand.number}, counted {hand.counted}, objections {hand.objections}"
                for side in hand.sides:
                    figures = (side.points, side.total, side.tricks, side.overtricks)
                    lines = side.lines if side.lines is None else [(line.points, line.reason) for line in side.lines]
                    yield f"    {figures} {lines}"


def _levels() -> Iterator[str]:
    """The words for a file that reaches these levels."""
    all_well = {"games": 2, "adding_up": 2, "traced": 2, "undamaged": 2}
    owner = {"k" * 43: "the Friday club"}
    now = Counter({ServerMatch.NOW: 2})
    here, keys = TrustedKeys(owner, lambda _: ServerMatch.NOW), TrustedKeys(owner)
    reached = {
        "typed by hand": TrustReport(games=1, adding_up=1),
        "exported": TrustReport(**all_well),  # type: ignore[arg-type]
        "wrong scores": TrustReport(games=2, adding_up=1, traced=2, undamaged=2, differences=1),
        "damaged": TrustReport(games=2, adding_up=2, traced=2, undamaged=1, void=1),
        "signed": TrustReport(keys, **all_well, signed_by=Counter({"k" * 43: 2})),  # type: ignore[arg-type]
        "signed in part": TrustReport(keys, **all_well, signed_by=Counter({"k" * 43: 1})),  # type: ignore[arg-type]
        "by unknown keys": TrustReport(**all_well, signed_by=Counter({"x" * 43: 1, "y" * 43: 1})),  # type: ignore[arg-type]
        "by a key unknown here": TrustReport(here, **all_well, signed_by=Counter({"x" * 43: 2}), matches=now),  # type: ignore[arg-type]
        "misfits": TrustReport(**all_well, misfits=1, signed_by=Counter({"k" * 43: 0})),  # type: ignore[arg-type]
        **{
            f"on server: {match}": TrustReport(here, **all_well, matches=Counter({match: 2}))  # type: ignore[arg-type]
            for match in ServerMatch
        },
    }
    for name, trust in reached.items():
        wrong = [faults.SUMMARY_DIFFERS.at(NOWHERE, {})] * (trust.differences + trust.void)
        checked = Verification(games=trust.games, hands=14, trust=trust, findings=wrong)
        yield f"{name}: {headline(checked)} {size_words(checked)}"
        for level in level_words(checked):
            yield f"  {level.code} {level.holds}: {level.says} {level.means}"


def _not_games() -> Iterator[str]:
    workbook = made(game_xlsx(annotated(), ()))
    for name, content in (*NOT_GAMES.items(), ("a workbook", workbook.getvalue())):
        try:
            found = list(scored_games(io.BytesIO(content)))
        except InvalidInput as error:
            yield f"{name}: {damaged.refused(error)}"
        else:
            yield f"{name}: {len(found)} games"


def main() -> None:
    """Write every approved file."""
    for name in TEXTS:
        (FOLDER / name).write_bytes(text_of(name).encode())


if __name__ == "__main__":
    main()
