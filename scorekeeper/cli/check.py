"""`scorekeeper check`: replays exports, or all that is kept; names the first difference, and says what holds."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from scorekeeper.cli.terminal import BadInput, opened, shown_name

if TYPE_CHECKING:
    from scorekeeper.formats.verification.findings import Checked
    from scorekeeper.formats.verification.levels import Witness


@click.command(short_help="Prove exports, or all that is kept.")
@click.argument("exports", nargs=-1, metavar="EXPORT...")
@click.option("--all", "everything", is_flag=True, help="Check every game that is kept, and its statistics.")
@click.option("--key", "key_file", metavar="FILE", help="A server's public keys: who signed the EXPORT must be in it.")
@click.option("--kept", is_flag=True, help="Compare with the games and keys of this instance, too.")
@click.option("--every", is_flag=True, help="Print every difference, not only the first.")
def check(exports: tuple[str, ...], everything: bool, key_file: str | None, kept: bool, every: bool) -> None:
    """Replay an EXPORT (text record, JSON or ZIP; - is standard input) and verify its chain and its signature.

    Says of four levels which hold, and what each means: it adds up, it is undamaged, a server signed it, this instance
    keeps it like that. The exit status is 1 where something differs, where --key is given and did not sign, or --kept
    and this instance does not keep it; 2 where there is nothing to check; else 0.
    """
    if not exports and not everything:
        raise click.UsageError("Name an export, or say --all.")
    wrong = False
    for name in exports:
        wrong = _check_export(name, every, key_file, kept) or wrong
    if everything:
        wrong = _check_all(every) or wrong
    if wrong:
        raise click.exceptions.Exit(1)


def _check_export(name: str, every: bool, key_file: str | None, kept: bool) -> bool:
    import io

    from scorekeeper.formats.verification.file import check_file
    from scorekeeper.formats.verification.level_words import level_words
    from scorekeeper.formats.verification.levels import KeptState

    try:
        with opened(name) as stream, _witness(key_file, kept) as witness:
            file = stream if stream.seekable() else io.BytesIO(stream.read())
            checked = check_file(file, witness=witness)
    except OSError as error:
        raise BadInput(f"{shown_name(name)}: cannot be read: {error.strerror or error}") from error
    if not checked.games and not checked.findings:
        raise BadInput(f"{shown_name(name)}: {checked.words()}")
    wrong = _say(shown_name(name), checked, every)
    for level in level_words(checked) if checked.games else []:
        click.echo(f"{shown_name(name)}: {level}")
    not_kept = kept and checked.levels.as_kept not in (KeptState.NOW, KeptState.EARLIER)
    not_signed = key_file is not None and checked.levels.known_signers != [_key_name(key_file)]
    return wrong or not_kept or not_signed


def _key_name(key_file: str) -> str:
    return f"the key in {shown_name(key_file)}"


@contextmanager
def _witness(key_file: str | None, kept: bool) -> Iterator["Witness"]:
    """The keys of the file, and those and the games of this instance where it is asked."""
    from scorekeeper.formats.verification.levels import Witness

    given = dict.fromkeys(_keys_in(key_file), _key_name(key_file)) if key_file else {}
    if not kept:
        yield Witness(given)
        return
    from scorekeeper.cli.maintenance import in_app
    from scorekeeper.services.signing import this_server

    with in_app():
        here = this_server()
        yield Witness({**here.keys, **given}, here.keeps)


def _keys_in(name: str) -> list[str]:
    from scorekeeper.formats.keys import BadPublicKey, read_public_keys

    try:
        with opened(name) as stream:
            return read_public_keys(stream.read())
    except OSError as error:
        raise BadInput(f"{shown_name(name)}: cannot be read: {error.strerror or error}") from error
    except BadPublicKey as error:
        raise BadInput(f"{shown_name(name)}: {error}") from error


def _check_all(every: bool) -> bool:
    from scorekeeper.cli.maintenance import in_app
    from scorekeeper.services.verifying import verify_stored

    with in_app():
        return _say("all", verify_stored(), every)


def _say(where: str, checked: "Checked", every: bool) -> bool:
    for note in checked.notes:
        click.echo(f"{where}: {note}")
    if checked.holds:
        click.echo(f"{where}: {checked.words()}.")
        return False
    for finding in checked.findings if every else checked.findings[:1]:
        click.echo(f"{where}: {finding}", err=True)
    return True
