"""Flask's test client as a browser that a person uses: it says that it opens pages because of a tap."""

from typing import Any

from flask.testing import FlaskClient

BY_A_TAP = {"Sec-Fetch-Dest": "document", "Sec-Fetch-User": "?1"}


class BrowserClient(FlaskClient):
    """The client that `app.test_client()` makes in all tests; a request's own headers come first."""

    def __init__(self, *args: Any, **parts: Any) -> None:
        super().__init__(*args, **parts)
        self.environ_base |= {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in BY_A_TAP.items()}
