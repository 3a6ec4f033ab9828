"""The Friday table, in a database."""

import pytest
from flask import Flask

from scorekeeper.storage.games import create_table
from scorekeeper.storage.models import Table


@pytest.fixture
def table(app: Flask) -> Table:
    """The regulars' Friday table."""
    return create_table("Friday", zone="UTC")
