"""Games as workbooks: one as a score sheet with formulas and a chart, a table as lists of games, hands and players."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, tzinfo
from typing import Any

from xlsxwriter.utility import xl_rowcol_to_cell

from scorekeeper.core.game import AGREED, DISPUTED
from scorekeeper.core.pages.ending import device_words
from scorekeeper.core.pages.hand_words import renege_words
from scorekeeper.core.rules.scoreboard import ScoredHand
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.sheet.record_text import bids_text, points_text, took_text
from scorekeeper.core.sheet.writing import outcome_text, table_lines
from scorekeeper.core.words.faults import objection_text
from scorekeeper.core.words.language import (
    translatable,
    translate as _,
    translate_in as _c,
    with_commas,
    with_semicolons,
)
from scorekeeper.core.words.lines import line_text
from scorekeeper.core.words.rulesets import deal_name, rules_name
from scorekeeper.core.words.vocabulary import TENTHS, worth_text
from scorekeeper.formats.checksums import rules_code
from scorekeeper.formats.games import ExportedClub, ExportedGame, LeftOutGame, PlayerSums
from scorekeeper.formats.text_record.notation import counted_took_text
from scorekeeper.formats.xlsx import (
    COLOURS,
    LINE,
    MAX_ROWS,
    Book,
    Cell,
    players_sheet,
    sheet_name,
    write_heads,
    write_row,
)

SIGNED = {AGREED: translatable("{side} confirmed the score"), DISPUTED: translatable("{side} disputed the score")}

TOP = 5  # rows above the first hand
COLUMNS = {
    "bid": translatable("Bid"),
    "took": translatable("Took (recorded)"),
    "ruled": translatable("Took (after rulings)"),
    "points": translatable("Points"),
    "total": translatable("Total"),
}


def game_xlsx(game: ExportedGame, players: Sequence[PlayerSums], zone: tzinfo = UTC) -> Iterator[bytes]:
    """One game as the calls that make its workbook; times are those of the zone."""
    book = Book()
    _score_sheet(book, game, zone)
    _lines(book, game)
    players_sheet(book, players)
    yield book.begun()
    yield book.ended()


def _score_sheet(book: Book, game: ExportedGame, zone: tzinfo) -> None:
    sheet, board = game.sheet, game.board
    page = book.book.add_worksheet(sheet_name(_("Score sheet")))
    page.write_string(0, 0, " – ".join(sheet.names), book.title)
    began = f"{game.started.astimezone(zone):%Y-%m-%d %H:%M} {zone}"
    rules = sheet.rules.ruleset
    about = _("{rules}, rules {code}, {began}", rules=rules_name(rules), code=rules_code(sheet.rules), began=began)
    page.write_string(1, 0, about, book.soft)
    ended = outcome_text(board, sheet.names) or _("In progress")
    page.write_string(2, 0, with_semicolons([ended, *_signed(game)]), book.soft)
    if table_lines(sheet):
        agreed = _("The table agreed: {lines}", lines=with_semicolons(table_lines(sheet)))
        page.write_string(TOP + len(board.hands), 0, agreed, book.soft)
    _side_heads(book, page, game)
    for row, hand in enumerate(board.hands, start=TOP):
        _hand(book, page, game, hand, row)
    page.freeze_panes(TOP, 2)
    page.set_column(0, 0, 6)
    page.set_column(1, 1, 16)
    page.set_column(2, 1 + len(COLUMNS) * len(sheet.sides), 10)
    page.set_column(2 + len(COLUMNS) * len(sheet.sides), 2 + len(COLUMNS) * len(sheet.sides), 40)
    page.set_landscape()
    page.fit_to_pages(1, 0)
    page.repeat_rows(TOP - 2, TOP - 1)
    if board.hands:
        _chart(book, page, game)


def _signed(game: ExportedGame) -> list[str]:
    """`Ann & Cal confirmed the score on their own phone`, of each side that has signed the sheet as it is now."""
    texts = []
    for sign in game.state.signs:
        if not sign.broken and sign.verdict in SIGNED:
            what, where = _(SIGNED[sign.verdict], side=game.sheet.names[sign.side]), device_words(game.state, sign)
            texts.append(with_commas([what, where] if where else [what]))
    return texts


def _side_heads(book: Book, page: Any, game: ExportedGame) -> None:
    page.write_string(TOP - 1, 0, _("Hand"), book.left)
    page.write_string(TOP - 1, 1, _c("name", "Deal"), book.left)
    for side, name in enumerate(game.sheet.names):
        first = _column(Side(side), "bid")
        page.merge_range(TOP - 2, first, TOP - 2, first + len(COLUMNS) - 1, "", book.sides[side])
        page.write_string(TOP - 2, first, name, book.sides[side])
        for position, word in enumerate(COLUMNS.values()):
            page.write_string(TOP - 1, first + position, _(word), book.head)
    page.write_string(TOP - 1, 2 + len(COLUMNS) * len(game.sheet.sides), _("Note"), book.left)


def _column(side: Side, column: str) -> int:
    return 2 + side * len(COLUMNS) + list(COLUMNS).index(column)


def _hand(book: Book, page: Any, game: ExportedGame, hand: ScoredHand, row: int) -> None:
    in_tenths = game.board.rules.scoring.unit == TENTHS
    page.write_number(row, 0, hand.number, book.plain)
    write_row(page, row, [deal_name(hand.deal.name)], 1)
    for side in game.board.rules.seating.sides:
        scored = hand.sides[side]
        style = book.text if hand.counted else book.void
        page.write_string(row, _column(side, "bid"), bids_text(hand.record, game.board.rules.seating, side), style)
        page.write_string(row, _column(side, "took"), took_text(hand.record, side), style)
        page.write_string(row, _column(side, "ruled"), counted_took_text(hand, game.board.rules.seating, side), style)
        points, total = _column(side, "points"), _column(side, "total")
        page.write_number(row, points, _cell(scored.points, game), book.tenths if in_tenths else book.number)
        here, form = xl_rowcol_to_cell(row, points), book.total_in_tenths if in_tenths else book.total
        before = f"{xl_rowcol_to_cell(row - 1, total)}+" if row > TOP else ""
        page.write_formula(row, total, f"={before}{here}", form, _cell(scored.score.total, game))
    page.write_string(row, 2 + len(COLUMNS) * len(game.sheet.sides), _remarks(game, hand), book.soft)


def _cell(points: int, game: ExportedGame) -> int | float:
    """A score as a cell value: 43 tenths are 4.3."""
    return points / 10 if game.board.rules.scoring.unit == TENTHS else points


def _remarks(game: ExportedGame, hand: ScoredHand) -> str:
    """The note, the objections, and whether the hand does not count."""
    remarks = [] if hand.counted else [_("not counted: the game was over")]
    remarks += [objection_text(objection, game.sheet.names) for objection in hand.objections]
    remarks += [renege_words(part, game.sheet.names_at(hand.number)) for part in hand.record.reneges]
    remarks += [
        _(
            "agreed {points}: {reason}",
            points=worth_text(part.points, game.board.rules.scoring.unit),
            reason=part.reason,
        )
        for part in hand.record.adjustments
    ]
    return with_semicolons([*remarks, *([hand.record.note] if hand.record.note else [])])


def _chart(book: Book, page: Any, game: ExportedGame) -> None:
    """The totals, hand by hand."""
    sheet = sheet_name(_("Score sheet"))
    first, last = TOP, TOP + len(game.board.hands) - 1
    chart = book.book.add_chart({"type": "line"})
    for side in game.board.rules.seating.sides:
        column, name = _column(side, "total"), _column(side, "bid")
        chart.add_series(
            {
                "name": [sheet, TOP - 2, name],
                "categories": [sheet, first, 0, last, 0],
                "values": [sheet, first, column, last, column],
                "line": {"color": COLOURS[side], "width": 2.25},
                "marker": {"type": ("circle", "diamond", "triangle", "square")[side % 4], "size": 5},
            }
        )
    chart.set_title({"name": _("Totals")})
    chart.set_x_axis({"name": _("Hand"), "label_position": "low"})
    chart.set_y_axis({"major_gridlines": {"visible": True, "line": {"color": LINE}}})
    chart.set_legend({"position": "bottom"})
    chart.set_size({"width": 640, "height": 320})
    page.insert_chart(last + 2, 1, chart)


def _lines(book: Book, game: ExportedGame) -> None:
    """Every score line with its rule; the points of a side and hand are their sum."""
    page = book.book.add_worksheet(sheet_name(_("Lines")))
    write_heads(book, page, (_("Hand"), _("Side"), _("Points"), _("For"), _("Rule")), (8, 24, 9, 44, 18))
    row = 1
    for hand in game.board.hands:
        for side in game.board.rules.seating.sides:
            for line in hand.sides[side].lines:
                words = line_text(line)
                if not line.in_total:
                    words = _("{line} (points, not in the total)", line=words)
                write_row(page, row, (hand.number, game.sheet.names[side], _cell(line.points, game), words, line.rule))
                row += 1
    if row > 1:
        page.autofilter(0, 0, row - 1, 4)


def table_xlsx(
    games: Iterable[ExportedGame],
    players: Sequence[PlayerSums] | None,
    club: ExportedClub | None = None,
    zone: tzinfo = UTC,
    left_out: Sequence[LeftOutGame] = (),
) -> Iterator[bytes]:
    """A table's games, hands, players and what a room makes of them, as the calls that make the workbook, as they come.

    Times are those of the zone, which the heading names: Excel's have none. A last sheet has the games that are
    `left_out`, which may grow until the games are read.
    """
    book = Book(small=True)
    yield book.begun()
    listed = book.book.add_worksheet(sheet_name(_("Games")))
    hands = book.book.add_worksheet(sheet_name(_("Hands")))
    head = (
        _("Game"),
        _("Started ({zone})", zone=str(zone)),
        _("Rules"),
        _("Rules code"),
        _("Hands"),
        _("Sides"),
        _("Totals"),
        _("Ended"),
    )
    of_games = (*head, _("The table agreed"))
    of_hands = (_("Game"), _("Hand"), _c("name", "Deal"), _("Side"), *(_(word) for word in COLUMNS.values()))
    write_heads(book, listed, of_games, (8, 28, 18, 11, 8, 30, 18, 44, 44))
    write_heads(book, hands, of_hands, (8, 8, 18, 24, 18, 16, 18, 9, 9))
    row = 1
    for position, game in enumerate(games, start=1):
        if position < MAX_ROWS:
            _game_row(book, listed, position, game, zone)
        for cells in _hand_rows(game):
            if row < MAX_ROWS:
                write_row(hands, row, cells)
                row += 1
        yield book.noted()
    if players is not None:
        players_sheet(book, players)
    if club is not None:
        club.add_sheets(book, zone)
    if left_out:
        page = book.book.add_worksheet(sheet_name(_("Left out")))
        write_heads(book, page, (_("Game"), _("Why")), (8, 60))
        for row, missing in enumerate(left_out, start=1):
            write_row(page, row, (missing.number, _("It is damaged. A ZIP has its log.")))
    yield book.ended()


def _game_row(book: Book, page: Any, row: int, game: ExportedGame, zone: tzinfo) -> None:
    sheet, board = game.sheet, game.board
    page.write_number(row, 0, game.number)
    page.write_datetime(row, 1, game.started.astimezone(zone).replace(tzinfo=None), book.moment)
    totals = " : ".join(points_text(score.total, board.rules.scoring.unit) for score in board.scores)
    words: tuple[str | int, ...] = (
        rules_name(sheet.rules.ruleset),
        rules_code(sheet.rules),
        len(board.hands),
        " – ".join(sheet.names),
        totals,
    )
    ended, agreed = outcome_text(board, sheet.names) or _("in progress"), with_semicolons(table_lines(sheet))
    write_row(page, row, (*words, ended, agreed), 2)


def _hand_rows(game: ExportedGame) -> Iterable[tuple[Cell, ...]]:
    for hand in game.board.hands:
        for side in game.board.rules.seating.sides:
            bid = bids_text(hand.record, game.board.rules.seating, side)
            took = took_text(hand.record, side), counted_took_text(hand, game.board.rules.seating, side)
            cells = (game.number, hand.number, deal_name(hand.deal.name), game.sheet.names[side])
            scored = hand.sides[side]
            yield (*cells, bid, *took, _cell(scored.points, game), _cell(scored.score.total, game))
