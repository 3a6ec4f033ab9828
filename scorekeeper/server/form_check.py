"""The check of every form: it carries a token of its page and, over https, comes from a page of ours."""

from typing import Any

from flask_wtf.csrf import CSRFError, CSRFProtect


class FormCheck(CSRFProtect):  # type: ignore[misc] # Flask-WTF has no types
    """Flask-WTF's check; a Referer that is no address is refused as well, where that one would fail."""

    def protect(self, *words: Any, **parts: Any) -> None:
        """Raise `CSRFError` for a form that is not ours."""
        try:
            super().protect(*words, **parts)
        except ValueError as error:
            raise CSRFError("The Referer header is no address.") from error
