"""Tables that show nothing of the club: its pages and calls do not exist there."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import abort

from scorekeeper.access.gate import current_table

P = ParamSpec("P")
R = TypeVar("R")


def with_club(page: Callable[P, R]) -> Callable[P, R]:
    """A page or call of the club: a 404 at a table that has it switched off."""

    @wraps(page)
    def shown(*args: P.args, **kwargs: P.kwargs) -> R:
        if current_table().without_club:
            abort(404)
        return page(*args, **kwargs)

    return shown
