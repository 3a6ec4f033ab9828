"""The number of examples that Hypothesis tries: some dozens in the suite, ten thousand in the soak."""

import os

IN_SOAK = os.environ.get("SCOREKEEPER_SOAK") == "1"


def examples(usual: int, soak: int = 10_000) -> int:
    """`usual` in the suite, `soak` in `make soak`."""
    return soak if IN_SOAK else usual
