"""No import goes up a layer or in a circle, and the table of layers finds each that does."""

import re
from pathlib import Path

from tests.layers import circle, violations

CHECKOUT = Path(__file__).resolve().parent.parent


def test_no_import_goes_up_a_layer() -> None:
    assert violations(CHECKOUT) == []


def test_no_modules_import_each_other() -> None:
    assert circle(CHECKOUT) == []


def test_a_circle_is_found(tmp_path: Path) -> None:
    plant(tmp_path, "core/rules/deal.py", "from scorekeeper.core.rules.calls import Call")
    plant(tmp_path, "core/rules/calls.py", "from scorekeeper.core.rules import deal")
    assert set(circle(tmp_path)) == {"scorekeeper.core.rules.calls", "scorekeeper.core.rules.deal"}


def plant(root: Path, file: str, source: str) -> Path:
    """A program with one file."""
    path = root / "scorekeeper" / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source + "\n", "utf-8")
    return root


REFUSED = [
    ("services/recording.py", "def late():\n    from scorekeeper.rooms.club import services"),
    ("server/app.py", "from scorekeeper.rooms import club"),
    ("rooms/club/services/ratings.py", "from scorekeeper.rooms.tournaments.storage import OPEN"),
    ("core/rules/hand.py", "import random"),
    ("core/rules/hand.py", "from datetime import datetime"),
    ("core/rules/hand.py", "from collections import deque"),
    ("core/rules/hand.py", "import flask"),
    ("core/rules/hand.py", "import scorekeeper"),
    ("core/rules/hand.py", "from scorekeeper.core import rulesets"),
    ("core/rules/hand.py", "from .. import rulesets"),
    ("core/rules/hand.py", "from scorekeeper.core.words.lines import line_text"),
    ("core/rules/__init__.py", "from ..sheet import Sheet"),
    ("core/rules/steps/bags.py", "def late():\n    from scorekeeper.core.sheet import Sheet"),
    ("core/rulesets/partnership.py", "import json"),
    ("core/rulesets/partnership.py", "import pkgutil"),
    ("core/rulesets/partnership.py", "from scorekeeper.core import sheet"),
    ("core/rulesets/__init__.py", "import os"),
    ("core/words/lines.py", "from scorekeeper.core.sheet import Sheet"),
    ("core/sheet/reading.py", "from scorekeeper.storage import models"),
    ("core/sheet/reading.py", "import hashlib"),
    ("core/game/state.py", "from scorekeeper.services import score"),
    ("core/pages/bidding/__init__.py", "from flask import url_for"),
    ("core/game/state.py", "from scorekeeper.rooms.tournaments.domain.log.state import TournamentState"),
    ("rotation/schedules.py", "from scorekeeper.services import turns"),
    ("rooms/club/storage.py", "from scorekeeper.rooms.club.services import ratings"),
    ("rooms/club/services/ratings.py", "from scorekeeper.web import forms"),
    ("rooms/club/pages/ratings.py", "from scorekeeper.rooms.club.api import ratings"),
    ("rooms/tournaments/domain/log/state.py", "from scorekeeper.storage import models"),
    ("rooms/tournaments/domain/log/state.py", "from time import time"),
    ("rooms/tournaments/domain/formats/swiss.py", "import numpy"),
    ("storage/models.py", "from scorekeeper.core.rulesets import rule_set"),
    ("storage/models.py", "from scorekeeper import services"),
    ("storage/models.py", "from scorekeeper.formats import csv_rows"),
    ("formats/chain/__init__.py", "from scorekeeper.core.sheet import Sheet"),
    ("formats/files/csv_hands.py", "from scorekeeper.storage import models"),
    ("services/recording.py", "from scorekeeper.web import forms"),
    ("services/recording.py", "from scorekeeper import create_app"),
    ("access/gate.py", "from scorekeeper.server.settings import PROXIES"),
    ("web/games/hands.py", "from scorekeeper.api import hands"),
    ("web/games/hands.py", "import scorekeeper.api.hands"),
    ("web/games/hands.py", "from ...cli import main"),
    ("api/hands.py", "from scorekeeper.web import hands"),
    ("server/settings.py", "from scorekeeper.cli import main"),
    ("server/headers.py", "from gunicorn.http import wsgi"),
    ("elsewhere.py", "from scorekeeper.core import rules"),
    ("services/recording.py", "from scorekeeper.rooms.club.services import statistics"),
    ("hooks.py", "from scorekeeper.rooms import club"),
    ("rooms/club/__init__.py", "from scorekeeper.server import app"),
    ("rooms/club/__init__.py", "from scorekeeper.rooms import tournaments"),
    ("rooms/club/storage/results.py", "from scorekeeper.rooms.club.services import statistics"),
    ("rooms/club/services/statistics.py", "from scorekeeper.rooms.tournaments import services"),
    ("rooms/club/api/nights.py", "from scorekeeper.rooms.club.pages import nights"),
]

