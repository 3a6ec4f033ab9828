"""Writes CSV with a row per game, player, hand or score line; no cell can become a formula."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from datetime import UTC, datetime

from scorekeeper.core.game.player_stats import WHOLE_WIN, PlayerStats, stats_of
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.sheet import Sheet
from scorekeeper.core.sheet.deals import dealers_json, deals_json, substitutes_json, time_json
from scorekeeper.core.sheet.reading import MAX_SIDES
from scorekeeper.core.sheet.record_text import bids_text, options_text, points_text, rulings_text, took_text
from scorekeeper.core.words.faults import objection_text
from scorekeeper.core.words.lines import line_text
from scorekeeper.formats.checksums import rules_code
from scorekeeper.formats.games import ExportedGame
from scorekeeper.formats.hand_text import json_line
from scorekeeper.formats.text_record.notation import counted_took_text

Row = list[str | int]

RISKY = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""Signs that begin a formula in some spreadsheet; the last four are full-width forms of the first."""
MARK = "'"


def escape_formula(text: str) -> str:
    """The text as a cell that stays text: `'=SUM(A1)` for `=SUM(A1)`."""
    return f"{MARK}{text}" if text.lstrip(MARK).startswith(RISKY) else text


def unescape_formula(cell: str) -> str:
    """The text of a cell that `escape_formula` wrote."""
    return cell[1:] if cell.startswith(MARK) and cell.lstrip(MARK).startswith(RISKY) else cell


NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?|-")


def _cells(row: Row) -> Row:
    """The row with every other text that begins as a formula marked, too: ids and codes of a forged file are any text.

    Only figures and the sign for none begin with a plus or a minus.
    """
    return [
        f"{MARK}{cell}" if isinstance(cell, str) and cell.startswith(RISKY) and not NUMBER.fullmatch(cell) else cell
        for cell in row
    ]


LARGE = 4096  # characters


class _Piece(io.StringIO):
    """A file that returns what is written to it."""

    def take(self) -> str:
        piece = self.getvalue()
        self.seek(0)
        self.truncate()
        return piece


def csv_pieces(head: tuple[str, ...], groups: Iterable[tuple[Row, Iterable[Row]]]) -> Iterator[str]:
    """The headings, then the rows as they come, in groups: the cells that all rows of one begin with, and the rest."""
    piece = _Piece()
    writer = csv.writer(piece)  # commas, quotes where needed, lines that end as RFC 4180 says
    writer.writerow(head)
    for same, rows in groups:
        begins = _beginning(same)
        for row in rows:
            piece.write(begins)
            writer.writerow(_cells(row))
        if piece.tell() >= LARGE:
            yield piece.take()
    yield piece.take()


def rows_csv(head: tuple[str, ...], rows: Iterable[Row]) -> Iterator[str]:
    """The same for rows that begin differently."""
    return csv_pieces(head, (([], [row]) for row in rows))


def _beginning(cells: Row) -> str:
    """These cells with a comma after each. Quoting them once saves time: a game's house rules are most of a row."""
    if not cells:
        return ""  # the writer quotes an empty cell that is alone in its row
    piece = _Piece()
    csv.writer(piece, lineterminator="\r\n").writerow([*_cells(cells), ""])
    return piece.take().removesuffix("\r\n")


MINUTE = "%Y-%m-%d %H:%M"
MOMENT = "%Y-%m-%dT%H:%M:%SZ"

