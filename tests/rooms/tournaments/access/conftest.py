"""The fixtures of `tests.access`."""

from tests.access.conftest import *  # noqa: F403 - all fixtures
