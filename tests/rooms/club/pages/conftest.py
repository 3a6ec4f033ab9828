"""The fixtures of `tests.web`."""

from tests.web.conftest import *  # noqa: F403 - all fixtures
