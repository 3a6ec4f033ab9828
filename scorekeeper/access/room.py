"""Room on the disk: what is nearly full takes in nothing more, so that what is written already stays safe."""

import shutil

from flask import current_app

from scorekeeper.access.refusals import Refused

LEAST_FREE = 32 * 1024 * 1024
"""Bytes that stay free for the database's own needs."""


class NoRoom(Refused):
    """The disk is nearly full."""

    status = 507
    code = "no-room"
    title = "No room left here"

    def __init__(self) -> None:
        super().__init__(
            "The disk of this server is nearly full, so nothing was written. What was saved before is safe; whoever "
            "runs the server has to make room."
        )


def check_room(wanted: int = 0) -> None:
    """Raise `NoRoom` where so many bytes more would leave too little."""
    if shutil.disk_usage(current_app.instance_path).free - wanted < LEAST_FREE:
        raise NoRoom