WELCOME = [
    (
        "core/rules/hand.py",
        "from dataclasses import dataclass\nfrom collections.abc import Mapping\nimport typing",
    ),
    ("core/rules/hand.py", "from scorekeeper.core.rules.calls import Call"),
    ("core/rules/hand.py", "from .calls import Call"),
    (
        "core/rulesets/partnership.py",
        "from scorekeeper.core.rules import steps\nfrom scorekeeper.core.rulesets import a",
    ),
    ("core/rulesets/__init__.py", "import pkgutil\nfrom importlib import import_module"),
    ("core/words/lines.py", "from scorekeeper.core.rules.lines import LineItem"),
    ("core/sheet/reading.py", "import json\nfrom scorekeeper.core import rules"),
    (
        "rooms/club/services/ratings.py",
        "from scorekeeper.rooms.club.storage import ratings\nfrom scorekeeper.storage import games",
    ),
    ("rooms/tournaments/domain/formats/swiss.py", "def late():\n    import networkx\nfrom random import Random"),
    ("storage/models.py", "import sqlalchemy\nfrom scorekeeper.formats.chain import Entry"),
    ("formats/csv_rows.py", "import csv\nfrom scorekeeper.core.sheet import Sheet"),
    ("services/recording.py", "from scorekeeper import core, formats, storage"),
    ("web/games/hands.py", "import flask\nfrom scorekeeper import services"),
    ("api/hands.py", "from scorekeeper import services\nfrom scorekeeper.api import schema"),
    ("cli/play.py", "from scorekeeper import create_app, services, server"),
    ("rooms/club/services/statistics.py", "from scorekeeper.rooms.club.storage import results"),
    (
        "rooms/club/pages/nights.py",
        "from scorekeeper.web import forms\nfrom scorekeeper.rooms.club.access import with_club",
    ),
    ("server/connections/worker.py", "from gunicorn.workers.gthread import ThreadWorker"),
    ("server/app.py", "import tomllib\nfrom scorekeeper import api, web"),
]


def test_forbidden_imports_are_found(tmp_path: Path) -> None:
    for number, (file, source) in enumerate(REFUSED):
        found = violations(plant(tmp_path / str(number), file, source))
        assert len(found) == 1, (file, source)
        assert found[0].startswith(f"scorekeeper/{file}:{source.count(chr(10)) + 1}: ")


def test_allowed_imports_are_accepted(tmp_path: Path) -> None:
    for number, (file, source) in enumerate(WELCOME):
        assert violations(plant(tmp_path / str(number), file, source)) == [], (file, source)


NOT_GIVEN = re.compile(
    r"\b(datetime\.(now|utcnow|today)|date\.today|uuid[14]\(|urandom|SystemRandom|import secrets|from secrets)"
)
"""The time of day, and randomness that no test can seed. `random.Random` with a seed is neither."""


def test_time_and_chance_have_one_source_each() -> None:
    """So that a test can play the same evening again, see `tests/simulation`."""
    program = CHECKOUT / "scorekeeper"
    asking = {path for path in program.rglob("*.py") if NOT_GIVEN.search(path.read_text("utf-8"))}
    assert asking == {program / "clock.py", program / "chance.py"}
