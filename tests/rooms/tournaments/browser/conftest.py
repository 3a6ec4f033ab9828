"""The server and the phones of every test in a browser, and those of the halls."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import a_phone, module, open_page, phone, phones, poor_phone, server, settings
from tests.rooms.tournaments.browser.open_hall import House, open_house

__all__ = ["a_phone", "module", "open_page", "phone", "phones", "poor_phone", "server", "settings"]


@pytest.fixture(scope="session")
def house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server of this process for all halls."""
    with open_house(tmp_path_factory.mktemp("instance"), browser) as found:
        yield found
