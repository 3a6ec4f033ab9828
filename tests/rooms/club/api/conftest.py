"""The fixtures of `tests.api`."""

from tests.api.conftest import *  # noqa: F403 - all fixtures
