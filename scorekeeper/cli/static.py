"""`scorekeeper static`: writes the pad as files that any web server can give out."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from scorekeeper.core.words.language import number_text, translate as _
from scorekeeper.durable_files import write_public


@click.command()
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
def static(folder: Path) -> None:
    """Write the pad as files into FOLDER, for any web server and below any path.

    Each phone begins and keeps its games itself; what needs a server, such as sharing, is not there. Called again, it
    writes the new version over the old one. docs/static.md says how to put it online.
    """
    from scorekeeper import create_app
    from scorekeeper.cli.maintenance import in_one_line
    from scorekeeper.server import static_pad
    from scorekeeper.storage.setup import close_storage

    if folder.is_file():
        raise click.BadParameter(_("{folder} is a file; name a folder.", folder=str(folder)), param_hint="FOLDER")
    with in_one_line(), _settings_of_nobody():
        app, qr = create_app(), static_pad.qr_package()
        try:
            files = static_pad.StaticPad(app, qr).files
        finally:
            close_storage(app)
    for name, content in files.items():  # what else is there stays: an open page may need a file of the version before
        write_public(folder / name, content, folder)
    sizes = {"files": number_text(len(files)), "bytes": number_text(sum(map(len, files.values())))}
    if not qr:
        package = f"qr@{static_pad.QR_VERSION}"
        click.echo(
            _("No QR codes in it: run npm install {package} here, then this command again.", package=package), err=True
        )
    click.echo(_("{files} files in {folder}, {bytes} bytes", folder=str(folder), **sizes))


@contextmanager
def _settings_of_nobody() -> Iterator[None]:
    """Make an app of the block one with an empty instance, without rooms, whatever the environment says."""
    from scorekeeper.server.declared_settings import INSTANCE, ROOMS, SETTINGS

    before = dict(os.environ)
    with TemporaryDirectory() as instance:
        for setting in SETTINGS:
            os.environ.pop(setting.name, None)
        os.environ.update({INSTANCE.name: instance, ROOMS.name: ""})
        try:
            yield
        finally:
            os.environ.clear()
            os.environ.update(before)
