"""The command with short deadlines and few connections, as `python impatient.py NAME=SECONDS … serve …`.

`everyone=0` also counts this machine's connections.
"""

import sys

from scorekeeper.cli import main
from scorekeeper.server import connections


def shorten(name: str, value: float) -> None:
    """Set one of the numbers in `scorekeeper.server.connections`."""
    if name == "everyone":
        vars(connections)["on_this_machine"] = lambda _address: False
    else:
        assert isinstance(getattr(connections, name), int | float)
        setattr(connections, name, value)


if __name__ == "__main__":
    while "=" in sys.argv[1]:
        name, _, value = sys.argv.pop(1).partition("=")
        shorten(name, float(value))
    main()
