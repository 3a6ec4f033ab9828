"""`scorekeeper score`: from sheets to the paper score sheet as text, or to scoreboards as JSON."""

import shutil
from collections.abc import Iterator

import click

from scorekeeper.cli.terminal import (
    GAP,
    STANDARD_INPUT,
    faults_of,
    json_text,
    sheet_of,
    sheets_of,
    shown_name,
    side_by_side,
    wrapped,
)
from scorekeeper.core.pages.hand_words import renege_words
from scorekeeper.core.rules.lines import LineItem
from scorekeeper.core.rules.ruleset import value_word
from scorekeeper.core.rules.scoreboard import Scoreboard, ScoredHand
from scorekeeper.core.rules.seating import Side
from scorekeeper.core.sheet import Sheet, scoreboard_json
from scorekeeper.core.sheet.hands import bids_of, side_bids
from scorekeeper.core.sheet.writing import outcome_text, table_lines
from scorekeeper.core.words.faults import objection_text
from scorekeeper.core.words.language import listed, minus, translate as _, with_commas
from scorekeeper.core.words.lines import line_text
from scorekeeper.core.words.rulesets import rules_name
from scorekeeper.core.words.vocabulary import counted, sentence_case, total_text

LABEL = 5
NARROWEST, WIDEST = 18, 44


