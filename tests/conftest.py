"""Fixtures for every test, and the rule that CI skips nothing."""

import gc
import json
import os
import shutil
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from itertools import groupby
from pathlib import Path

import pytest

from tests import late
from tests.hypothesis_budget import IN_SOAK, examples
from tests.midday import wait_for_the_end_of_a_night
from tests.mutate import fast_first
from tests.nearest import CHECKOUT, changed_files, git, nearest
from tests.sampled import sampled, seed

FIXTURES = ("tests.databases", "tests.token_watch", "tests.browsers")
pytest.register_assert_rewrite(*FIXTURES)

IN_MEMORY = Path("/dev/shm")
ROOM = 2 * 1024**3

REACHED = "TESTS_REACHED"

CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NO_CHROMIUM = "no Chromium here: install it (apt install chromium-headless-shell), or name it in SCOREKEEPER_CHROMIUM"


def pytest_configure(config: pytest.Config) -> None:
    """Keep test files in memory if there is room, and compiled code for the next process.

    Each saved score waits for the disk; the tests start the app many times, and compiling it takes longer than most of
    them. Each test process compiles the tests too, and pytest rewrites their assertions.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    if os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(IN_MEMORY))
    seed()
    reached()
    if hasattr(config, "workerinput") or not config.getoption("numprocesses", 0):
        prepare_to_test(config)


def prepare_to_test(config: pytest.Config) -> None:
    """Import the app, in a process that runs tests: the one that only hands them out waits less until it can."""
    from flask import Flask
    from hypothesis import HealthCheck, settings

    from tests.browser_client import BrowserClient
    from tests.shared_app import share_what_apps_compile

    # A machine with other tests in parallel is sometimes slow; that is not the tested code's fault. The suite tries the
    # same examples each time, so that it passes or fails by what was changed; the soak draws others.
    settings.register_profile(
        "table",
        max_examples=examples(20, 1000),
        deadline=None,
        derandomize=not IN_SOAK,
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("table")
    for plugin in FIXTURES:
        config.pluginmanager.register(import_module(plugin), plugin)
    Flask.test_client_class = BrowserClient
    share_what_apps_compile()


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two more processes than cores, since tests in browsers mostly wait; without those, as many as cores."""
    cores = os.cpu_count() or 1
    return max(2, cores) if "not browser" in config.option.markexpr else cores + 2


CHROMIUM, SERVER, POSTGRES = "tests/a11y/ tests/compiler/ tests/phone/ tests/https/", "server", "postgres"
SLOW_TO_PREPARE = (CHROMIUM, SERVER, POSTGRES)
"""Tests that share a server or a Chromium: those of some folders, and others by their mark or fixture. Those with a
Chromium and a server of their own are in the first group, so that the second does not end last.
"""
NEAR, ABOUT = 3, 1
"""How many steps from a change the tests are that run before all others, and those that are about it
(`tests.nearest`)."""
REACHED_IN_CHECK = 2
"""How many steps from a change the tests are that `make check` runs in full."""
FAR = 4
"""Of how many tests further away one runs: in `make check` of all, in `make test` of those that open Chromium."""
THOROUGH = (
    *(
        "tests/golden/",
        "tests/power/",
        "tests/recipes/",
        "tests/api/generators/",
        "tests/access/test_hostile_values.py",
    ),
    *("tests/access/test_monitoring_files.py", "tests/api/test_generated_bodies.py", "tests/api/test_schemathesis.py"),
    *("tests/api/test_whole_games.py", "tests/cli/test_demo.py"),
    *(
        "tests/core/pages/test_rules_and_scores.py",
        "tests/core/pages/test_rules_by_options.py",
        "tests/formats/test_heavy.py",
        "tests/formats/test_message_faults.py",
    ),
    *("tests/formats/verification/test_every_byte.py", "tests/formats/verification/test_repacked_zips.py"),
    *("tests/phone/test_language.py", "tests/phone/test_module.py", "tests/rooms/tournaments/test_odd_events.py"),
    *("tests/server/test_static_pad.py", "tests/storage/test_migrations.py"),
    *("tests/rooms/tournaments/test_the_ten.py", "tests/web/test_pseudo_locale.py", "tests/web/test_random_taps.py"),
    *("tests/web/test_rooms.py", "tests/web/test_untranslated.py", "tests/server/test_deploy.py"),
    *("tests/simulation/", "tests/web/test_events.py", "tests/services/test_cleaning.py"),
    *("tests/server/test_full_tmp.py", "tests/core/pages/approved/"),
    *("tests/rooms/tournaments/test_closed_room.py", "tests/rooms/tournaments/test_readers.py"),
    "tests/access/test_below_a_path.py",
)
"""Tests that take seconds each, as do those that start servers. `make check` leaves them to `make test`, but for those
that are about what changed.
"""
OF_TAPS = tuple(
    f"tests/browser/test_{name}.py"
    for name in (*("taps", "fingers", "connection", "offline"), *("rematches", "meanwhile", "late_outbox", "restored"))
)
"""Tests in browsers of what becomes of a tap: these found what nothing else did (docs/tests.md)."""
ROOMS = "tests/rooms/"
"""Two fifths of what `make check` would run: it leaves rooms to `make test`, but for tests that a change can reach, and
for a room that is asked for.
"""
BUILT = ("wheel", "changed", "image", "plain")
"""Fixtures that build something for one module: its tests go with PostgreSQL's, the smallest group."""


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """To call with an extra whose packages are missing in this test."""
    from scorekeeper.extras import EXTRAS, is_installed

    def forget(extra: str) -> None:
        monkeypatch.setitem(EXTRAS, extra, ("no_such_package",))
        is_installed.cache_clear()

    yield forget
    monkeypatch.undo()
    is_installed.cache_clear()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what `make check` leaves out: what starts Chromium, if only to run scripts there, and what takes long."""
    if "browser" in getattr(item, "fixturenames", ()):
        item.add_marker("chromium")
    starts_server = hasattr(getattr(item, "module", None), "served")
    if waits_for_make_test(item.path, item.config) or (starts_server and steps_to(item.path) > ABOUT):
        item.add_marker("thorough")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Import no file whose tests `make check` would all leave out."""
    is_check = "not thorough" in config.option.markexpr and not config.option.file_or_dir
    return True if is_check and collection_path.suffix and waits_for_make_test(collection_path, config) else None


