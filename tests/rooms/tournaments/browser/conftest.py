"""The server and the phones of every test in a browser."""

from tests.browser.conftest import a_phone, module, open_page, phone, phones, poor_phone, server, settings

__all__ = ["a_phone", "module", "open_page", "phone", "phones", "poor_phone", "server", "settings"]
