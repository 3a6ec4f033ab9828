"""`make mutants`, its first half: runs mutmut on one folder of the code after the other, each with its own tests.

Every folder has a place of its own in `mutants/`, with its own settings, so that trying one keeps the results of the
others; another sample of the same folder begins from nothing. All mutants take hours: `make mutants ARGS="--sample 100
storage"` tries a hundred of one folder, and `make mutants ARGS="storage --only 'scorekeeper.storage.players.*'"` those
of one module.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]
PLACE = CHECKOUT / "mutants"
MUTMUT = Path(sys.executable).with_name("mutmut")
NEEDED = ("scorekeeper", "templates", "tests", "bench", "deploy", "docs", "README.md", "CHANGELOG.md", "Makefile")

# Each page passes the gate and reads storage: all of tests/web would run for nearly every mutant, and take minutes.
REFUSING_PAGES = [f"tests/web/test_{name}.py" for name in ("check_pages", "errors", "exports", "imports", "quotas")]
CALLED_BY_NUMBER = "tests/rooms/tournaments/test_readers.py"
SENTENCES = "tests/core/words/test_sentences.py"
SEEN = ["tests/access/test_last_seen.py", "tests/access/test_unchanged.py"]
UPGRADE = "tests/rooms/club/pages/test_upgrade_fills_statistics.py"
POSTED_AGAIN = ["tests/storage/test_log.py", "tests/services/test_repeated_posts.py"]
SERVED = (
    *("erasing", "house_rules", "signing", "check_signatures", "quick_game", "renaming", "tables"),
    *("events", "imports", "custom_game_files", "custom_games", "club_games", "game_history"),
)
CALLED = ("custom_games", "entries", "games", "house_rules", "tables", "transfer")
CALLS = [*(f"tests/api/test_{name}.py" for name in CALLED), "tests/rooms/club/api", "tests/rooms/tournaments/api"]
LOGS = ["tests/access/test_security_log.py", "tests/web/test_exports.py"]
SERVED_PAGES = [*(f"tests/web/test_{name}.py" for name in SERVED), "tests/rooms/club/pages"]
TESTS_OF_WORDS = ["tests/core/words", "tests/core/sheet/test_refusals.py", "tests/cli/test_language.py"]
LISTED = ("erasing", "game_history", "renaming")
LISTING_PAGES = [*(f"tests/web/test_{name}.py" for name in LISTED), "tests/rooms/club/pages/test_players_pages.py"]
FILE_PAGES = [f"tests/web/test_{name}.py" for name in ("exports", "custom_game_files", "imports", "language")]
IMPORTS = "tests/cli/test_export_and_import.py"
PARTS = ["tests/rooms/club/exports", "tests/rooms/tournaments/services/test_full_copies.py"]
COMMANDS_ON_STORAGE = [IMPORTS, "tests/cli/test_doctor.py", "tests/server/test_cannot_start.py"]
COUNTED_AND_ASKED = [f"tests/access/test_{name}.py" for name in ("counters", "health", "unchanged")]
TESTS_OF_FINDINGS = ["tests/formats/approved", "tests/formats/verification"]
TESTS_OF_RULES = [
    *(f"tests/core/{part}" for part in ("examples", "rules", "rulesets", "words")),
    "tests/core/game/test_time.py",
    "tests/test_rulebook.py",
]
SUBJECTS_OF_ANALYSIS = (
    *("changes", "line_origins", "reaching", "trick_splits", "what_wins"),
    *("what_wins_brute", "what_wins_ties", "what_wins_whole_table"),
)
TESTS_OF_ANALYSIS = [
    *(f"tests/core/rules/test_{name}.py" for name in SUBJECTS_OF_ANALYSIS),
    "tests/core/pages/test_correction_previews.py",
]
APPROVED_PAGES = "tests/core/pages/approved"
FORCED_BIDS = ["tests/core/pages/test_forced_bids.py", "tests/core/pages/test_correction_previews.py"]
PLAYED = ("bidding", "corrections", "custom_deals", "ending", "game_log", "rulings", "two_bids", "what_wins", "why")
PAD_PAGES = [f"tests/web/test_{name}.py" for name in PLAYED]
OF_TOURNAMENTS = (
    *("bounds", "brackets", "by_dates", "csv", "event_json", "fixtures", "new_format", "open_play", "rotation"),
    *("round_robin", "setup_refusals", "stages", "standings", "state", "swiss", "undo", "words"),
)
"""Most of these need no app: they take seconds, those of the whole room many minutes."""

TESTS = {
    "core": ["tests/core", "tests/test_rulebook.py", "tests/services/test_erasing.py", *TESTS_OF_FINDINGS],
    "formats": [
        "tests/formats",
        "tests/golden",
        "tests/cli",
        "tests/core/words/test_language.py",
        *PARTS,
        *POSTED_AGAIN,
        *FILE_PAGES,
    ],
    "services": [
        "tests/services",
        "tests/sharing",
        "tests/formats/imports",
        "tests/rooms/tournaments",
        *SEEN,
        *LOGS,
        UPGRADE,
        IMPORTS,
        "tests/cli/test_demo.py",
        "tests/cli/test_forget.py",
        "tests/rooms/club/exports/test_club.py",
        *CALLS,
        *SERVED_PAGES,
    ],
    "storage": [
        "tests/storage",
        "tests/services",
        "tests/sharing",
        "tests/rooms/tournaments",
        "tests/rooms/club/pages/test_nights.py",
        "tests/rooms/club/pages/test_seasons.py",
        "tests/rooms/club/pages/test_without_club.py",
        SENTENCES,
        *COUNTED_AND_ASKED,
        *COMMANDS_ON_STORAGE,
        *LISTING_PAGES,
    ],
    "access": ["tests/access", "tests/sharing", "tests/services/test_live.py", CALLED_BY_NUMBER, *REFUSING_PAGES],
    "rooms": ["tests/rooms", "tests/services", "tests/golden"],
    "rooms/club": ["tests/rooms/club", "tests/services"],
    "rooms/tournaments": ["tests/rooms/tournaments"],
    "rooms/tournaments/domain": [f"tests/rooms/tournaments/test_{name}.py" for name in OF_TOURNAMENTS],
    "core/analysis": [*TESTS_OF_ANALYSIS, APPROVED_PAGES, "tests/core/pages/test_game_page.py", SENTENCES],
    "core/game": [
        *FORCED_BIDS,
        APPROVED_PAGES,
        "tests/core/game",
        "tests/core/rulesets/test_custom_game.py",
    ],
    "core/inputs": [
        *(f"tests/core/test_{name}.py" for name in ("field_paths", "nearness", "spelling")),
        *("tests/core/game", "tests/core/sheet", "tests/core/words"),
        *TESTS_OF_FINDINGS,
    ],
    "core/pages": ["tests/core/pages", "tests/test_rulebook.py", *PAD_PAGES],
    "core/sheet": [
        "tests/core/sheet",
        "tests/core/game",
        "tests/core/rulesets",
        "tests/formats/exports",
        APPROVED_PAGES,
    ],
    "core/words": [*TESTS_OF_WORDS, "tests/core/rules", "tests/core/pages", "tests/formats/approved"],
    "core/rules": TESTS_OF_RULES,
    "core/rulesets": TESTS_OF_RULES,
}
"""The folders to mutate, and the tests that should notice. A part of the core can be tried by itself."""

IN_WORKERS = (
    "check_in_a_worker_gives_the_same_report",
    "task_gives_the_same_in_this_process_and_a_worker",
    "games_are_scored_and_those_that_cannot_be_read_are_named",
)

ARGUMENTS = [
    *("-o", "addopts="),  # each mutant has one process: no workers
    *("-p", "no:cacheprovider", "-p", "no:schemathesis"),
    # Their garbage collection takes longer than the tests.
    *("-p", "no:threadexception", "-p", "no:unraisableexception"),
    # Property tests kill mutants by chance, and the others are slow.
    *("-m", "not hypothesis and not exhaustive and not browser and not postgres"),
    # It starts the command in a folder without mutmut's settings, which mutated code needs.
    *("--deselect", "tests/cli/test_the_command.py::test_closed_pipe_is_no_error"),
    # It tries other values each time, and would kill by chance.
    *("--ignore", "tests/access/test_hostile_values.py"),
    # They have work done in a process apart, in a few seconds each: a busy machine is too slow.
    *("--ignore", "tests/rooms/tournaments/access/test_dear_work.py"),
    *("--ignore", "tests/rooms/tournaments/test_the_ten.py"),
    # Their workers run the mutated code, which takes more memory than a worker may.
    *(word for name in IN_WORKERS for word in ("--deselect", f"tests/formats/test_heavy.py::test_{name}")),
    # They start a server, which does not run the mutated code.
    *("--deselect", "tests/access/test_health.py::test_probes_are_not_in_the_access_log"),
    *("--deselect", "tests/access/test_no_token_in_logs.py::test_no_secret_is_logged_by_a_real_server"),
    # They collect the texts of the code, and would also find those of the mutants.
    *("--deselect", "tests/web/test_language.py::test_adding_a_language_as_the_documentation_says"),
    *("--deselect", "tests/formats/test_message_faults.py::test_plurals_of_the_program_have_no_faults"),
    # They read the code, which mutmut writes differently.
    *("--ignore", "tests/core/test_python_subset.py"),
    *("--deselect", "tests/rooms/tournaments/test_words.py::test_every_reason_has_words_and_every_words_a_reason"),
    # pytest escapes a test's name at each collection, and would not find one with a ≤ the second time.
    *("-o", "disable_test_id_escaping_and_forfeit_all_rights_to_community_support=true"),
]
STATISTICS = Path("mutmut-stats.json")  # in the folder where mutmut runs the tests
NOT_TRIED = "not checked"
TIMEOUT = "timeout"
NONE_OF_THEM = "none: only make them, and see which tests call what"


def settings(folder: str) -> dict[str, object]:
    """mutmut's settings for a folder."""
    return {
        "source_paths": ["scorekeeper"],
        "only_mutate": [f"scorekeeper/{folder}/*"],
        "also_copy": [name for name in NEEDED if name != "scorekeeper"],
        "use_git_change_detection": False,
        "process_isolation": "forkserver",  # the tests are collected once, not again for every mutant
        "forkserver_warmup": "collect",
        "timeout_constant": 25.0,  # seconds, times 3: collecting the tests takes some where the machine is busy
        "timeout_multiplier": 3.0,  # as long as the tests take; what never ends fills the memory, too
        "pytest_add_cli_args": ARGUMENTS,
        "pytest_add_cli_args_test_selection": TESTS[folder],
    }


