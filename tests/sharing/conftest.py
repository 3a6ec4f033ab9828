"""The app as page tests start it, and the test cast."""

from tests.access.conftest import *  # noqa: F403 - all fixtures
