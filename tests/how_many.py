"""How many examples a property is tried with: some dozens in the suite, ten thousand in the soak."""

import os

IN_SOAK = os.environ.get("SCOREKEEPER_SOAK") == "1"


def examples(usual: int, soak: int = 10_000) -> int:
    """So many in the suite, so many in `make soak`."""
    return soak if IN_SOAK else usual
