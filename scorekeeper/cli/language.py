"""The language of the command line: taken from the environment, as by other programs; and help in that language."""

import os
from collections.abc import Iterator
from copy import copy
from inspect import cleandoc
from typing import TypeVar

import click
from click import core, decorators, exceptions, formatting, parser, termui, types

from scorekeeper.core.words.language import ENGLISH, plural_form, translatable, use_catalogues
from scorekeeper.core.words.language import translate as _

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
    found._help_option = None  # click makes it once, in the language of that call
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
