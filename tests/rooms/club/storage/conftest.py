"""The fixtures of `tests.storage`."""

from tests.storage.conftest import *  # noqa: F403 - all fixtures
