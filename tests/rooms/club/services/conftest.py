"""The fixtures of `tests.services`."""

from tests.services.conftest import *  # noqa: F403 - all fixtures
