"""Who writes: the name that entries made through the pages carry."""

from scorekeeper.access import current_membership
from scorekeeper.services import Writer
from scorekeeper.services.pen import take_if_free
from scorekeeper.storage import Role


def this_writer() -> Writer:
    """The writer of this request: the device, by its name at the table. The first that may keep score has the pen."""
    if current_membership().may(Role.SCORER):
        take_if_free(current_membership())
    return Writer(current_membership().name)