HANDS = (
    "game",
    "started",
    "rules",
    "options",
    "dealer",
    "closed",
    "hand",
    "deal",
    "side",
    "name",
    "player 1",
    "player 2",
    "bid",
    "took",
    "counted",
    "points",
    "total",
    "overtricks",
    "rulings",
    "objections",
    "forfeit",
    "substitutes",
    "tags",
    "deals",
    "agreed",
    "dealers",
    "minutes",
    "time",
    "game id",
    "started at",
    "took after rulings",
)
LINES = ("game", "hand", "side", "name", "line", "points", "unit", "for", "reason", "rule", "game id", "in total")
GAMES = (
    "game id",
    "game",
    "started at",
    "changed at",
    "rules",
    "rules code",
    "house rules",
    "options",
    "hands",
    "status",
    "ended by",
    "decided by",
    "winners",
    "left out",
    *(f"{part} {side}" for side in range(1, MAX_SIDES + 1) for part in ("side", "total")),
)
PLAYERS = ("game id", "game", "started at", "rules", "status", "left out", "player", "side", "name")
FIGURES = tuple(figure.name for figure in fields(PlayerStats) if figure.name not in ("name", "side"))
IN_POINTS = ("total", "margin", "largest", "comeback")
BARE_HANDS = ("game id", "game", *HANDS[6:20], HANDS[-1])


def hands_csv(games: Iterable[ExportedGame]) -> Iterator[str]:
    """A row per side and hand, a game at a time."""
    return csv_pieces(HANDS, ((_whole(game), hand_rows(game)) for game in games))


def lines_csv(games: Iterable[ExportedGame]) -> Iterator[str]:
    """A row per score line, a game at a time."""
    return csv_pieces(LINES, (([game.number], line_rows(game)) for game in games))


def bare_hands_csv(games: Iterable[ExportedGame]) -> Iterator[str]:
    """A row per side and hand, without what is the same in all of a game."""
    return csv_pieces(BARE_HANDS, (([game.id, game.number], bare_hand_rows(game)) for game in games))


def games_csv(games: Iterable[ExportedGame]) -> Iterator[str]:
    """A row per game."""
    return csv_pieces(GAMES, (([game.id, game.number], iter([_game_row(game)])) for game in games))


def players_csv(games: Iterable[ExportedGame]) -> Iterator[str]:
    """A row per player and game, with every figure that statistics have."""
    return csv_pieces((*PLAYERS, *FIGURES), ((_begun(game), _player_rows(game)) for game in games))


def _moment(at: datetime | None) -> str:
    """A moment with its zone, as spreadsheets and programs read it."""
    return "" if at is None else at.astimezone(UTC).strftime(MOMENT)


def _game_row(game: ExportedGame) -> Row:
    """A game after its id and its number."""
    rules, board, names = game.state.setup.rules, game.board, game.sheet.names
    outcome, unit = board.outcome, rules.scoring.unit
    winners = [] if outcome is None else [names[side] for side in outcome.winners]
    sides = [
        (escape_formula(name), points_text(score.total, unit)) for name, score in zip(names, board.scores, strict=True)
    ]
    missing = [("", "")] * (MAX_SIDES - len(sides))
    return [
        _moment(game.started),
        _moment(game.changed),
        rules.ruleset.key,
        rules_code(rules),
        options_text(rules.changed_options()),
        options_text(rules.options),
        len(board.hands),
        _status(game),
        "" if outcome is None else outcome.ended_by,
        "" if outcome is None else outcome.decided_by,
        escape_formula("; ".join(winners)),
        escape_formula(game.not_counted or ""),
        *(cell for side in [*sides, *missing] for cell in side),
    ]


def _status(game: ExportedGame) -> str:
    return "playing" if game.board.outcome is None else "over"


def _begun(game: ExportedGame) -> Row:
    """What the rows of all players of a game begin with."""
    rules = game.state.setup.rules.ruleset.key
    left_out = escape_formula(game.not_counted or "")
    return [game.id, game.number, _moment(game.started), rules, _status(game), left_out]


def _player_rows(game: ExportedGame) -> Iterator[Row]:
    unit = game.board.rules.scoring.unit
    for stats in stats_of(game.sheet, game.board):
        figures = ((name, getattr(stats, name)) for name in FIGURES)
        yield [
            escape_formula(stats.name),
            stats.side + 1,
            escape_formula(game.sheet.names[stats.side]),
            *(_figure_cell(name, figure, unit) for name, figure in figures),
        ]


