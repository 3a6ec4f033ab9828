"""`scorekeeper phone`: builds the module that runs the rules and the pages of a game on a phone."""

from pathlib import Path
from time import perf_counter

import brotli
import click


@click.command()
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Write the module to this file.")
def phone(output: Path | None) -> None:
    """Compile the rules, the words and the pages of a game to JavaScript, and print how large that is."""
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
    click.echo(f"{len(module.encode()):,} bytes, {len(packed):,} with brotli, built in {took:.1f} s")
    if output is not None:
        output.write_text(module, "utf-8")
