"""What a reader of a workbook sees, as text: cells with their looks, the page, the charts."""

from collections.abc import Iterable, Iterator
from typing import Any

import openpyxl

from tests.formats.exports.made import made


def workbook_text(calls: Iterable[bytes]) -> Iterator[str]:
    """Each page of the workbook: its settings, then a line per cell."""
    file = made(calls)
    formulas, values = openpyxl.load_workbook(file), openpyxl.load_workbook(file, data_only=True)
    for page in formulas:
        yield f"page {page.title!r}"
        yield from (f"  {setting}" for setting in _settings(page))
        for row in page.iter_rows():
            for cell in row:
                if cell.value is not None or cell.has_style:
                    yield f"  {cell.coordinate} {_value(cell, values[page.title][cell.coordinate].value)}{_looks(cell)}"
        for chart in page._charts:
            yield from (f"  {line}" for line in _chart(chart))


def _settings(page: Any) -> Iterator[str]:
    widths = [f"{column.min}-{column.max} {round(column.width)}" for column in page.column_dimensions.values()]
    yield f"widths {', '.join(widths)}; frozen at {page.freeze_panes}"
    printed = page.page_setup
    yield f"{printed.orientation}, {printed.fitToWidth} wide, {printed.fitToHeight} high, again {page.print_title_rows}"
    yield f"merged {page.merged_cells}; filter {page.auto_filter.ref}"


def _value(cell: Any, value: object) -> str:
    return repr(cell.value) if cell.data_type != "f" else f"{cell.value} is {value!r}"


def _looks(cell: Any) -> str:
    font, fill = cell.font, cell.fill
    looks = [
        f"{font.sz:g}" if font.sz != 11 else "",
        "bold" if font.b else "",
        "struck" if font.strike else "",
        _colour(font.color, "ink"),
        _colour(fill.fgColor, "on") if fill.fill_type else "",
        cell.number_format if cell.number_format != "General" else "",
        cell.alignment.horizontal or "",
        cell.alignment.vertical or "",
        "wrapped" if cell.alignment.wrap_text else "",
        *(_colour(line.color, f"{side} line") for side, line in _lines(cell.border)),
    ]
    found = [look for look in looks if look]
    return f"   ({', '.join(found)})" if found else ""


def _lines(border: Any) -> Iterator[tuple[str, Any]]:
    return ((side, getattr(border, side)) for side in ("right", "bottom") if getattr(border, side).style)


def _colour(colour: Any, where: str) -> str:
    return f"{where} {colour.rgb[2:]}" if colour is not None and isinstance(colour.rgb, str) else ""


def _chart(chart: Any) -> Iterator[str]:
    anchor = chart.anchor._from
    yield f"{type(chart).__name__} {_title(chart)!r} at column {anchor.col}, row {anchor.row}"
    yield f"  {chart.width:.0f} by {chart.height:.0f}, legend {chart.legend.position}"
    grid = chart.y_axis.majorGridlines.spPr.ln.solidFill.srgbClr
    yield f"  axes {_title(chart.x_axis)!r} ({chart.x_axis.tickLblPos}), grid {getattr(grid, 'val', grid)}"
    for series in chart.series:
        line = series.graphicalProperties.line
        chosen = line.solidFill.srgbClr
        colour = getattr(chosen, "val", chosen)
        dots = f"{series.marker.symbol} {series.marker.size}"
        yield f"  {series.tx.strRef.f}: {series.val.numRef.f} by {series.cat.numRef.f}, {colour} {line.w}, {dots}"


def _title(titled: Any) -> str:
    return "".join(run.t for part in titled.title.tx.rich.p for run in part.r or ()) if titled.title else ""
