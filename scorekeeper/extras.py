"""Extras: what an installation may do without, and the packages that each needs, as in `pyproject.toml`."""

from functools import cache
from importlib.util import find_spec

EXTRAS = {
    "club": ("openskill",),
    "metrics": ("prometheus_client",),
    "pictures": ("font_roboto", "resvg_py", "uharfbuzz", "ziafont"),
    "tournaments": ("networkx",),
}
"""The extras of `[all]`, and what is imported for each; a room's has the name of the room."""


@cache
def is_installed(extra: str) -> bool:
    """Whether the packages of this extra are there; what is none needs no packages."""
    return all(find_spec(name) for name in EXTRAS.get(extra, ()))


def how_to_install(*extras: str) -> str:
    """The command that installs these extras."""
    return f"pip install 'spades-scorekeeper[{','.join(extras)}]'"
