"""The folder of each version, and one kind of database, as reading does not depend on it."""

from pathlib import Path

import pytest

from tests.golden import versions


@pytest.fixture(params=versions(), ids=lambda folder: folder.name)
def folder(request: pytest.FixtureRequest) -> Path:
    """The files of one version."""
    found: Path = request.param
    return found


@pytest.fixture
def kind() -> str:
    return "sqlite"
