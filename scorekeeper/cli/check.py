"""`scorekeeper check`: verifies exports, or every stored game; prints the first finding, and what each level says."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from scorekeeper.cli.terminal import BadInput, cannot_read, opened, shown_name
from scorekeeper.core.words.language import translate as _

if TYPE_CHECKING:
    from scorekeeper.formats.verification import TrustedKeys, Verification


@click.command()
@click.argument("exports", nargs=-1, metavar="EXPORT...")
@click.option("--all", "everything", is_flag=True, help="Check every stored game and its statistics.")
@click.option("--key", "key_file", metavar="FILE", help="A server's public keys; one must have signed the EXPORT.")
@click.option("--here", "--kept", "here", is_flag=True, help="Compare with the games and keys of this instance, too.")
@click.option("--every", is_flag=True, help="Print every finding, not only the first.")
def check(exports: tuple[str, ...], everything: bool, key_file: str | None, here: bool, every: bool) -> None:
    """Verify an EXPORT: its scores, its chain and its signature. It is a text record, JSON or ZIP; - is standard input.

    Four levels are checked: the scores add up, nothing is damaged, a server signed it, this instance has the same game.

    The exit status is 1 if something was found, if the --key did not sign, or if --here does not have the game; it is
    2 if there is nothing to check.
    """
    if not exports and not everything:
        raise click.UsageError(_("Name an export, or give --all."))
    wrong = False
    for name in exports:
        wrong = _check_export(name, every, key_file, here) or wrong
    if everything:
        wrong = _check_all(every) or wrong
    if wrong:
        raise click.exceptions.Exit(1)


def _check_export(name: str, every: bool, key_file: str | None, here: bool) -> bool:
    import io

    from scorekeeper.formats.strict_json import without_end
    from scorekeeper.formats.verification import ServerMatch
    from scorekeeper.formats.verification.file import check_file
    from scorekeeper.formats.verification.words import level_words
    from scorekeeper.services.part_kinds import part_kinds

    try:
        with opened(name) as stream, _trusted_keys(key_file, here) as trusted:
            file = stream if stream.seekable() else io.BytesIO(stream.read())
            checked = check_file(file, without_end(part_kinds), trusted)
    except OSError as error:
        raise cannot_read(name, error) from error
    if not checked.games and not checked.parts and not checked.findings:
        nothing = _("There is no game in it")
        raise BadInput(f"{shown_name(name)}: {nothing}")
    wrong = _report(shown_name(name), checked, every)
    for level in level_words(checked) if checked.games else []:
        click.echo(f"{shown_name(name)}: {level.says} {level.means}")
    not_here = here and checked.trust.on_server not in (ServerMatch.NOW, ServerMatch.EARLIER)
    not_signed = key_file is not None and checked.trust.known_signers != [_key_name(key_file)]
    return wrong or not_here or not_signed


def _key_name(key_file: str) -> str:
    return _("the key in {file}", file=shown_name(key_file))


@contextmanager
def _trusted_keys(key_file: str | None, here: bool) -> Iterator["TrustedKeys"]:
    """The keys of the file; with `here`, also the keys and games of this instance."""
    from scorekeeper.formats.verification import TrustedKeys

    given = dict.fromkeys(_keys_in(key_file), _key_name(key_file)) if key_file else {}
    if not here:
        yield TrustedKeys(given)
        return
    from scorekeeper.cli.maintenance import in_app_that_reads
    from scorekeeper.services.export_keys import this_server

    with in_app_that_reads():
        own = this_server()
        yield TrustedKeys({**own.keys, **given}, own.match)


def _keys_in(name: str) -> list[str]:
    from scorekeeper.formats.keys import BadPublicKey, read_public_keys

    try:
        with opened(name) as stream:
            return read_public_keys(stream.read())
    except OSError as error:
        raise cannot_read(name, error) from error
    except BadPublicKey as error:
        raise BadInput(f"{shown_name(name)}: {error}") from error


def _check_all(every: bool) -> bool:
    from scorekeeper.cli.maintenance import in_app_that_reads
    from scorekeeper.services.verifying import verify_stored

    with in_app_that_reads():
        return _report(_("all"), verify_stored(), every)


def _report(where: str, checked: "Verification", every: bool) -> bool:
    from scorekeeper.core.words.faults import fault_text
    from scorekeeper.formats.verification.words import size_words
    from scorekeeper.services.part_kinds import part_kinds

    for note in checked.notes:
        click.echo(f"{where}: {fault_text(note)}")
    if checked.holds:
        click.echo(_("{where}: {size}, nothing wrong.", where=where, size=size_words(checked, part_kinds)))
        return False
    for finding in checked.findings if every else checked.findings[:1]:
        click.echo(f"{where}: {fault_text(finding)}", err=True)
    return True
