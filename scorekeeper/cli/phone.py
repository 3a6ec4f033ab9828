"""`scorekeeper phone`: builds the module that runs the rules and the pages of a game on a phone."""

from pathlib import Path
from time import perf_counter

import brotli
import click

from scorekeeper.core.words.language import number_text, translatable, translate as _
from scorekeeper.durable_files import write_public


@click.command()
@click.option("--output", type=click.Path(file_okay=False, path_type=Path), help="Write the module into this folder.")
def phone(output: Path | None) -> None:
    """Compile the rules, texts and pages of a game to JavaScript, and print the size of each part."""
    from scorekeeper.compiler.built import PARTS
    from scorekeeper.compiler.program import Refused
    from scorekeeper.server.settings import templates_folder

    try:
        from scorekeeper.compiler.sources import build
    except ImportError as error:
        raise click.ClickException(_("{package} is missing: compile in a checkout", package=str(error.name))) from error

    began = perf_counter()
    try:
        texts = build(templates_folder())
    except Refused as error:
        raise click.ClickException(str(error)) from error
    took = perf_counter() - began
    lines = (
        translatable("Game page: {bytes} bytes, {packed} with brotli"),
        translatable("All other pages: {bytes} bytes, {packed} with brotli"),
        translatable("To take games along: {bytes} bytes, {packed} with brotli"),
        translatable("Outbox: {bytes} bytes, {packed} with brotli"),
        translatable("New game: {bytes} bytes, {packed} with brotli"),
        translatable("Answers to questions: {bytes} bytes, {packed} with brotli"),
    )
    for part, text, line in zip(PARTS, texts, lines, strict=True):
        content = text.encode()
        sizes = {"bytes": number_text(len(content)), "packed": number_text(len(brotli.compress(content)))}
        click.echo(_(line, **sizes))
        if output is not None:
            write_public(output / f"{part}.js", content, output)
    click.echo(_("Built in {seconds} s", seconds=f"{took:.1f}"))
