"""A table as a workbook: its games, their hands and its people."""

from collections.abc import Iterable, Sequence
from datetime import UTC
from typing import Any, BinaryIO

from scorekeeper.core.sheet.board import outcome_text
from scorekeeper.formats.exported_game import ExportedGame, PlayerSums
from scorekeeper.formats.fingerprint import fingerprint
from scorekeeper.formats.text_record.write_notation import bids_text, took_text
from scorekeeper.formats.xlsx.book import Book, people_sheet, write_cell, write_heads, write_row

GAMES = ("Game", "Started", "Rules", "Rules card", "Hands", "Sides", "Totals", "Ended")
HANDS = ("Game", "Hand", "Deal", "Side", "Bid", "Took", "Points", "Total")


MOST_ROWS = 1_048_576


def table_xlsx(games: Iterable[ExportedGame], people: Sequence[PlayerSums], file: BinaryIO) -> None:
    """A table's games, hands and people as a workbook; rows go to the disk as they are made."""
    book = Book(file, small=True)
    listed, hands = book.book.add_worksheet("Games"), book.book.add_worksheet("Hands")
    write_heads(book, listed, GAMES, (8, 18, 18, 11, 8, 30, 18, 44))
    write_heads(book, hands, HANDS, (8, 8, 18, 24, 18, 12, 9, 9))
    row = 1
    for place, game in enumerate(games, start=1):
        if place < MOST_ROWS:
            _game_row(book, listed, place, game)
        for cells in _hand_rows(game):
            if row < MOST_ROWS:
                write_row(hands, row, cells)
                row += 1
    people_sheet(book, people)
    book.book.close()


def _game_row(book: Book, page: Any, row: int, game: ExportedGame) -> None:
    sheet, board = game.sheet, game.board
    page.write_number(row, 0, game.number)
    page.write_datetime(row, 1, game.started.astimezone(UTC).replace(tzinfo=None), book.moment)
    totals = " : ".join(str(standing.total) for standing in board.standings)
    words: tuple[str | int, ...] = (
        sheet.rules.ruleset.name,
        fingerprint(sheet.rules),
        len(board.hands),
        " – ".join(sheet.names),
        totals,
    )
    for column, cell in enumerate((*words, outcome_text(board, sheet.names) or "in progress"), start=2):
        write_cell(page, row, column, cell)


def _hand_rows(game: ExportedGame) -> Iterable[tuple[str | int, ...]]:
    for hand in game.board.hands:
        for side in game.board.rules.seating.sides:
            bid = bids_text(hand.record, game.board.rules.seating, side)
            took, scored = took_text(hand.record.took[side]), hand.sides[side]
            said = (game.number, hand.number, hand.deal.name, game.sheet.names[side], bid, took)
            yield (*said, scored.points, scored.standing.total)
