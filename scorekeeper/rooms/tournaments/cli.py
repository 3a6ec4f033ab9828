"""`scorekeeper tournament`: exports a tournament, signed, with its games or without; brings teams and fixtures."""

from typing import TYPE_CHECKING

import click

from scorekeeper.cli.maintenance import CannotDo
from scorekeeper.cli.terminal import BadInput, faults_of, opened, shown_name
from scorekeeper.core.words.language import translate as _, translate_plural as _n, with_commas

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.rooms.tournaments.domain.setting_up.fixture_list import NotRead
    from scorekeeper.rooms.tournaments.services.fixture_plan import FixturePlan


@click.group()
def tournament() -> None:
    """Export a tournament with its games, or bring teams, fixtures and results to it."""


@tournament.command()
@click.argument("name", metavar="TOURNAMENT")
@click.option(
    "--as",
    "form",
    type=click.Choice(["zip", "json"]),
    default="zip",
    show_default=True,
    help="zip has the games of its matches, too; json only the signed log of the tournament.",
)
@click.option("-o", "--output", default="-", show_default=True, metavar="FILE", help="The file; - is standard output.")
def export(name: str, form: str, output: str) -> None:
    """Export TOURNAMENT (its name or id). `scorekeeper check` verifies both forms; import takes the ZIP."""
    from scorekeeper.cli.maintenance import in_app_that_reads
    from scorekeeper.cli.transfer import write_pieces
    from scorekeeper.rooms.tournaments.exports import tournament_json
    from scorekeeper.rooms.tournaments.services.exporting import exported_tournament, zip_of_tournament

    with in_app_that_reads():
        found = _named(name)
        if form == "json":
            pieces = iter([tournament_json(exported_tournament(found)).encode()])
        else:
            pieces = zip_of_tournament(found)
        write_pieces(output, pieces)


@tournament.command()
@click.argument("name", metavar="TOURNAMENT")
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, allow_dash=True))
@click.option("--sheet", default="", metavar="NAME", help="The sheet of a spreadsheet that has the list.")
@click.option("--answer", "answers", multiple=True, metavar="KEY=ANSWER", help="The answer to a question, by its key.")
@click.option("--skip", multiple=True, type=click.IntRange(1), metavar="LINE", help="A line to leave out.")
@click.option("--signed", is_flag=True, help="Both sides agreed to these results.")
@click.option("--look", is_flag=True, help="Show what is read; write nothing.")
def fixtures(
    name: str, file: str, sheet: str, answers: tuple[str, ...], skip: tuple[int, ...], signed: bool, look: bool
) -> None:
    """Bring FILE, a list of fixtures and results (.xlsx, CSV or text), to TOURNAMENT (its name or id).

    What can be read two ways is asked, and lines that cannot be read are named; nothing is saved before each of them
    has an --answer or is left out. - is standard input.
    """
    from scorekeeper.cli.maintenance import in_app
    from scorekeeper.formats.spreadsheets import MAX_BYTES, list_text
    from scorekeeper.rooms.tournaments.services.cache import load_tournament
    from scorekeeper.rooms.tournaments.services.fixture_plan import plan_of, stage_of
    from scorekeeper.rooms.tournaments.services.fixtures import take
    from scorekeeper.services.recording import Author

    given = dict(part.partition("=")[::2] for part in answers)
    with in_app(), faults_of(shown_name(file)):
        found = _named(name)
        state = load_tournament(found).state
        if stage_of(state) is None:
            raise CannotDo(_("“{name}” has no fixtures of its own", name=name))
        with opened(file) as stream:
            text = list_text(stream.read(MAX_BYTES + 1), sheet)
        plan = plan_of(state, text, given, frozenset(skip))
        _say(plan)
        if look:
            return
        if plan.questions or plan.not_read:
            raise BadInput(
                _("{file}: nothing was saved; answer, correct or skip what is named above", file=shown_name(file))
            )
        if plan.changes:
            take(found, plan, Author(directs=True), signed=signed)