def place_of(folder: str) -> Path:
    """Where a folder's mutants are kept."""
    return PLACE / folder.replace("/", "-")


def lay_out(folder: str) -> Path:
    """The working folder of one part, as a checkout with settings for that part only."""
    place = place_of(folder)
    place.mkdir(parents=True, exist_ok=True)
    for name in NEEDED:
        if not (place / name).exists():
            (place / name).symlink_to(CHECKOUT / name)
    project = (CHECKOUT / "pyproject.toml").read_text("utf-8")
    own = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in settings(folder).items()]
    (place / "pyproject.toml").write_text("\n".join([project, "[tool.mutmut]", *own, ""]), "utf-8")
    return place


def mutmut(folder: str, *words: str) -> subprocess.CompletedProcess[str]:
    """One mutmut command, in a part's working folder; captures its output."""
    environment = {**os.environ, "PYTHONPATH": ""}
    return subprocess.run(
        [MUTMUT, *words], cwd=place_of(folder), env=environment, capture_output=True, text=True, check=False
    )


def fates(folder: str) -> dict[str, str]:
    """The result of every mutant of a folder, by name."""
    listed = mutmut(folder, "results", "--all", "true").stdout.splitlines() if place_of(folder).exists() else []
    found = (line.strip().rpartition(": ") for line in listed)
    return {name: fate for name, _, fate in found if name}


