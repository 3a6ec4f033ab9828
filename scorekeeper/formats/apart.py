"""What a worker process works out for the server from its own games, see `heavy`."""

import pickle
from collections.abc import Iterator
from typing import BinaryIO

from scorekeeper.core.analysis.what_wins import what_wins


def what_wins_apart(content: BinaryIO) -> Iterator[object]:
    """What wins, for a pickled scoreboard and the bids: yields the rows of each side."""
    board, draft = pickle.load(content)
    yield what_wins(board, draft)
