"""`scorekeeper check`: replays exports, or all that is kept, and names the first difference."""

from typing import TYPE_CHECKING

import click

from scorekeeper.cli.inputs import BadInput, opened, shown_name

if TYPE_CHECKING:
    from scorekeeper.proof import Checked


@click.command(short_help="Prove exports, or all that is kept.")
@click.argument("exports", nargs=-1, metavar="EXPORT...")
@click.option("--all", "everything", is_flag=True, help="Check every game that is kept, and its statistics.")
@click.option("--every", is_flag=True, help="Print every difference, not only the first.")
def check(exports: tuple[str, ...], everything: bool, every: bool) -> None:
    """Replay an EXPORT (text record, JSON or ZIP; - is standard input) and verify its chain.

    Says whether every stored score is what the record gives, and whether each entry is as it was written. The exit
    status is 0 where all is right, 1 where something differs, and 2 where there is nothing to check.
    """
    if not exports and not everything:
        raise click.UsageError("Name an export, or say --all.")
    wrong = False
    for name in exports:
        wrong = _check_export(name, every) or wrong
    if everything:
        wrong = _check_all(every) or wrong
    if wrong:
        raise click.exceptions.Exit(1)


def _check_export(name: str, every: bool) -> bool:
    import io

    from scorekeeper.proof.check import check_file

    try:
        with opened(name) as stream:
            file = stream if stream.seekable() else io.BytesIO(stream.read())
            checked = check_file(file)
    except OSError as error:
        raise BadInput(f"{shown_name(name)}: cannot be read: {error.strerror or error}") from error
    if not checked.games and not checked.findings:
        raise BadInput(f"{shown_name(name)}: {checked.words()}")
    return _say(shown_name(name), checked, every)


def _check_all(every: bool) -> bool:
    from scorekeeper.cli.instance import in_app
    from scorekeeper.play.proving import check_kept

    with in_app():
        return _say("all", check_kept(), every)


def _say(where: str, checked: "Checked", every: bool) -> bool:
    for note in checked.notes:
        click.echo(f"{where}: {note}")
    if checked.holds:
        click.echo(f"{where}: {checked.words()}.")
        return False
    for finding in checked.findings if every else checked.findings[:1]:
        click.echo(f"{where}: {finding}", err=True)
    return True
