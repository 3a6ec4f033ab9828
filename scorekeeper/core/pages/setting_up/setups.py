"""Whether a game can be played by the setup of its sheet."""

from scorekeeper.core.examples.hands import can_be_bid
from scorekeeper.core.inputs import InvalidInput
from scorekeeper.core.pages.hand_words import sentence
from scorekeeper.core.sheet import read_setup
from scorekeeper.core.words.bidding import no_bid
from scorekeeper.core.words.faults import fault_text
from scorekeeper.core.words.language import translate as _


def why_not(setup: object) -> str | None:
    """A sentence on why no game can be played by this setup, as JSON; None if one can."""
    try:
        sheet = read_setup(setup)
    except InvalidInput as error:
        return sentence(fault_text(error.fault))
    return None if can_be_bid(sheet.rules) else _("{why} Change a house rule.", why=no_bid())
