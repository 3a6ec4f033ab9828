"""`scorekeeper keys`: shows the public keys of this instance, or makes a new one."""

import click


@click.group(short_help="Keys that sign exports: show, rotate.")
def keys() -> None:
    """The server signs what it exports. Its public keys are at /.well-known/scorekeeper-keys.json too."""


@keys.command()
def show() -> None:
    """Print the public keys as JSON, as `scorekeeper check --key` takes them."""
    import json

    from scorekeeper.cli.instance import in_one_line
    from scorekeeper.formats.keys import published
    from scorekeeper.server.instance import keys_of
    from scorekeeper.server.settings import read_settings

    with in_one_line():
        click.echo(json.dumps(published(keys_of(read_settings()).public()), indent=2))


@keys.command()
def rotate() -> None:
    """Make a new key. It signs from now on; old keys are kept, so that older exports can still be checked."""
    from scorekeeper.cli.instance import in_one_line
    from scorekeeper.server.instance import keys_of
    from scorekeeper.server.settings import read_settings

    with in_one_line():
        made = keys_of(read_settings(), another=True)
        click.echo(f"New key: {made.public()[-1]}. {len(made.public()) - 1} older kept. No restart is needed.")
