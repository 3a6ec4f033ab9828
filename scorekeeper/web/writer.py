"""Who writes: the name that entries made through the pages carry."""

from scorekeeper.play import Writer


def this_writer() -> Writer:
    """The writer of this request."""
    return Writer()
