"""`scorekeeper score`: from sheets to the paper score sheet, or to scoreboards as JSON."""

import shutil
from collections.abc import Iterator

import click

from scorekeeper.cli.inputs import STANDARD_INPUT, faults_of, sheet_of, sheets_of, shown_name
from scorekeeper.cli.paper import paper
from scorekeeper.cli.terminal import json_text
from scorekeeper.core.sheet import Sheet, scoreboard_json

PAPER_WIDTH = 100


@click.command(short_help="Score sheets.")
@click.argument("sheets", nargs=-1, metavar="SHEET...")
@click.option("--json", "as_json", is_flag=True, help="Print the scoreboard as JSON instead of the paper score sheet.")
@click.option("--jsonl", is_flag=True, help="Read streams with one sheet a line (without SHEET: standard input).")
def score(sheets: tuple[str, ...], as_json: bool, jsonl: bool) -> None:
    """Score the game on a SHEET, a JSON file; - is standard input.

    Of one SHEET the paper score sheet is printed: a column a side, every hand with its lines, and who has won. With
    --json it is the scoreboard. Of several, and of streams (--jsonl), it is always one scoreboard a line, as JSON, in
    the order that the sheets came in.

    The first bad sheet ends it: one line on standard error says what is wrong and what would be right, and the exit
    status is 2.
    """
    names = sheets or ((STANDARD_INPUT,) if jsonl else ())
    if not names:
        raise click.UsageError("Name a sheet, or - for standard input.")
    if jsonl or len(names) > 1:
        for place, sheet in _all(names, jsonl):
            click.echo(json_text(_scoreboard(place, sheet)))
        return
    place, sheet = shown_name(names[0]), sheet_of(names[0])
    if as_json:
        click.echo(json_text(_scoreboard(place, sheet), indent=2))
        return
    with faults_of(place):
        board = sheet.scoreboard()
    width = shutil.get_terminal_size((PAPER_WIDTH, 24)).columns
    click.echo("\n".join(paper(sheet, board, width)))


def _all(names: tuple[str, ...], jsonl: bool) -> Iterator[tuple[str, Sheet]]:
    for name in names:
        if jsonl:
            yield from sheets_of(name)
        else:
            yield shown_name(name), sheet_of(name)


def _scoreboard(place: str, sheet: Sheet) -> dict[str, object]:
    with faults_of(place):
        return scoreboard_json(sheet.scoreboard(), sheet.names)
