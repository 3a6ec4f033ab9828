"""The instance that a command works on: the one of the settings, with its app around it."""

from collections.abc import Iterator
from contextlib import contextmanager

import click


class CannotDo(click.ClickException):
    """One line on standard error, and exit status 2."""

    exit_code = 2


@contextmanager
def in_app(*, new: bool = False) -> Iterator[None]:
    """Inside, storage and play work on the instance of the settings. What they refuse is one line.

    With `new` a database that is not there is begun, also where there must have been one.
    """
    from scorekeeper.server.instance import app_without_pages

    with in_one_line(), app_without_pages(new=new).app_context():
        yield


@contextmanager
def in_one_line() -> Iterator[None]:
    """What the settings, storage or a sheet refuse inside is said in one line."""
    from scorekeeper.core.inputs import InvalidInput
    from scorekeeper.core.words.refusals import error_text
    from scorekeeper.formats.keys import KeysUnreadable
    from scorekeeper.server.settings import BadSetting
    from scorekeeper.storage import StorageError

    try:
        yield
    except (BadSetting, KeysUnreadable, StorageError, InvalidInput) as error:
        raise CannotDo(error_text(error)) from error


def table_named(name: str) -> str:
    """The id of the table that goes by this name or id. Raises `CannotDo` where none does, or several."""
    from scorekeeper.services.statistics import every_table
    from scorekeeper.storage import find_table

    found = [table for table in every_table() if name in (table, find_table(table).name)]
    if len(found) != 1:
        many = f"{len(found)} tables are called" if found else "there is no table called"
        raise CannotDo(f'{many} "{name}"; say its id: {", ".join(found)}' if found else f'{many} "{name}"')
    return found[0]
