"""QR codes in a terminal."""

import sys
from io import StringIO

import click


def qr_rows(address: str) -> list[str]:
    """The address as a QR code in half blocks, light on dark in any terminal; nothing where these cannot be printed."""
    import segno

    drawn = StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, compact=True, border=4)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return []
    return ["", *("  " + click.style(row, fg="bright_white", bg="black") for row in drawn.getvalue().splitlines()), ""]
