"""The command line: `scorekeeper score`, `rules`, `serve`. A command's module is imported when it is called."""

import importlib
import os
import sys
from contextlib import suppress
from importlib.util import find_spec
from io import TextIOWrapper
from keyword import iskeyword

import click

COMMANDS = {
    "score": "Score sheets: the paper score sheet, or scoreboards as JSON.",
    "rules": "List the rule sets, or print one with all its points and options.",
    "check": "Replay an export and say what holds: its scores, its signature, what a server keeps.",
    "export": "Write out a game, a table or the whole instance.",
    "import": "Take exported games in, whole or not at all.",
    "keys": "Show the keys that sign exports, or make a new one.",
    "stats": "Rebuild the statistics.",
    "backup": "Copy the database to a file while games run.",
    "restore": "Put such a copy back.",
    "forget": "Erase a person's name from a table, or a whole table.",
    "doctor": "Look over settings, files, disk, database, address, clock and keys.",
    "phone": "Build what phones run, and print how large it is.",
    "serve": "Start the web app.",
    "invite": "Make a link to a table, for whoever lost theirs.",
}
"""What the help says, by name. A command is the function of its name, in the module of its name or in `MODULES`."""

MODULES = {
    **dict.fromkeys(("backup", "restore", "stats", "keys", "doctor"), "maintenance"),
    **dict.fromkeys(("export", "import"), "transfer"),
    **dict.fromkeys(("invite", "forget"), "tables"),
}


def function_of(name: str) -> str:
    """The name of a command's function: `import_`, as `import` is Python's own word."""
    return f"{name}_" if iskeyword(name) else name


def module_of(name: str) -> str:
    """The full name of a command's module."""
    return f"{__name__}.{MODULES.get(name, function_of(name))}"


class Commands(click.Group):
    """The commands that there are, none of them imported for the help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in COMMANDS if find_spec(module_of(name))]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = getattr(importlib.import_module(module_of(cmd_name)), function_of(cmd_name))
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])


def _print_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        click.echo(f"scorekeeper {version('scorekeeper')}")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the version."
)
def commands() -> None:
    """A score pad for Spades at real card tables."""


def main() -> None:
    """Run the command that was asked for. What cannot be written ends it in one line, a closed pipe without a word."""
    os.umask(0o077)  # what the app writes holds games and keys: it is for the account that runs it
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal that knows only ASCII shows ? for a spade
            stream.reconfigure(errors="replace")
    try:
        commands(prog_name="scorekeeper")
    except OSError as error:
        _give_up_output()
        click.echo(f"Error: cannot write: {error.strerror or error}", err=True)
        sys.exit(1)


def _give_up_output() -> None:
    """Send what is still to be written nowhere, so that the interpreter does not fail over it once more at its end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
