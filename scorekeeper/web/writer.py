"""Who writes: the name that entries made through the pages carry."""

from scorekeeper.access import here
from scorekeeper.play import Writer
from scorekeeper.play.pen import take_if_free


def this_writer() -> Writer:
    """The writer of this request: the device, by its name at the table. Whoever writes first has the pen."""
    take_if_free(here())
    return Writer(here().name)
