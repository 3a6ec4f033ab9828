"""Workbooks that tests bring."""

from io import BytesIO

from openpyxl import Workbook

HEADS = ["Hand", "We bid", "We took", "They bid", "They took"]


def saved(workbook: Workbook) -> bytes:
    """The content of its file."""
    content = BytesIO()
    workbook.save(content)
    return content.getvalue()


def workbook_of_two_nights() -> bytes:
    """Two sheets, `Night 1` and `Night 2`, each with a list of hands."""
    workbook = Workbook()
    workbook.worksheets[0].title = "Night 1"
    workbook.create_sheet("Night 2")
    for sheet, rows in zip(workbook.worksheets, ([[1, 5, 7, 4, 6], [2, 6, 5, 5, 8]], [[1, 5, 7, 4, 6]]), strict=True):
        for row in (HEADS, *rows):
            sheet.append(row)
    return saved(workbook)
