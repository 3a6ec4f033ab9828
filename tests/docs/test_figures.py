"""docs/hosting.md has the limits that the code has; `make figures` writes them, and the sizes in docs/speed.md."""

from __future__ import annotations

from bench.figures import with_limits, with_sizes
from tests.docs.pages import page


def test_limits_are_those_of_the_code() -> None:
    assert with_limits(page("docs/hosting.md")) == page("docs/hosting.md"), "run make figures"


def test_sizes_find_their_rows() -> None:
    loads = {f"{which}_{what}": 1234.0 for which in ("first", "again") for what in ("body_bytes", "requests")}
    written = with_sizes(page("docs/speed.md"), {"phone": 54321, "pages": 12345}, loads)
    assert "| 54,321 and 12,345 bytes |" in written
    assert written.count("| 1,234 bytes in 1234 requests |") == 2
