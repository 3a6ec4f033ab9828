"""One test for all cases of a table, where pytest would take longer for a test than a case takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

LONGEST = 300

Names = str | tuple[str, ...]


def each_case(names: Names, cases: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Like `pytest.mark.parametrize`, but one test: it runs every case, and then names all that failed.

    For cases that take a few milliseconds and need no fixture.
    """

    def of_all(test: Callable[..., None]) -> Callable[[], None]:
        def all_cases() -> None:
            tried, failed = 0, []
            for case in cases:
                tried += 1
                given = {names: case} if isinstance(names, str) else dict(zip(names, case, strict=True))
                try:
                    test(**given)
                except Exception as error:
                    error.add_note(f"with {', '.join(f'{name}={value!r:.{LONGEST}}' for name, value in given.items())}")
                    failed.append(error)
            assert tried, "there is no case"
            if failed:
                raise ExceptionGroup(f"{len(failed)} of {tried} cases of {test.__name__}", failed)

        all_cases.__dict__.update(test.__dict__)
        all_cases.__doc__, all_cases.__module__ = test.__doc__, test.__module__
        all_cases.__name__ = all_cases.__qualname__ = test.__name__
        return all_cases

    return of_all