def waits_for_make_test(path: Path, config: pytest.Config) -> bool:
    """Whether `make check` leaves out the tests of a file, wherever they start something or not."""
    name, step = path.relative_to(config.rootpath).as_posix(), steps_to(path)
    elsewhere = name.startswith(ROOMS) and not any(named.startswith(ROOMS) for named in config.args)
    return (name.startswith(THOROUGH) and step > ABOUT) or (elsewhere and step > NEAR)


def steps_to(path: Path) -> int:
    """How many steps from the change these tests are; one more than those near it if it can't reach them."""
    return reached().get(path, NEAR + 1)


@cache
def reached() -> dict[Path, int]:
    """The test files that the change of this checkout can reach, with their steps from it; the nearest first."""
    if REACHED not in os.environ:
        os.environ[REACHED] = json.dumps(nearest(changed_files()))  # for the processes of this run
    return {CHECKOUT / name: step for name, step in json.loads(os.environ[REACHED]).items()}


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put what a change can reach first, and then, in one process's share, tests that share a server, so that no other
    process starts one too.

    Each process begins with an equal part of the list, and gives the end of its part to those that are done. Two begin
    with browsers, which wait most of the time, while others compute. A single one that runs them for a mutant begins
    with the fast ones.
    """
    if not (IN_SOAK or late.SEED or os.environ.get("RELEASE") == "1" or config.option.file_or_dir):
        items[:] = drawn(items, is_check="not thorough" in config.option.markexpr)
    if late.SEED:
        items[:] = late.reordered(items)
    workers = int(getattr(config, "workerinput", {}).get("workercount", 1))
    if workers == 1:
        fast_first(items)
        return
    groups: dict[str, list[pytest.Item]] = {name: [] for name in ("", *SLOW_TO_PREPARE)}
    near = [] if late.SEED else [path for path, step in reached().items() if step <= NEAR]
    first = {path: place for place, path in enumerate(near)}
    for item in items:
        groups["" if item.path in first else _group(item)].append(item)
    rest = sorted(groups.pop(""), key=lambda item: first.get(item.path, len(first)))
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for number, (path, tests) in enumerate(groupby(rest, key=lambda item: item.path)):
        if path in first:  # a file's tests share their fixtures
            shares[number % workers].extend(tests)
    del rest[: sum(map(len, shares))]
    for number, group in enumerate((*_halves(groups.pop(CHROMIUM)), *groups.values())):
        shares[number % workers].extend(group)
    left = len(items)
    for number, share in enumerate(shares):
        room = max(0, left // (workers - number) - len(share))
        share.extend(rest[:room])
        del rest[:room]
        left -= len(share)
    items[:] = [item for share in shares for item in share]


def drawn(items: Sequence[pytest.Item], *, is_check: bool) -> list[pytest.Item]:
    """These with a part of the tests that the change of this checkout is far from, drawn by the commit: of those that
    open pages in Chromium one of `FAR`, in `make check` of all.

    What a change can reach is there in full, and so is `OF_TAPS`. `make soak`, `make late` and a release run all.
    """
    near = REACHED_IN_CHECK if is_check else NEAR
    far = [item for item in items if steps_to(item.path) > near and not item.nodeid.startswith(OF_TAPS)]
    far = [item for item in far if is_check or item.get_closest_marker("browser")]
    left_out = {*far} - {*sampled(far, FAR)}
    return [item for item in items if item not in left_out]


def _halves(items: list[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Both halves of these tests; those of a file, which share their fixtures, stay together."""
    middle = len(items) // 2
    while 0 < middle < len(items) and items[middle - 1].path == items[middle].path:
        middle += 1
    return items[:middle], items[middle:]


