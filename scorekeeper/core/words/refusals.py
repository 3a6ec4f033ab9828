"""What is refused, as one line for a person: where, what is wrong, and what would be right."""

from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.words.faults import HANDS, RULES
from scorekeeper.core.words.file_refusals import FILES
from scorekeeper.core.words.game_refusals import GAME
from scorekeeper.core.words.inputs import INPUTS

SENTENCES = INPUTS | GAME | FILES | RULES


def refusal_text(fault: InvalidInput) -> str:
    """One line: `hand 3, Ann: took 14 tricks, a hand of this game has 0 to 13`."""
    return ": ".join([*fault.path.parts, refusal_words(fault)])


def refusal_words(fault: InvalidInput) -> str:
    """What is wrong, and what would be right, without saying where."""
    if fault.code in HANDS:
        return ", ".join(HANDS[fault.code](fault.figures))
    return str(SENTENCES[fault.code](fault.figures))


def error_text(error: Exception) -> str:
    """One line for any error: an `InvalidInput` is put in words, another error says by itself what is wrong."""
    return refusal_text(error) if isinstance(error, InvalidInput) else str(error)
