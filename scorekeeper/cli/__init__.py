"""The command line, in the language of the environment. A command's module is imported when it is called.

Rooms are imported for the list of all commands, or when one is called that is none of the table's.
"""

import codecs
import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from copy import copy
from inspect import cleandoc
from io import TextIOWrapper
from keyword import iskeyword
from typing import Any, TypeVar

import click
from click import core, decorators, exceptions, formatting, parser, termui, types

from scorekeeper.core.words.language import ENGLISH, plural_form, translatable, translate as _, use_catalogues
from scorekeeper.version import program_version

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
ENGLISH_CODES = ("en", "en-us", "en-gb")

CLICK = (
    translatable("Usage:"),
    translatable("Options"),
    translatable("Commands"),
    translatable("Error: {message}"),
    translatable("Try '{command} {option}' for help."),
    translatable("Show this message and exit."),
    translatable("No such command {name!r}."),
    translatable("No such option: {name}"),
    translatable("Missing argument"),
    translatable("Missing option"),
    translatable("Got unexpected extra argument ({args})"),
    translatable("Invalid value for {param_hint}: {message}"),
    translatable("[default: {default}]"),
)
"""Texts of click, which would look them up with gettext."""

C = TypeVar("C", bound=click.Command)


def environment_languages() -> list[str]:
    """The languages asked for, such as `pl` and `de` for `LANGUAGE=pl:de`, or `pl-PL` for `LANG=pl_PL.UTF-8`."""
    text = next((os.environ[name] for name in VARIABLES if os.environ.get(name)), "")
    codes = [code.partition(".")[0].partition("@")[0].replace("_", "-") for code in text.split(":")]
    return [code for code in codes if code not in ("", "C", "POSIX")]


def use_environment_language() -> None:
    """Print all texts of commands in the language of the environment."""
    languages, chosen = environment_languages(), ENGLISH
    if any(code.lower() not in ENGLISH_CODES for code in languages):
        from scorekeeper.formats.catalogues import FOLDER, Catalogues  # Babel takes a while to load

        chosen = Catalogues(FOLDER).best(languages)
    use_catalogues(lambda: chosen)
    for module in (core, decorators, exceptions, formatting, parser, termui, types):
        for name, function in (("_", _), ("ngettext", _plural)):
            if hasattr(module, name):
                setattr(module, name, function)


def _plural(one: str, other: str, count: int) -> str:
    return plural_form(count, one, other)


def translated(command: C) -> C:
    """A copy of the command with its help in the current language."""
    found = copy(command)
    found.help = _translated_help(command.help)
    found.params = [_translated_parameter(each) for each in command.params]
    if isinstance(found, click.Group):
        found.commands = {name: translated(each) for name, each in found.commands.items()}
    return found


def _translated_parameter(parameter: click.Parameter) -> click.Parameter:
    if not isinstance(parameter, click.Option):
        return parameter
    found = copy(parameter)
    found.help = _translated_help(parameter.help)
    return found


def _translated_help(text: str | None) -> str | None:
    return None if text is None else "\n\n".join(_(paragraph) for paragraph in paragraphs(text))


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a help text, each on one line."""
    return [" ".join(paragraph.split()) for paragraph in cleandoc(text).split("\n\n")]


def helps_of(command: click.Command, context: click.Context) -> Iterator[str]:
    """All paragraphs of a command's help, its options and its own commands."""
    texts = [command.help, *(each.help for each in command.params if isinstance(each, click.Option))]
    for text in texts:
        yield from paragraphs(text) if text else ()
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            each = command.get_command(context, name)
            if each is not None:
                yield from helps_of(each, context)


