"""What the club refuses, and what it says then."""

from enum import Enum

from scorekeeper.core.inputs.faults import FaultCode, Nothing
from scorekeeper.core.words.faults import SAME_NAMES, TOO_LONG, add_sentences
from scorekeeper.core.words.language import translatable


class Named(Enum):
    """What has a name of its own."""

    SEASONS = "seasons"


ENDS_BEFORE_IT_BEGINS = FaultCode("ends-before-it-begins", Nothing, "The last night is before the first")


def add_words() -> None:
    """Put the sentences beside the table's."""
    add_sentences(globals().values())
    SAME_NAMES[Named.SEASONS] = translatable("Two seasons are called {name}; use another name")
    TOO_LONG["seasons"] = translatable("There can be at most {most} seasons, not {found}")
    TOO_LONG["for_places"] = translatable("At most {most} places can have points, not {found}")