def paper(sheet: Sheet, board: Scoreboard, width: int) -> Iterator[str]:
    """The sheet, line by line, in a terminal of this width."""
    sides = board.rules.seating.sides
    column = min(WIDEST, max(NARROWEST, (width - LABEL) // len(sides) - len(GAP)))
    widths = [LABEL, *(column for _side in sides)]
    yield from _head(sheet, width)
    yield ""
    yield from side_by_side([[_("Hand")], *(_name(sheet, side, column) for side in sides)], widths)
    for hand in board.hands:
        yield ""
        yield from _new_players(sheet, hand.number, width)
        if hand.deal.name:
            yield from _under(f"{hand.deal.name}: {hand.deal.text}", width)
        cells = [_cell(board, hand, side, column) for side in sides]
        yield from side_by_side([[f"{hand.number:>4}"], *cells], widths)
        yield from _remarks(sheet, hand, width)
    yield ""
    totals = [[minus(total_text(score.total, board.rules.scoring.unit))] for score in board.scores]
    yield from side_by_side([[_("Total")], *totals], widths)
    yield ""
    yield from wrapped(_end(sheet, board), width)


def _head(sheet: Sheet, width: int) -> Iterator[str]:
    yield rules_name(sheet.rules.ruleset)
    standard = {option.key: option.default for option in sheet.rules.ruleset.options(sheet.rules.shape)}
    chosen = [f"{key} {value_word(value)}" for key, value in sheet.rules.options.items() if value != standard[key]]
    if chosen:
        yield from wrapped(_("House rules: {options}", options=with_commas(chosen)), width, "  ")
    for line in table_lines(sheet):
        yield from wrapped(_("Agreed: {line}", line=line), width, "  ")
    if sheet.rules.scoring.unit == "chips":
        yield _("The score is in chips; points in brackets decide who takes the pot.")


def _name(sheet: Sheet, side: Side, width: int) -> list[str]:
    name, players = sheet.names_at(1)[side], " & ".join(sheet.players_of(side, 1))
    return wrapped(name, width) + (wrapped(players, width) if players != name else [])


def _cell(board: Scoreboard, hand: ScoredHand, side: Side, width: int) -> list[str]:
    """One side's hand: what was bid and taken, its lines, and the total after it."""
    scored = hand.sides[side]
    seating = board.rules.seating
    unit = board.rules.scoring.unit
    bids = listed(list(side_bids(bids_of(hand.record, seating, side)))) or _("no bids")
    took = _("took {tricks}", tricks=scored.tricks) if hand.record.took else _("not played")
    lines = wrapped(with_commas([bids, took]), width, "  ")
    if not hand.counted:
        return [*lines, _("not counted")]
    figures = [_points(line, unit) for line in scored.lines]
    widest = max(map(len, figures), default=0)
    for figure, line in zip(figures, scored.lines, strict=True):
        first, *rest = wrapped(line_text(line), width - widest - 1)
        lines += [f"{figure:>{widest}} {first}", *(" " * (widest + 1) + row for row in rest)]
    return lines + wrapped(f"= {minus(total_text(scored.score.total, unit))}{_bags(board, hand, side)}", width)


def _points(line: LineItem, unit: str) -> str:
    """The points of a line; in brackets if they only decide who takes the pot."""
    text = minus(total_text(line.points, unit))
    if not line.in_total:
        return f"({text})"
    return text if line.points < 0 else f"+{text}"


def _bags(board: Scoreboard, hand: ScoredHand, side: Side) -> str:
    scoring, score = board.rules.scoring, hand.sides[side].score
    count = score.towards_penalty if scoring.overtrick_word == "bag" else score.overtricks
    return f", {counted(count, scoring.overtrick_word)}" if count and scoring.bags_per_penalty else ""


def _new_players(sheet: Sheet, hand: int, width: int) -> Iterator[str]:
    """Who takes over a seat with this hand; from the first one on it is a name put right."""
    if hand == 1:
        return
    for seat in dict.fromkeys(change.seat for change in sheet.substitutes if change.hand == hand):
        player, before = sheet.player_at(seat, hand), sheet.player_at(seat, hand - 1)
        if player != before:
            yield from wrapped(_("From here on {player} plays for {other}", player=player, other=before), width)


def _remarks(sheet: Sheet, hand: ScoredHand, width: int) -> Iterator[str]:
    names = sheet.names_at(hand.number)
    if any(change.hand == hand.number for change in sheet.dealers):
        yield from _under(_("{dealer} deals from here on", dealer=sheet.player_at(hand.dealer, hand.number)), width)
    for objection in hand.objections:
        text = objection_text(objection, names)
        if hand.record.overruled:
            text = _("{objection} (the table allowed it)", objection=text)
        yield from _under(f"! {text}", width)
    for renege in hand.record.reneges:
        yield from _under(sentence_case(renege_words(renege, names)), width)
    if hand.record.note:
        yield from _under(_("Note: {note}", note=hand.record.note), width)


def _under(text: str, width: int) -> Iterator[str]:
    """A remark across all columns, below the hand's number."""
    margin = " " * (LABEL + len(GAP))
    for row in wrapped(text, width - len(margin), "  "):
        yield margin + row


def _end(sheet: Sheet, board: Scoreboard) -> str:
    if board.outcome is None:
        dealer = sheet.player_at(board.dealer)
        if not board.bidding_order:
            return _("Hand {number} is next: {dealer} deals, nobody bids.", number=board.next_number, dealer=dealer)
        first = sheet.player_at(board.bidding_order[0])
        if board.rules.is_drawn:
            return _("Hand {number} is next: {player} draws and bids first.", number=board.next_number, player=first)
        return _(
            "Hand {number} is next: {dealer} deals, {player} bids first.",
            number=board.next_number,
            dealer=dealer,
            player=first,
        )
    reason = f" ({board.outcome.reason})" if board.outcome.reason else ""
    return f"{outcome_text(board, sheet.names)}{reason}."


PAPER_WIDTH = 100


@click.command()
@click.argument("sheets", nargs=-1, metavar="SHEET...")
@click.option("--json", "as_json", is_flag=True, help="Print the scoreboard as JSON instead of the paper score sheet.")
@click.option("--jsonl", is_flag=True, help="Read streams with one sheet a line (without SHEET: standard input).")
def score(sheets: tuple[str, ...], as_json: bool, jsonl: bool) -> None:
    """Score the game on a SHEET, a JSON file; - is standard input.

    For one SHEET, print the paper score sheet: a column for each side, every hand with its lines, and who won. With
    --json, print the scoreboard. For several, or a stream (--jsonl), print one scoreboard a line as JSON, in the order
    of the sheets.

    The command stops at the first invalid sheet, with exit status 2 and one line on standard error that says what is
    wrong and what to do.
    """
    names = sheets or ((STANDARD_INPUT,) if jsonl else ())
    if not names:
        raise click.UsageError(_("Name a sheet, or - for standard input."))
    if jsonl or len(names) > 1:
        for location, sheet in _all(names, jsonl):
            click.echo(json_text(_scoreboard(location, sheet)))
        return
    location, sheet = shown_name(names[0]), sheet_of(names[0])
    if as_json:
        click.echo(json_text(_scoreboard(location, sheet), indent=2))
        return
    with faults_of(location):
        board = sheet.scoreboard()
    width = shutil.get_terminal_size((PAPER_WIDTH, 24)).columns
    click.echo("\n".join(paper(sheet, board, width)))


def _all(names: tuple[str, ...], jsonl: bool) -> Iterator[tuple[str, Sheet]]:
    for name in names:
        if jsonl:
            yield from sheets_of(name)
        else:
            yield shown_name(name), sheet_of(name)


def _scoreboard(location: str, sheet: Sheet) -> dict[str, object]:
    with faults_of(location):
        return scoreboard_json(sheet.scoreboard(), sheet.names)
