"""The games of a plain list of hands as a file that can be imported, and what was guessed of it, in words."""

import pickle
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import BinaryIO

from scorekeeper.core.game import replay
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.words.language import listed, translatable, translate as _, translate_plural as _n, with_commas
from scorekeeper.core.words.vocabulary import format_points
from scorekeeper.formats.csv_rows import hands_csv
from scorekeeper.formats.games import ExportedGame
from scorekeeper.formats.hand_list.columns import Columns, Places, letter_of
from scorekeeper.formats.hand_list.doubts import doubts_of
from scorekeeper.formats.hand_list.games import games_of
from scorekeeper.formats.hand_list.reading import HandList, ListAnswers
from scorekeeper.formats.heavy import run_sandboxed
from scorekeeper.services.starting import events_of_sheet

MANY_ROWS = 250
"""Rows from which on a list takes a processor long."""


def file_of_list(
    found: HandList, columns: Columns, head: Mapping[str, object], answers: ListAnswers, started: datetime
) -> bytes:
    """The games of a list as a file; a worker process reads a long one. Raises what `games_of` does, and `TooLarge`."""
    if len(found.rows) < MANY_ROWS:
        return file_of_games(games_of(found, columns, head, answers), started)
    (content,) = run_sandboxed(file_apart, pickle.dumps((found, columns, head, answers, started)))
    assert isinstance(content, bytes)
    return content


def file_apart(content: BinaryIO) -> Iterator[object]:
    """What `file_of_list` has sent to a worker process: yields the file."""
    *of_list, started = pickle.load(content)
    yield file_of_games(games_of(*of_list), started)


def file_of_games(games: Sequence[tuple[Sheet, date | None]], started: datetime) -> bytes:
    """A hands CSV with the games of a list, a minute apart; each on its day, if it has one.

    Imported twice, it adds nothing the second time: the same list at the same time is the same file.
    """
    days = [started if day is None else datetime.combine(day, started.timetz()) for _sheet, day in games]
    exported = [
        ExportedGame(str(number), replay(events_of_sheet(sheet)), (), number, began=began + timedelta(minutes=number))
        for number, ((sheet, _day), began) in enumerate(zip(games, days, strict=True))
    ]
    return "".join(hands_csv(exported)).encode("utf-8")


def columns_in_words(hand_list: HandList, columns: Columns, sides: Sequence[str]) -> list[str]:
    """What each column is taken for, and what is not read: a line each."""

    def heads(places: Places) -> str:
        return listed([_heading(hand_list.heads, place) for place in places])

    alone = (
        (columns.game, translatable("Number of the game: {column}")),
        (columns.hand, translatable("Number of the hand: {column}")),
        (columns.day, translatable("Day of the game: {column}")),
        (columns.dealer, translatable("Dealer: {column}")),
    )
    lines = [_(words, column=heads((place,))) for place, words in alone if place is not None]
    for side, bids, took in zip(sides, columns.bids, columns.took, strict=True):
        if bids:
            lines.append(_("Bid of {side}: {column}", column=heads(bids), side=side))
        if took:
            lines.append(_("Tricks of {side}: {column}", column=heads(took), side=side))
        else:
            lines.append(_("Tricks of {side}: the rest", side=side))
    if columns.points:
        lines.append(_("Points, as worked out: {columns}", columns=heads(columns.points)))
    if columns.unused:
        lines.append(_("Not read: {columns}", columns=heads(columns.unused)))
    if hand_list.titles:
        lines.append(_("Not read, above the headings: {text}", text=listed([f"“{line}”" for line in hand_list.titles])))
    for row in doubts_of(hand_list, columns).sums:
        cells = with_commas([cell for cell in hand_list.rows[row] if cell])
        lines.append(
            _("Not read, as it has totals: row {number} ({cells})", number=hand_list.number_of(row), cells=cells)
        )
    return lines


def _heading(heads: Sequence[str], place: int) -> str:
    """`“We bid”`, with its column if others have the same heading."""
    if heads.count(heads[place]) == 1:
        return f"“{heads[place]}”"
    return _("“{heading}” in column {letter}", heading=heads[place], letter=letter_of(place))


def game_in_words(sheet: Sheet) -> str:
    """`Ann & Cal 120 : Ben & Dee 113 (2 hands)`."""
    board, unit = sheet.scoreboard(), sheet.rules.scoring.unit
    scores = [
        f"{name} {format_points(score.total, unit)}" for name, score in zip(sheet.names, board.scores, strict=True)
    ]
    hands = _n(len(sheet.hands), "1 hand", "{count} hands")
    return f"{' : '.join(scores)} ({hands})"