COMMANDS = {
    "score": "Score a game: print its score sheet, or JSON.",
    "rules": "List the rule sets, or print one with all its points and options.",
    "check": "Verify an export: its scores, its checksums, its signature.",
    "export": "Export a game, a table or the whole instance.",
    "import": "Import exported games.",
    "hands": "Make a file that can be imported of a plain list of hands.",
    "keys": "Show the keys that sign exports, or make a new one.",
    "stats": "Rebuild the statistics.",
    "backup": "Copy the database to a file, also during games.",
    "restore": "Replace the database by a backup.",
    "forget": "Erase a player's name from a table, or a whole table.",
    "doctor": "Check settings, files, disk, database, address, clock and keys.",
    "phone": "Build the module that phones run, and print its size.",
    "static": "Write the pad as files for any web server.",
    "serve": "Start the web app.",
    "demo": "Start the app on a club’s year of made-up games, to look around in.",
    "invite": "Make a link to a table, for example for a keeper who lost theirs.",
    "revoke": "End all links and devices of a table, or of every table.",
}
"""The help of each command: a function of that name, in the module of that name, or in `MODULES`."""

MODULES = {
    **dict.fromkeys(("backup", "restore", "stats", "keys", "doctor"), "maintenance"),
    **dict.fromkeys(("export", "import"), "transfer"),
    **dict.fromkeys(("invite", "revoke", "forget"), "tables"),
}


def function_of(name: str) -> str:
    """The name of a command's function: `import_`, as `import` is Python's own word."""
    return f"{name}_" if iskeyword(name) else name


def module_of(name: str) -> str:
    """The full name of a command's module."""
    return f"{__name__}.{MODULES.get(name, function_of(name))}"


def commands_of_rooms() -> dict[str, click.Command]:
    """The commands that rooms add, open or closed, by name."""
    from scorekeeper import hooks

    return {
        name: command for room in hooks.parts() for name, command in room.commands().items() if name not in COMMANDS
    }


class Commands(click.Group):
    """All commands: the table's, then those of rooms."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS, *commands_of_rooms()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in COMMANDS:
            command: click.Command = getattr(importlib.import_module(module_of(cmd_name)), function_of(cmd_name))
            return translated(command)
        of_room = commands_of_rooms().get(cmd_name)
        return None if of_room is None else translated(of_room)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what it refuses is one line on standard error, and exit status 2."""
        try:
            return super().invoke(ctx)
        except ValueError as error:
            from scorekeeper.cli.terminal import refusal_of

            refusal = refusal_of(error)
            if refusal is None:
                raise
            raise refusal from error

    def main(self, *arguments: Any, **more: Any) -> Any:
        """Run a command in the language of the environment."""
        use_environment_language()
        return super(Commands, translated(self)).main(*arguments, **more)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(_("Commands")):
            of_rooms = {name: paragraphs(command.help or name)[0] for name, command in commands_of_rooms().items()}
            formatter.write_dl([(name, _(text)) for name, text in (COMMANDS | of_rooms).items()])


def _print_version(ctx: click.Context, _option: click.Parameter, asked: bool) -> None:
    if asked:
        click.echo(f"scorekeeper {program_version()}")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the version."
)
def commands() -> None:
    """A score pad for Spades at real card tables."""


def messages_of_commands(*_file: object, **_options: object) -> Iterator[tuple[int, None, str, list[str]]]:
    """The help of all commands for translators, as `babel.cfg` collects it."""
    for text in (*COMMANDS.values(), *helps_of(commands, click.Context(commands))):
        yield 1, None, text, []


def main() -> None:
    """Run a command. An error in writing its output is reported on one line; a closed pipe is no error."""
    os.umask(0o077)  # files have games and keys: only the account that runs the app may read them
    codecs.register_error("plain", _in_plain_letters)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="plain")
    try:
        commands(prog_name="scorekeeper")
    except OSError as error:
        _give_up_output()
        click.echo(_("Error: cannot write ({why})", why=str(error.strerror or error)), err=True)
        sys.exit(1)


PLAIN = {"−": "-", "–": "-", "’": "'", "“": '"', "”": '"', "…": "..."}
"""For a terminal that knows only ASCII: a minus must stay one. Other letters become question marks."""


def _in_plain_letters(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return "".join(PLAIN.get(letter, "?") for letter in error.object[error.start : error.end]), error.end


def _give_up_output() -> None:
    """Discard output that is not written yet, so that the interpreter does not fail again when it ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
