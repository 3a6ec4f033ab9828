"""`make mutants`, its first half: mutmut, with the tests collected once and not again for every mutant.

mutmut forks a process for each mutant, which calls pytest with the names of hundreds of tests; to find them takes it
far longer than to run them. Here they are found before the fork. A mutant is killed by a test that fails, and by
nothing else: a test that cannot be found, or a fault in here, is reported as suspicious (mutants/faults.txt).

It is run as a file, for `tests` has to be the package among the mutants.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterable
from pathlib import Path

import pytest
from _pytest.config import _prepareconfig
from _pytest.main import Session
from mutmut import __main__ as mutmut
from mutmut.configuration import config as settings
from mutmut.runners.harness import PytestRunner
from mutmut.workers.isolation import ForkRunner

KILLED, SURVIVED, SUSPICIOUS = 1, 0, 35
MUTATED = Path("mutants")
FAULTS = MUTATED.absolute() / "faults.txt"


class CollectedTests(PytestRunner):
    """Runs tests that were collected before the fork."""

    items: dict[str, pytest.Item]

    def collect(self) -> None:
        """Collect the tests as one run of pytest does, in the folder of the mutants; nothing is shown."""
        home, shown = Path.cwd(), sys.stdout
        os.chdir(MUTATED)
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - pytest keeps it for its dots
        chosen = settings().pytest_add_cli_args_test_selection
        config = _prepareconfig(["--rootdir=.", "-s", "-qq", *settings().pytest_add_cli_args, *chosen])
        config._do_configure()
        self.session = Session.from_config(config)
        config.hook.pytest_sessionstart(session=self.session)
        config.hook.pytest_collection(session=self.session)
        sys.stdout = shown
        os.chdir(home)
        self.items = {item.nodeid: item for item in self.session.items}

    def run_tests(self, *, mutant_name: str | None, tests: Iterable[str]) -> int:
        if not hasattr(self, "items"):
            return int(super().run_tests(mutant_name=mutant_name, tests=tests))
        try:
            return self.outcome([self.items[test] for test in tests])
        except BaseException:
            with FAULTS.open("a", encoding="utf-8") as faults:
                traceback.print_exc(file=faults)
            return SUSPICIOUS

    def outcome(self, items: list[pytest.Item]) -> int:
        os.chdir(MUTATED)
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.session.testsfailed:
                return KILLED
        return SURVIVED


class OneCollection(ForkRunner):
    """Collects before the first mutant is forked."""

    def startup(self) -> None:
        self.test_runner.collect()
        super().startup()


if __name__ == "__main__":
    mutmut.get_mutant_runner = lambda workers: OneCollection(workers, CollectedTests())
    mutmut.cli(["run", *sys.argv[1:]])
