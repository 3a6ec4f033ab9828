"""`scorekeeper hands`: a plain list of hands becomes a file that can be imported."""

from collections.abc import Sequence
from datetime import UTC, datetime, time
from typing import TYPE_CHECKING, Any

import click

from scorekeeper.cli.terminal import faults_of, opened, shown_name
from scorekeeper.core.words.language import translate as _

if TYPE_CHECKING:
    from datetime import date

    from scorekeeper.core.rules.ruleset import Option
    from scorekeeper.core.rules.seating import Shape
    from scorekeeper.formats.hand_list.columns import Columns

EVENING = time(20)
DATES = ("month-first", "day-first")


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, allow_dash=True))
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
@click.option("--sheet", default="", metavar="NAME", help="The sheet of a spreadsheet that has the list.")
@click.option("--hand", metavar="HEADING", help="The column with the number of the hand.")
@click.option(
    "--bid",
    "bids",
    multiple=True,
    metavar="HEADING",
    help="The column with the bid of a side, or those of its seats, as Ann,Cal.",
)
@click.option("--took", multiple=True, metavar="HEADING", help="The column with the tricks of a side.")
@click.option("--ignore", multiple=True, metavar="HEADING", help="A column that is not read.")
@click.option("--leave-out", multiple=True, type=click.IntRange(1), metavar="ROW", help="A row that is no hand.")
@click.option(
    "--dates",
    type=click.Choice(DATES),
    help="How dates were typed: of games, or bids of which a spreadsheet made dates.",
)
@click.option("--dealer", type=click.IntRange(1), default=1, show_default=True, help="The seat of the first dealer.")
@click.option("--option", "chosen", multiple=True, metavar="KEY=VALUE", help="A house rule, such as target=300.")
@click.option("--dry-run", is_flag=True, help="Show what is read, with its scores; write nothing.")
@click.option("-o", "--output", default="-", show_default=True, metavar="FILE", help="The file; - is standard output.")
def hands(file: str, output: str, dry_run: bool, **given: Any) -> None:
    """Make a hands CSV, which can be imported, of FILE: a list with a row for each hand. - is standard input.

    Give --side, --bid and --took once for each side. Without --bid and --took, the columns are guessed from their
    headings, and what was guessed is shown on standard error with the scores that it makes. A column or a row that is
    not understood is named, until you say what it is. Each hand 1 begins another game.
    """
    from scorekeeper.cli.transfer import write_pieces
    from scorekeeper.core.rules.seating import Shape
    from scorekeeper.core.words.names import side_name
    from scorekeeper.formats.days import day_of
    from scorekeeper.formats.hand_list.games import decided_by_points, games_of
    from scorekeeper.formats.hand_list.reading import ListAnswers, read_hand_list
    from scorekeeper.formats.spreadsheets import MAX_BYTES, list_text
    from scorekeeper.formats.text_record.notation import read_options
    from scorekeeper.services.hand_lists import columns_in_words, file_of_games, game_in_words
    from scorekeeper.services.names import players_in

    day = day_of(given["day"])
    if day is None:
        raise click.BadParameter(_("A day looks like 2026-11-19."), param_hint="--day")
    started = datetime.combine(day, EVENING, UTC)
    players = [list(players_in(names)) for names in given["sides"]]
    with faults_of(shown_name(file)):
        with opened(file) as stream:
            found = read_hand_list(list_text(stream.read(MAX_BYTES + 1), given["sheet"]), given["dates"] or "")
        columns = _columns(found.heads, players, given)
        answers = ListAnswers(frozenset(given["leave_out"]), given["dates"] or "", day)
        options = _options(given["rules"], Shape(len(players), len(players[0])))
        head = {
            "rules": given["rules"],
            "options": read_options(", ".join(given["chosen"]), options),
            "sides": [{"name": side_name(names), "players": names} for names in players],
            "dealer": given["dealer"] - 1,
        }
        columns = decided_by_points(found, columns, head, answers)
        games = games_of(found, columns, head, answers)
    if dry_run or not given["bids"]:
        lines = [
            *columns_in_words(found, columns, [side_name(names) for names in players]),
            *(_game(number, game_in_words(sheet), day) for number, (sheet, day) in enumerate(games, 1)),
        ]
        click.echo("\n".join(lines), err=not dry_run)
    if not dry_run:
        write_pieces(output, iter([file_of_games(games, started)]))


def _game(number: int, scores: str, day: "date | None") -> str:
    if day is None:
        return _("Game {number}: {scores}", number=number, scores=scores)
    return _("Game {number}, {day}: {scores}", number=number, day=day.isoformat(), scores=scores)


def _options(rules: str, shape: "Shape") -> "tuple[Option, ...]":
    """The house rules of a game at this table. Raises `InvalidInput` if it doesn't seat them."""
    from scorekeeper.core.rulesets import rule_set

    game = rule_set(rules)
    game.with_options({}, shape)
    return game.options(shape)


def _columns(heads: Sequence[str], players: Sequence[Sequence[str]], given: dict[str, Any]) -> "Columns":
    """The columns as given, or else as their headings say. Raises `InvalidInput`."""
    from scorekeeper.formats.hand_list.columns import guessed_columns, named_columns, places_of, without

    columns = guessed_columns(heads, players)
    if given["bids"]:
        bids, took = ([_headings(heads, side) for side in given[part]] for part in ("bids", "took"))
        columns = named_columns(heads, bids, took, given["hand"])
    return without(columns, [place for head in given["ignore"] for place in places_of(heads, head)])


def _headings(heads: Sequence[str], given: str) -> str | list[str]:
    """One heading, or those of a side's seats."""
    from scorekeeper.formats.hand_list.columns import places_of

    parts = [part.strip() for part in given.split(",")]
    return parts if len(parts) > 1 and given not in heads and all(places_of(heads, part) for part in parts) else given
