"""`scorekeeper hands`: a plain list of hands becomes a file that can be imported."""

from datetime import UTC, datetime, time
from typing import Any

import click

from scorekeeper.cli.terminal import faults_of, opened
from scorekeeper.core.words.language import translate as _

EVENING = time(20)


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False))
@click.option("--rules", required=True, metavar="KEY", help="The rule set, such as partnership.")
@click.option(
    "--side",
    "sides",
    multiple=True,
    required=True,
    metavar="NAMES",
    help="The players of a side, as Ann,Cal.",
)
@click.option("--day", required=True, metavar="DAY", help="When it was played, as 2026-11-19.")
@click.option("--hand", metavar="HEADING", help="The column with the number of the hand.")
@click.option("--bid", "bids", multiple=True, metavar="HEADING", help="The column with the bid of a side.")
@click.option("--took", multiple=True, metavar="HEADING", help="The column with the tricks of a side.")
@click.option("--dealer", type=click.IntRange(1), default=1, show_default=True, help="The seat of the first dealer.")
@click.option("--option", "chosen", multiple=True, metavar="KEY=VALUE", help="A house rule, such as target=300.")
@click.option("-o", "--output", default="-", show_default=True, metavar="FILE", help="The file; - is standard output.")
def hands(file: str, output: str, **given: Any) -> None:
    """Make a hands CSV, which can be imported, of FILE: a list with a row for each hand.

    Give --side, --bid and --took once for each side. Without --bid and --took, the columns are guessed from their
    headings. Each hand 1 begins another game. FILE can be - for standard input.
    """
    from scorekeeper.cli.transfer import write_pieces
    from scorekeeper.core.rules.seating import Shape
    from scorekeeper.core.rulesets import rule_set
    from scorekeeper.formats.days import day_of
    from scorekeeper.formats.hand_list import guessed_columns, named_columns, read_hand_list
    from scorekeeper.formats.text_record.notation import read_options
    from scorekeeper.services.hand_lists import file_of_hand_list
    from scorekeeper.services.names import side_name

    day = day_of(given["day"])
    if day is None:
        raise click.BadParameter(_("A day looks like 2026-11-19."), param_hint="--day")
    started = datetime.combine(day, EVENING, UTC)
    players = [[name.strip() for name in names.split(",")] for names in given["sides"]]
    with faults_of(file):
        with opened(file) as stream:
            found = read_hand_list(stream.read().decode("utf-8-sig", "replace"))
        columns = guessed_columns(found.heads, len(players))
        if given["bids"]:
            columns = named_columns(found.heads, given["bids"], given["took"], given["hand"])
        options = rule_set(given["rules"]).options(Shape(len(players), len(players[0])))
        head = {
            "rules": given["rules"],
            "options": read_options(", ".join(given["chosen"]), options),
            "sides": [{"name": side_name(names), "players": names} for names in players],
            "dealer": given["dealer"] - 1,
        }
        content = file_of_hand_list(found, columns, head, started)
    write_pieces(output, iter([content]))