@tournament.command()
@click.argument("name", metavar="TOURNAMENT")
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, allow_dash=True))
@click.option("--sheet", default="", metavar="NAME", help="The sheet of a spreadsheet that has the list.")
@click.option("--sure", is_flag=True, help="Names that look like others are other people.")
@click.option("--skip", multiple=True, type=click.IntRange(1), metavar="LINE", help="A line to leave out.")
@click.option("--look", is_flag=True, help="Show what is read; write nothing.")
def teams(name: str, file: str, sheet: str, sure: bool, skip: tuple[int, ...], look: bool) -> None:
    """Enter the teams of FILE (.xlsx, CSV or text) in TOURNAMENT (its name or id).

    A line has a team, as Ann & Cal; a table has headings. Names that look like others and lines that cannot be read are
    named; nothing is saved before you are --sure of them, or leave them out. - is standard input.
    """
    from scorekeeper.cli.maintenance import in_app
    from scorekeeper.formats.spreadsheets import MAX_BYTES, list_text
    from scorekeeper.rooms.tournaments.services.team_lists import read_team_list
    from scorekeeper.rooms.tournaments.services.teams import enter_teams, entries_of, look_alikes
    from scorekeeper.services.recording import Author

    with in_app(), faults_of(shown_name(file)):
        found = _named(name)
        with opened(file) as stream:
            read = read_team_list(list_text(stream.read(MAX_BYTES + 1), sheet))
        entries = entries_of(read.lines)
        alike = look_alikes(found, [player for entry in entries for player in entry.players])
        for entry in entries:
            players = " & ".join(entry.players)
            click.echo(f"{entry.name}: {players}" if entry.name else players)
        _say_of_lines(read.unused, [*read.titles, *read.not_read])
        for each in alike:
            click.echo(_("{name} looks like {known}.", name=each.name, known=each.known), err=True)
        if alike and not sure:
            advice = _("If they are different people, add them all the same.")
            click.echo(f"  --sure  {advice}", err=True)
        if look:
            return
        if (alike and not sure) or any(line.number not in skip for line in read.not_read):
            raise BadInput(
                _("{file}: nothing was saved; answer, correct or skip what is named above", file=shown_name(file))
            )
        if entries:
            enter_teams(found, entries, Author(directs=True))


def _say_of_lines(unused: "Sequence[str]", lines: "Sequence[NotRead]") -> None:
    """What was not read, or is to be looked at again, on standard error."""
    if unused:
        click.echo(_("Columns that are not read: {columns}", columns=with_commas(unused)), err=True)
    for line in lines:
        parts = [_("Line {number}", number=line.number), *([line.text] if line.text else []), line.why]
        click.echo(": ".join(parts), err=True)


def _say(plan: "FixturePlan") -> None:
    """What was read, on standard output; what was not, and what is asked, on standard error."""
    counts = [
        _n(len(plan.entries), "1 new team", "{count} new teams"),
        _n(len(plan.fixtures), "1 new match", "{count} new matches"),
        _n(len(plan.moved), "1 match at another time or place", "{count} matches at another time or place"),
        _n(len(plan.results), "1 result", "{count} results"),
        _n(len(plan.forfeits), "1 forfeit", "{count} forfeits"),
    ]
    click.echo(with_commas(counts))
    _say_of_lines(plan.unused, [*plan.titles, *plan.not_read, *plan.doubts])
    for question in plan.questions:
        click.echo(question.text, err=True)
        for answer, words in question.options:
            click.echo(f'  --answer "{question.key}={answer}"  {words}', err=True)


def _named(name: str) -> str:
    """The id of the tournament with this name or id. Raises `CannotDo` if there is none, or if there are several."""
    from scorekeeper.rooms.tournaments.storage import tournaments_of
    from scorekeeper.storage.games import every_table

    rows = [row for table in every_table() for row in tournaments_of(table)]
    found = [row.id for row in rows if name in (row.id, row.name)]
    if not found:
        raise CannotDo(_("There is no tournament called “{name}”", name=name))
    if len(found) > 1:
        ids = with_commas(found)
        raise CannotDo(
            _("{count} tournaments are called “{name}”. Give the id: {ids}", count=len(found), name=name, ids=ids)
        )
    return found[0]
