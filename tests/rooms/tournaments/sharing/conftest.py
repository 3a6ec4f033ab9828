"""The fixtures of `tests.sharing`."""

from tests.sharing.conftest import *  # noqa: F403 - all fixtures
