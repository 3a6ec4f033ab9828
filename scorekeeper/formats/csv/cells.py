"""Cells of a spreadsheet: text that a spreadsheet would take for a formula is made escape_formula, and can be read back."""

RISKY = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What begins a formula in some spreadsheet; the last four are the same signs in full width."""
MARK = "'"


def escape_formula(text: str) -> str:
    """The text as a cell that stays text; `'=SUM(A1)` for `=SUM(A1)`."""
    return f"{MARK}{text}" if text.lstrip(MARK).startswith(RISKY) else text


def unescape_formula(cell: str) -> str:
    """The text of a cell that `escape_formula` wrote."""
    return cell[1:] if cell.startswith(MARK) and cell.lstrip(MARK).startswith(RISKY) else cell
