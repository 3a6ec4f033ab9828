"""Text in pictures is as wide as it was measured, fits its line, and has every letter that the app has a font for."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import pairwise

import pytest
import resvg_py
from PIL import Image

from scorekeeper.formats.heavy import Task
from scorekeeper.formats.png import fonts, png, png_in_all_fonts
from scorekeeper.web.pictures import answers
from scorekeeper.web.pictures.answers import draw_png
from scorekeeper.web.pictures.parts import RIGHT, Moment, curve_view, figure, moments_view, top_line
from scorekeeper.web.pictures.text import Line, fitted, has_fonts_for, line_of, one_or_two
from tests.each_case import each_case

LONG = "Maximiliana-Konstantina & Bartholomew"
HEBREW, ARABIC, GREEK = "דן & עמוס", "محمد", "Γιώργος"


def ink(line: Line) -> tuple[int, int]:
    """The first and the last column that the drawn line blackens, from its start at 100."""
    runs = "".join(
        f'<text x="{100 + run.left}" y="150" font-size="{line.size}" font-weight="{line.weight}" '
        f'font-family="{run.family}">'
        f"{run.text.replace('&', '&amp;')}</text>"
        for run in line.runs
    )
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="200" xml:space="preserve">{runs}</svg>'
    files = [file for weights in fonts().values() for file in weights.values()]
    drawn = resvg_py.svg_to_bytes(svg_string=svg, font_files=files, skip_system_fonts=True)
    box = Image.open(BytesIO(bytes(drawn))).getchannel("A").getbbox()
    assert box
    return box[0] - 100, box[2] - 100


@each_case(
    ("text", "weight"),
    [
        ("Ann & Cal win", 700),
        ("Ann & Cal win", 400),
        (LONG, 500),
        ("AVAVA Tom", 700),
        (HEBREW, 700),
        (f"Ann, {ARABIC} 12", 400),
    ],
)
def test_line_is_as_wide_as_measured(text: str, weight: int) -> None:
    """But for the space beside the first and the last letter."""
    line = line_of(text, 60, weight)
    first, last = ink(line)
    assert -1 <= first <= 8
    assert line.width - 8 <= last <= line.width + 2


def test_bold_letters_are_wider() -> None:
    assert line_of("Ann & Cal", 60, 700).width > line_of("Ann & Cal", 60).width


@each_case(("text", "width"), [("Ann", 500), (LONG, 500), (LONG * 4, 500), (HEBREW * 9, 300)])
def test_line_fits_its_width(text: str, width: float) -> None:
    line = fitted(text, 60, width)
    assert line.width <= width
    assert line.size >= 30
    assert (line.text == text) != line.text.endswith("…")


def test_long_heading_gets_two_lines_that_break_after_a_comma() -> None:
    assert [line.text for line in one_or_two("Ann wins", 118, 84, 952)] == ["Ann wins"]
    heading = one_or_two(f"{LONG} win", 118, 84, 952, 700)
    assert " ".join(line.text for line in heading) == f"{LONG} win"
    assert [line.size for line in heading] == [84, 84]
    below = one_or_two(f"Against {LONG}, in 9 hands and 1 h 14", 40, 34, 800)
    assert below[1].text == "in 9 hands and 1 h 14"


def test_each_script_has_its_font() -> None:
    families = {text: [run.family for run in line_of(text, 40).runs] for text in ("Łukasz", GREEK, HEBREW, ARABIC)}
    assert families == {"Łukasz": ["Roboto"], GREEK: ["Roboto"], HEBREW: ["DejaVu Sans"], ARABIC: ["DejaVu Sans"]}
    assert [run.text for run in line_of(f"{HEBREW} win", 40).runs] == [HEBREW, " win"]
    assert [run.text for run in line_of(f"Ann & {ARABIC}", 40).runs] == ["Ann & ", ARABIC]


def test_only_unknown_letters_need_fonts_of_the_server() -> None:
    assert has_fonts_for(f"{LONG} {HEBREW} {ARABIC} {GREEK} −·–…’№\n")
    assert not has_fonts_for("小明")


@pytest.mark.parametrize(("text", "fonts"), [("Ann", png), ("小明", png_in_all_fonts)])
def test_fonts_of_the_server_are_only_read_for_unknown_letters(
    text: str, fonts: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Task] = []

    def drawn(task: Task, content: bytes) -> Iterator[object]:
        asked.append(task)
        return task(BytesIO(content))

    monkeypatch.setattr(answers, "run_sandboxed", drawn)
    draw_png(f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text y="15">{text}</text></svg>')
    assert asked == [fonts]
    assert line_of("小明", 40).width == pytest.approx(80)


def test_letters_are_drawn_in_the_fonts_of_the_app() -> None:
    words = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text y="15">{}</text></svg>'
    ann, nobody = (list(png(BytesIO(words.format(name).encode()))) for name in ("Ann", ""))
    assert ann != nobody, "drawn without the fonts of the server"


def test_marks_stay_with_their_letters() -> None:
    assert [run.text for run in line_of("देवी win", 40).runs] == ["देवी", " win"]


def test_minus_signs_and_what_xml_cannot_hold() -> None:
    assert line_of("Ann-Marie -20 to -7", 40).text == "Ann-Marie −20 to −7"
    assert line_of("A\x0bnn", 40).text == "A�nn"


def test_totals_are_grouped() -> None:
    assert [figure(-1024, "points"), figure(12, "points"), figure(-43, "tenths")] == ["−1,024", "12", "−4.3"]


def test_long_table_name_leaves_room_for_the_date() -> None:
    top = top_line("The very long name of a table of friends who meet at the club", "24 September 2026")
    table, date = top["table"], top["date"]
    assert isinstance(table, Line)
    assert isinstance(date, Line)
    assert 64 + table.width + 20 < RIGHT - date.width


def moment(position: int, side: int = 0, text: str = "Ann made nil") -> Moment:
    return Moment(side, text, f"hand {position}", "+100", lost=False, position=position)


def test_moment_leaves_room_for_its_points() -> None:
    rows = moments_view([moment(4, text=f"10th bag cost {LONG} 100"), moment(5)], 1212)["rows"]
    assert isinstance(rows, list)
    assert [row["y"] for row in rows] == [1137, 1212]
    for row in rows:
        assert row["hand_x"] + row["hand"].width + 20 < RIGHT - row["points"].width


CLOSE = [[0, 100, 200, 300, 500], [0, 90, 195, 305, 499]]


def curve(series: list[list[int]], *moments: Moment, target: int = 500) -> dict[str, object]:
    return curve_view(series, target, moments, 714, 992, "points")


def labels(view: dict[str, object]) -> list[float]:
    lines = view["lines"]
    assert isinstance(lines, list)
    return [line["y"] for line in lines]


def test_labels_at_the_end_stand_apart_in_the_order_of_the_totals() -> None:
    one, other = labels(curve(CLOSE))
    assert other - one >= 40
    eight = sorted(labels(curve([[0, 7]] * 8)))
    assert min(lower - upper for upper, lower in pairwise(eight)) > 25
    assert max(eight) < 992


@each_case(
    ("series",), [(CLOSE,), ([[0, -1024], [0, 12]],), ([[0, 5, 9], [0, 7, -3], [0, 1, 1]],), ([[0, 0], [0, 0]],)]
)
def test_curve_and_its_pins_stay_in_their_place(series: list[list[int]]) -> None:
    view = curve(series, *(moment(position, 1) for position in range(1, min(4, len(series[0])))))
    lines, pins = view["lines"], view["pins"]
    assert isinstance(lines, list)
    assert isinstance(pins, list)
    heights = [float(point.split(",")[1]) for line in lines for point in line["points"].split()]
    assert min(heights) >= 714
    assert max(heights) <= 954
    for pin in pins:
        assert 680 < pin["y"] < 962
        assert all(abs(pin["x"] - line["end"][0] - 16) > 21 for line in lines if pin["x"] > line["end"][0] - 60)


def test_pins_do_not_cover_each_other() -> None:
    flat = [[10 * hand for hand in range(31)], [9 * hand for hand in range(31)]]
    pins = curve(flat, moment(14), moment(15, 1), moment(16))["pins"]
    assert isinstance(pins, list)
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert abs(pins[one]["x"] - pins[other]["x"]) ** 2 + abs(pins[one]["y"] - pins[other]["y"]) ** 2 >= 42**2


def test_target_far_above_all_totals_is_left_out() -> None:
    assert curve([[0, 60], [0, 40]])["target"] is None
    assert curve(CLOSE)["target"]


def test_long_game_numbers_some_hands_and_the_last() -> None:
    view = curve([[*range(46)], [*range(46)]])
    hands = view["hands"]
    assert isinstance(hands, list)
    assert [hand["text"].text for hand in hands] == ["5", "10", "15", "20", "25", "30", "35", "40", "45"]
