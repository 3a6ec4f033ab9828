"""One test for all cases of a table, where pytest would take longer for a test than a case takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from inspect import Signature, signature
from typing import Any

LONGEST = 300

Names = str | tuple[str, ...]


def each_case(names: Names, cases: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Like `pytest.mark.parametrize`, but one test: it runs every case, and then names all that failed.

    For cases that take a few milliseconds. They share the test's fixtures, so none may change what the next one finds:
    refusals do not.
    """
    own = {names} if isinstance(names, str) else {*names}

    def of_all(test: Callable[..., None]) -> Callable[..., None]:
        def all_cases(**fixtures: object) -> None:
            tried, failed = 0, []
            for case in cases:
                tried += 1
                given = {names: case} if isinstance(names, str) else dict(zip(names, case, strict=True))
                try:
                    test(**given, **fixtures)
                except Exception as error:
                    error.add_note(f"with {', '.join(f'{name}={value!r:.{LONGEST}}' for name, value in given.items())}")
                    failed.append(error)
            assert tried, "there is no case"
            if failed:
                raise ExceptionGroup(f"{len(failed)} of {tried} cases of {test.__name__}", failed)

        all_cases.__dict__.update(test.__dict__)
        all_cases.__doc__, all_cases.__module__ = test.__doc__, test.__module__
        needed = [each for each in signature(test).parameters.values() if each.name not in own]
        setattr(all_cases, "__signature__", Signature(needed))  # noqa: B010 - pytest reads the fixtures there
        all_cases.__name__ = all_cases.__qualname__ = test.__name__
        return all_cases

    return of_all