def _group(item: pytest.Item) -> str:
    """The server or browser that a test shares with others, if any."""
    fixtures = getattr(item, "fixturenames", ())
    if SERVER in fixtures:
        return SERVER
    if item.nodeid.startswith(tuple(CHROMIUM.split())) or item.get_closest_marker("browser"):
        return CHROMIUM
    is_last = any(name in fixtures for name in (POSTGRES, *BUILT)) or item.get_closest_marker(POSTGRES)
    return POSTGRES if is_last else ""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which part of what is exhaustive was tried, so that it can be tried again (`tests.sampled`)."""
    if not IN_SOAK:
        terminalreporter.write_line(
            f"What is exhaustive, and what is far from the change, was drawn by SEED={seed()}; make soak tries all."
        )


class ShownAtOnce:
    """Says what failed when it fails; the whole traceback comes at the end."""

    def __init__(self, reporter: pytest.TerminalReporter) -> None:
        self.reporter = reporter

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            errors = [line[1:].strip() for line in report.longreprtext.splitlines() if line.startswith("E ")]
            self.reporter.ensure_newline()
            self.reporter.write_line(f"{report.nodeid} failed: {(errors or ['see below'])[0]}", red=True)


def pytest_sessionstart(session: pytest.Session) -> None:
    """See `ShownAtOnce`: processes that run tests have no terminal."""
    if reporter := session.config.pluginmanager.get_plugin("terminalreporter"):
        session.config.pluginmanager.register(ShownAtOnce(reporter))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """See `wait_for_the_end_of_a_night` and `late.OddChance`."""
    wait_for_the_end_of_a_night()
    if late.SEED:
        late.draw_odd_ids(item.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Collect no garbage while importing everything: there is none, and looking takes a quarter of the time."""
    gc.disable()
    try:
        import_from_another_file_on(session.config)
        return (yield)
    finally:
        gc.enable()


def import_from_another_file_on(config: pytest.Config) -> None:
    """Import all tests, each process from another file on: what one has rewritten and compiled, the others read.

    In a new checkout every process did all of it, which took twice as long as the rest of the collection.
    """
    worker: dict[str, str | int] = getattr(config, "workerinput", {})
    if not worker or config.args != config.getini("testpaths") or config.option.markexpr:
        return
    files = git("ls-files", "tests/test_*.py", "tests/*/test_*.py")
    start = len(files) * int(str(worker["workerid"]).removeprefix("gw")) // int(worker["workercount"])
    for file in files[start:] + files[:start]:
        with suppress(Exception):  # collecting it says what is wrong
            import_module(file.removesuffix(".py").replace("/", "."))


def pytest_collection_finish() -> None:
    """Exempt thousands of collected tests from garbage collection, which takes a fifth of the time otherwise."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


def find_chromium() -> Path | None:
    """The browser in SCOREKEEPER_CHROMIUM, else the first one on the PATH."""
    named = os.environ.get("SCOREKEEPER_CHROMIUM")
    for name in (named,) if named else CHROMIUM_NAMES:
        found = shutil.which(name)
        if found:
            return Path(found)
    return None


@pytest.fixture(scope="session")
def chromium_path() -> Path:
    """The browser for the `browser` tests; without one they are skipped, with the reason."""
    found = find_chromium()
    if found is None:
        pytest.skip(NO_CHROMIUM)
    return found


def refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure if SCOREKEEPER_NO_SKIPS says that everything is installed (an xfail stays)."""
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("SCOREKEEPER_NO_SKIPS") == "1":
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        report.outcome = "failed"
        report.longrepr = f"Skipped where nothing may be (SCOREKEEPER_NO_SKIPS=1): {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """See `refuse_skip`: a test, or its fixture."""
    report = yield
    refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """See `refuse_skip`: a whole module."""
    report = yield
    refuse_skip(report)
    return report
