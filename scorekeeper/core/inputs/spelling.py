"""Spellings of one text: a letter with an accent is one character, or two, as the keyboard made it (NFC, NFD)."""

import unicodedata
from typing import Any


def composed(text: str) -> str:
    """The text as it is stored when somebody types it, and compared: with each accented letter as one character."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def composed_json(value: Any) -> Any:
    """The same for every text of a JSON value that somebody sends; its reader has bounded how deep that is."""
    if isinstance(value, str):
        return composed(value)
    if isinstance(value, list):
        return [composed_json(part) for part in value]
    if isinstance(value, dict):
        return {composed(key): composed_json(part) for key, part in value.items()}
    return value


def forms(name: str) -> tuple[str, ...]:
    """The name itself, composed and decomposed: an imported record keeps the bytes that it came with."""
    if name.isascii():
        return (name,)
    return tuple(dict.fromkeys((name, *(unicodedata.normalize(form, name) for form in ("NFC", "NFD")))))
