"""Names that the app gives a table until somebody gives another: stored in English, shown in the reader's language."""

from scorekeeper.core.words.language import translatable
from scorekeeper.core.words.language import translate as _

FIRST_TABLE = translatable("Our table")
QUICK_TABLE = translatable("Quick game")


def table_name(stored: str) -> str:
    """The name of a table for its reader."""
    return _(stored) if stored in (FIRST_TABLE, QUICK_TABLE) else stored
