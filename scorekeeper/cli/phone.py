"""`scorekeeper phone`: builds the module that runs the rules and the pages of a game on a phone."""

from pathlib import Path
from time import perf_counter

import brotli
import click

from scorekeeper.core.words.language import number_text
from scorekeeper.core.words.language import translate as _


@click.command()
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Write the module to this file.")
def phone(output: Path | None) -> None:
    """Compile the rules, texts and pages of a game to JavaScript, and print the size."""
    from scorekeeper.phone.program import Refused
    from scorekeeper.phone.sources import build
    from scorekeeper.server.settings import templates_folder

    began = perf_counter()
    try:
        module = build(templates_folder())
    except Refused as error:
        raise click.ClickException(str(error)) from error
    took = perf_counter() - began
    packed = brotli.compress(module.encode())
    click.echo(
        _(
            "{bytes} bytes, {packed} with brotli, built in {seconds} s",
            bytes=number_text(len(module.encode())),
            packed=number_text(len(packed)),
            seconds=f"{took:.1f}",
        )
    )
    if output is not None:
        output.write_text(module, "utf-8")
