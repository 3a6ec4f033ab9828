"""The games of a plain list of hands as a file that can be imported, and what was guessed of it, in words."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from scorekeeper.core.game import replay
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.words.language import listed, with_commas
from scorekeeper.core.words.language import translate as _
from scorekeeper.core.words.language import translate_plural as _n
from scorekeeper.core.words.vocabulary import format_points
from scorekeeper.formats.csv_rows import hands_csv
from scorekeeper.formats.games import ExportedGame
from scorekeeper.formats.hand_list import Columns, HandList, Places, doubts_of
from scorekeeper.services.starting import events_of_sheet


def file_of_games(sheets: Sequence[Sheet], started: datetime) -> bytes:
    """A hands CSV with the games of a list, a minute apart.

    Imported twice, it adds nothing the second time: the same list at the same time is the same file.
    """
    games = [
        ExportedGame(str(number), replay(events_of_sheet(sheet)), (), number, began=started + timedelta(minutes=number))
        for number, sheet in enumerate(sheets)
    ]
    return "".join(hands_csv(games)).encode("utf-8")


def columns_in_words(hand_list: HandList, columns: Columns, sides: Sequence[str]) -> list[str]:
    """What each column is taken for, and what is not read: a line each."""

    def heads(places: Places) -> str:
        return listed([f"“{hand_list.heads[place]}”" for place in places])

    lines = []
    if columns.game is not None:
        lines.append(_("Number of the game: {column}", column=heads((columns.game,))))
    if columns.hand is not None:
        lines.append(_("Number of the hand: {column}", column=heads((columns.hand,))))
    for side, bids, took in zip(sides, columns.bids, columns.took, strict=True):
        if bids:
            lines.append(_("Bid of {side}: {column}", column=heads(bids), side=side))
        if took:
            lines.append(_("Tricks of {side}: {column}", column=heads(took), side=side))
        else:
            lines.append(_("Tricks of {side}: the rest", side=side))
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


def game_in_words(sheet: Sheet) -> str:
    """`Ann & Cal 120 : Ben & Dee 113 (2 hands)`."""
    board, unit = sheet.scoreboard(), sheet.rules.scoring.unit
    scores = [
        f"{name} {format_points(score.total, unit)}" for name, score in zip(sheet.names, board.scores, strict=True)
    ]
    hands = _n(len(sheet.hands), "1 hand", "{count} hands")
    return f"{' : '.join(scores)} ({hands})"
