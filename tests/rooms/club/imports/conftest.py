"""The fixtures of `tests.formats.imports`."""

from tests.formats.imports.conftest import *  # noqa: F403 - all fixtures