def sample(folder: str, number: int, seed: int) -> list[str]:
    """The names of some of a folder's mutants, made from the code of today; the same for the same seed."""
    print(f"{folder}: all its tests run once, to see which call what: two minutes, or many if busy", flush=True)
    made = mutmut(folder, "run", NONE_OF_THEM)  # fails, as nothing has this name, but only after making the mutants
    if not (place_of(folder) / "mutants" / STATISTICS).exists():
        raise SystemExit(f"{folder}: a test fails before anything was changed\n{made.stdout}{made.stderr}")
    names = sorted(fates(folder))
    return random.Random(seed).sample(names, min(number, len(names)))


def try_out(folder: str, names: list[str]) -> None:
    """Run the tests on these mutants of a folder, or on all that were not tried yet."""
    command = [str(MUTMUT), "run", "--max-children", "1", *names]
    subprocess.run(command, cwd=place_of(folder), env={**os.environ, "PYTHONPATH": ""}, check=True)


def fast_first(items: list[pytest.Item]) -> None:
    """Sort tests by the time they took, in a run for a mutant: the first one that fails kills it, and ends the run."""
    if STATISTICS.exists():
        took = json.loads(STATISTICS.read_text("utf-8"))["duration_by_test"]
        items.sort(key=lambda item: took.get(item.nodeid, 0))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", choices=[[], *TESTS], default=[], metavar="folder", help=", ".join(TESTS))
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--sample", type=int, metavar="N", help="try N of each folder's mutants, drawn by lot")
    which.add_argument("--only", action="append", default=[], metavar="NAME", help="try these (* for anything)")
    parser.add_argument("--seed", type=int, default=1, help="another seed draws others")
    asked = parser.parse_args()
    for folder in asked.folders or [name for name in TESTS if "/" not in name]:
        if asked.sample and place_of(folder).exists():
            shutil.rmtree(place_of(folder))  # an earlier draw's mutants, and which tests call what, may be outdated
        lay_out(folder)
        try_out(folder, sample(folder, asked.sample, asked.seed) if asked.sample else asked.only)
        # A mutant that never ends is killed; one that was only slow, on a busy machine, is not: a second try tells.
        if slow := [name for name, fate in fates(folder).items() if fate == TIMEOUT]:
            try_out(folder, slow)


if __name__ == "__main__":
    main()