def _figure_cell(name: str, figure: int, unit: str) -> str | int:
    """A figure as its column has it: a seat counts from 1, a part of a win is in ten thousandths."""
    if name == "share":
        return round(10_000 * figure / WHOLE_WIN)
    if name == "seat":
        return figure + 1
    return points_text(figure, unit) if name in IN_POINTS else figure


def _whole(game: ExportedGame) -> Row:
    """What every row of a game begins with."""
    setup, closed = game.state.setup, game.state.closed
    return [
        game.number,
        game.started.astimezone(UTC).strftime(MINUTE),
        setup.rules.ruleset.key,
        options_text(setup.rules.options),
        setup.dealer + 1,
        "" if closed is None else escape_formula(f"closed: {closed}"),
    ]


def hand_rows(game: ExportedGame) -> Iterator[Row]:
    """The rows of one game, after what all of them begin with."""
    sheet = game.sheet
    last: Row = [
        "" if sheet.forfeit is None else sheet.forfeit + 1,
        json_line(substitutes_json(sheet.substitutes)) if sheet.substitutes else "",
        escape_formula(json_line(sheet.tags)) if sheet.tags else "",
        json_line(deals_json(sheet.rules.script)) if sheet.rules.script else "",
        json_line(sheet.agreed) if sheet.agreed else "",
        json_line(dealers_json(sheet.dealers)) if sheet.dealers else "",
        sheet.minutes or "",
        "" if sheet.time is None else json_line(time_json(sheet.time)),
        game.id,
        _moment(game.started),
    ]
    begun = tuple(side.name for side in sheet.sides)  # whoever sat down later is in the column of substitutes
    for row in _hand_rows(game, begun):
        yield [*row[:-1], *last, row[-1]]


def bare_hand_rows(game: ExportedGame) -> Iterator[Row]:
    """The same rows with nothing but the hand; a side has one name, also after a substitute, in every such table."""
    return _hand_rows(game, game.sheet.names)


def _hand_rows(game: ExportedGame, names: Sequence[str]) -> Iterator[Row]:
    sheet, board = game.sheet, game.board
    seating, unit, named = sheet.rules.seating, sheet.rules.scoring.unit, sheet.names
    sides = [(side, _side_cells(sheet, side, names)) for side in seating.sides]
    for hand in board.hands:
        record, deal, counted = hand.record, escape_formula(hand.deal.name), "yes" if hand.counted else "no"
        objections = "; ".join([objection_text(objection, named) for objection in hand.objections])
        ruled: Row = [rulings_text(record), escape_formula(objections)]
        for side, cells in sides:
            scored = hand.sides[side]
            yield [
                hand.number,
                deal,
                *cells,
                bids_text(record, seating, side),
                took_text(record, side),
                counted,
                points_text(scored.points, unit),
                points_text(scored.score.total, unit),
                scored.overtricks,
                *ruled,
                counted_took_text(hand, seating, side),
            ]


def _side_cells(sheet: Sheet, side: Side, names: Sequence[str]) -> Row:
    """A side by its number, its name and its players."""
    players = sheet.sides[side].players
    second = escape_formula(players[1]) if len(players) > 1 else ""
    return [side + 1, escape_formula(names[side]), escape_formula(players[0]), second]


def line_rows(game: ExportedGame) -> Iterator[Row]:
    """A row per score line of one game, without the game's number."""
    unit, names = game.board.rules.scoring.unit, game.sheet.names
    for hand in game.board.hands:
        for side in game.board.rules.seating.sides:
            for number, line in enumerate(hand.sides[side].lines, start=1):
                name, words = escape_formula(names[side]), escape_formula(line_text(line))
                counted = unit if line.in_total else "points, not in the total"
                yield [
                    hand.number,
                    side + 1,
                    name,
                    number,
                    points_text(line.points, unit),
                    counted,
                    words,
                    line.reason,
                    line.rule,
                    game.id,
                    "yes" if line.in_total else "no",
                ]
