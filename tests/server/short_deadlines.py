"""A server with short deadlines and few connections: `served(…, first=partial(shorten, HEAD_TIMEOUT=0.3))`."""

from scorekeeper.server import connections, worker


def shorten(**values: float) -> None:
    """Set numbers of `scorekeeper.server.connections` in this process, also where they were imported."""
    for name, value in values.items():
        assert isinstance(getattr(connections, name), int | float)
        for module in (connections, worker):
            if hasattr(module, name):
                setattr(module, name, value)


def count_everyone() -> None:
    """Count this machine's connections too."""
    vars(connections)["on_this_machine"] = lambda _address: False
