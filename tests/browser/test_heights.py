"""The first screen at the heights of real phones: keys, preview and Save are fully visible, and nothing covers them.

Each page is loaded once and measured in the tightest windows, those of two and eight sides in windows of all sizes, in
two fonts. Themes change only colours; `tests/a11y` checks those.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.a11y.rulers import CUT
from tests.browser import extremes
from tests.browser.pad import Pad
from tests.browser.ready import Unseen, unseen_table
from tests.browsers import until
from tests.fonts import load_fonts, use_font
from tests.sampled import sampled
from tests.web import at_table
from tests.web.test_rebidding import seat

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")
ALL_TABLES = {2: ("partnership", "2x2"), 3: ("cutthroat", "3x1"), 5: ("toss", "5x1"),
              6: ("cutthroat", "6x1"), 8: ("toss", "8x1")}  # fmt: skip
MOST = 8
TABLES = {sides: ALL_TABLES[sides] for sides in (*sampled([2, 3, 5, 6], 4), MOST)}
"""One of fewer sides, drawn for each commit, and the most."""
TRICKS = {5: "21"}
"""Most keys, and a row of tiles that is not full."""
BIDS = {2: "4, 3, 3, Nil", 3: "5, 6, 5", 5: "4, 5, 3, 4, 5", 6: "1, 1, 2, 1, 1, 1",
        8: "1, 1, 2, 1, 2, 1, 1, 1"}  # fmt: skip
COUNTED = {2: "t0=8", 3: "t0=7&t1=3", 5: "t0=5&t1=5&t2=3&t3=4", 6: "t0=1&t1=1&t2=2&t3=0&t4=2",
           8: "t0=1&t1=1&t2=2&t3=1&t4=2&t5=1&t6=1"}  # fmt: skip

OBJECTED = 0
"""Instead of a number of sides: two sides, a blind nil, and the objection that its side was not behind."""

NIL = 1
"""Two sides and one nil."""

SIZES = ((375, 553), (360, 640), (390, 664), (390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080))

USUAL_SIZES = ((375, 553), (390, 664), (390, 844), (844, 390), (1280, 800))

FEW_SIZES = ((360, 640), (844, 390), (1280, 800))

TIGHT_SIZES = ((375, 553), (360, 640), (844, 390))
"""The lowest and the narrowest: what fits there, on most pages, fits everywhere."""

PARTS = """() => {
    const parts = '.pad .key, .count, .preview, .dock .button, .seat, .prompt, .bid';
    const wrong = [];
    let seen = 0;
    for (const part of document.querySelectorAll(parts)) {
        const {left, top, right, bottom, width, height} = part.getBoundingClientRect();
        if (!part.checkVisibility() || !width) continue;
        seen += 1;
        const x = (left + right) / 2, ys = [top + 3, (top + bottom) / 2, bottom - 3];
        const outside = left < -.5 || top < -.5 || right > innerWidth + .5 || bottom > innerHeight + .5;
        const small = part.matches('a, button') && Math.min(width, height) < 47.9;
        const covered = !ys.every(y => part.contains(document.elementFromPoint(x, y)));
        if (outside || small || covered)
            wrong.push(`${part.className} ${part.textContent} ${left} ${top} ${right} ${bottom}`);
    }
    return seen > 10 ? wrong : ['only ' + seen];
}"""

NARROW = """() => {
    const wrong = [];
    for (const part of document.querySelectorAll('.play *, .bar a, .bar button, .top *')) {
        if (!part.checkVisibility({visibilityProperty: true})) continue;
        if (part.closest('svg, .vh, .outcome small, .last')) continue;
        const {left, right, width, height} = part.getBoundingClientRect();
        const small = part.matches('a, button') && Math.min(width, height) < 47.9 && !part.matches('.total a');
        if (left < -.5 || right > innerWidth + .5 || small)
            wrong.push(`${part.className} ${part.textContent} ${left} ${right} ${height}`);
    }
    return wrong;
}"""
"""What sticks out of the window's sides, or is too small, on a page that scrolls down. The last hands may lack room."""

SEEN = "rows => rows.filter(row => row.checkVisibility() && row.getBoundingClientRect().right <= innerWidth).length"


@pytest.fixture(scope="module")
def games(phone: Page) -> dict[int, str]:
    """A game for each number of sides, all bid: their URLs."""
    table = unseen_table(phone)
    found = {}
    for sides, (rules, shape) in TABLES.items():
        unseen = Unseen(phone)
        names = NAMES[: 4 if sides == 2 else sides]
        options = {"tricks": TRICKS[sides]} if sides in TRICKS else {}
        pad = at_table.start_game(unseen, rules, names, names[-1], table, shape, **options)
        found[sides] = pad.url
        pad.bids(BIDS[sides])
    pad = at_table.start_game(Unseen(phone), "partnership", NAMES[:4], NAMES[3], table)
    found[NIL] = pad.url
    pad.bids(BIDS[2])
    pad = at_table.start_game(Unseen(phone), "partnership", NAMES[:4], NAMES[3], table, blind_nil="200")
    found[OBJECTED] = pad.url
    pad.phone.tap("Allow blind nil")
    pad.bids("Blind nil ±200, 3, 3, 2")
    return found


def partnership(phone: Page) -> at_table.Pad:
    """A game of two pairs at a new table, which no page shows yet."""
    table = unseen_table(phone)
    return at_table.start_game(Unseen(phone), "partnership", NAMES[:4], NAMES[3], table)


def wrong_on(page: Page, settings: CDPSession, url: str, everywhere: bool = True) -> list[str]:
    """What is cut off on the first screen, covered, or too small for a thumb: in all windows, or in the tightest."""
    page.goto(url)
    load_fonts(page)
    wrong = measured(page, "wide", SIZES if everywhere else TIGHT_SIZES, PARTS)
    if everywhere:
        wrong += measured(page, "low", FEW_SIZES, PARTS)
    # Text of 200 %, as the setting of a phone or browser makes it: there the first screen may scroll down.
    settings.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    wrong += [f"at 200 %: {each}" for each in measured(page, "wide", FEW_SIZES[: 3 if everywhere else 1], NARROW)]
    settings.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    return wrong


def measured(page: Page, font: str, sizes: Sequence[tuple[int, int]], ruler: str, cut: bool = True) -> list[str]:
    """What a ruler finds, and which texts are cut, at each size. Names of 24 letters may be: they end in “…”."""
    use_font(page, font)
    wrong = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        wrong += [
            f"{width}×{height}, {font}: {each}"
            for each in page.evaluate(f"() => [...({ruler})(), ...{f'({CUT})()' if cut else '[]'}]")
        ]
    return wrong


LONG_NAMES = ("Dorothy Rivera", "Alexander Baker", "Donna Zimmerman", "Elizabeth Quinn",
              "Christopher Walker", "Margaret Vasquez", "Ann", "Nathaniel Underwood")  # fmt: skip
WRONG_SEATS = """() => {
    const seats = [...document.querySelectorAll('.place > :first-child')]
        .map(seat => [seat, seat.getBoundingClientRect()]);
    const apart = (one, other) => one.right <= other.left || other.right <= one.left
        || one.bottom <= other.top || other.bottom <= one.top;
    return seats.flatMap(([seat, box], index) => [
        ...[...seat.children].filter(text => text.scrollWidth > text.clientWidth + 1)
            .map(text => `cut: ${text.textContent}`),
        ...seats.slice(index + 1).filter(([, other]) => !apart(box, other)).map(([other]) =>
            `${seat.textContent} is over ${other.textContent}`),
    ]);
}"""


@pytest.mark.parametrize(("rules", "shape"), [("partnership", "2x2"), ("toss", "8x1")])
def test_seats_have_names_in_full_beside_each_other(phone: Page, rules: str, shape: str) -> None:
    names = LONG_NAMES[: 4 if shape == "2x2" else 8]
    table = unseen_table(phone)
    pad = at_table.start_game(Unseen(phone), rules, names, names[-1], table, shape)
    phone.goto(f"{pad.url}/seats")
    load_fonts(phone)
    assert phone.locator(".place bdi").all_inner_texts() == list(names)
    assert measured(phone, "wide", SIZES, WRONG_SEATS) == []


@pytest.mark.parametrize("sides", TABLES)
def test_first_screen_is_fully_visible(phone: Page, settings: CDPSession, games: dict[int, str], sides: int) -> None:
    """Bidding again, all bid, and all counted."""
    fewest_or_most = sides in (min(ALL_TABLES), MOST)
    wrong = []
    for query in ("seat=0", "", COUNTED[sides]) if fewest_or_most else ("", COUNTED[sides]):
        everywhere = fewest_or_most and query == COUNTED[sides]
        wrong += [f"?{query} at {each}" for each in wrong_on(phone, settings, f"{games[sides]}?{query}", everywhere)]
    assert phone.get_by_role("button", name="Save hand 1").is_enabled()
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("sides", TABLES)
def test_bids_stay_in_sight_while_tricks_are_counted(phone: Page, games: dict[int, str], sides: int) -> None:
    phone.goto(f"{games[sides]}?t0=1")
    for width, height in TIGHT_SIZES:
        phone.set_viewport_size({"width": width, "height": height})
        bids = phone.locator(".bids .bid, .count > small").filter(visible=True)
        assert bids.count() >= sides, (width, height)


@pytest.mark.parametrize("nil", ["s0=0", "s0=2"], ids=["made", "set"])
def test_an_objection_and_a_nil_leave_the_preview_visible(
    phone: Page, settings: CDPSession, games: dict[int, str], nil: str
) -> None:
    wrong = wrong_on(phone, settings, f"{games[OBJECTED]}?{nil}&t1=5", everywhere=nil == "s0=0")
    assert phone.locator(".notice.bad").is_visible()
    assert phone.get_by_role("button", name="Save anyway").is_enabled()
    assert not wrong, "\n".join(wrong)


def test_correction_is_fully_visible(phone: Page, settings: CDPSession) -> None:
    pad = partnership(phone)
    pad.hand("4, 3, 3, 2", 7)
    for query in ("seat=0", "t0=8"):
        wrong = wrong_on(phone, settings, f"{pad.url}/hands/1/correction?{query}", everywhere=query == "t0=8")
        assert not wrong, "\n".join(wrong)
        assert phone.get_by_role("link", name="Cancel").is_visible() == (query == "seat=0")
    assert phone.get_by_role("button", name="Save correction").is_enabled()


def test_correction_of_six_sides_with_raised_bids_is_fully_visible(phone: Page) -> None:
    table = unseen_table(phone)
    pad = at_table.start_game(Unseen(phone), "gambling", NAMES[:6], NAMES[5], table, "6x1")
    pad.bids("1, 1, 1, 1, 1, 1")
    for player, call in (("Ann", "2"), ("Dee", "3")):
        seat(pad, player)
        pad.phone.tap(call)
    pad.phone.tap("No raises")
    pad.phone.open(f"{pad.url}?{COUNTED[6]}")
    pad.save()
    phone.goto(f"{pad.url}/hands/1/correction?t0=2")
    assert phone.locator(".bids").get_by_text("(first 1)").count() == 2
    load_fonts(phone)
    wrong = measured(phone, "wide", ((375, 553), (390, 664), (844, 390)), PARTS)
    assert not wrong, "\n".join(wrong)
    assert phone.get_by_role("button", name="Save correction").is_enabled()


LONG_SHAPES = [shape for shape in extremes.SHAPES if shape != "4x2"]
"""Eight players in pairs have no room for names of 24 letters on the lowest screens."""


@pytest.fixture(scope="module")
def long_games(phone: Page) -> dict[str, str]:
    """The games with extreme names and totals."""
    return extremes.extreme_games(phone, LONG_SHAPES)


@pytest.mark.parametrize("shape", LONG_SHAPES)
def test_long_names_and_totals_leave_everything_visible(
    phone: Page, settings: CDPSession, long_games: dict[str, str], shape: str
) -> None:
    """While a bid is changed, the hand is played, it is counted, and corrected."""
    taken = "&".join(f"t{side}={tricks}" for side, tricks in enumerate(extremes.TABLES[shape][2]))
    wrong = []
    for query in ("?seat=0", "", f"?{taken}", f"/hands/1/correction?{taken}"):
        phone.goto(f"{long_games[shape]}{query}")
        load_fonts(phone)
        found = measured(phone, "wide", USUAL_SIZES, PARTS, cut=False)
        settings.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
        found += [f"at 200 %: {each}" for each in measured(phone, "wide", [(390, 844)], NARROW, cut=False)]
        settings.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
        wrong += [f"{query} at {each}" for each in found]
    assert not wrong, "\n".join(wrong)


def test_last_hands_fill_the_room_that_is_left(phone: Page, settings: CDPSession) -> None:
    pad = partnership(phone)
    pad.hand("4, 3, 3, 2", 7)
    pad.hand("4, 3, 3, 2", 8)
    wrong = wrong_on(phone, settings, pad.url, everywhere=False)
    assert not wrong, "\n".join(wrong)
    seen = {}
    for width, height in ((375, 553), (390, 664), (390, 844), (844, 390), (1280, 800)):
        phone.set_viewport_size({"width": width, "height": height})
        seen[width, height] = phone.locator(".last a").evaluate_all(SEEN)
    assert seen == {(375, 553): 1, (390, 664): 2, (390, 844): 2, (844, 390): 2, (1280, 800): 0}


KEYS = """() => [...document.querySelectorAll('.pad .key, .board, .seat')].map(part => {
    const {left, top, right, bottom} = part.getBoundingClientRect();
    return [part.textContent, left, top, right, bottom];
})"""


SWITCHED = """was => !document.querySelector('[data-pressed]') &&
    document.querySelector('.switches .key:nth-of-type(3)').ariaPressed !== was"""
"""A tapped key is marked at once; it is switched once the page with it is shown."""


def test_berkley_s_many_keys_are_whole_and_stay_where_they_are(phone: Page) -> None:
    """A call added to a number is only marked."""
    table = unseen_table(phone)
    pad = at_table.start_game(Unseen(phone), "berkley-two", ("Ann", "Ben"), "Ben", table)
    pad.hand("5, 8", 5)
    phone.goto(pad.url)
    load_fonts(phone)
    assert measured(phone, "wide", USUAL_SIZES, PARTS) == []
    for width, height in USUAL_SIZES:
        phone.set_viewport_size({"width": width, "height": height})
        before = phone.evaluate(KEYS)
        bemo = phone.locator(".switches .key", has_text="Bemo").first
        was = bemo.get_attribute("aria-pressed")
        bemo.click()
        until(phone, SWITCHED, was)
        assert phone.evaluate(KEYS) == before, (width, height)


def test_sheet_icon_brings_a_short_sheet_to_the_top(phone: Page) -> None:
    pad = partnership(phone)
    phone.set_viewport_size({"width": 390, "height": 664})
    phone.goto(pad.url)
    phone.locator(".to-sheet").click()
    until(phone, "document.querySelector('#sheet').getBoundingClientRect().top < 60")
    until(phone, "document.querySelector('.dock').getBoundingClientRect().bottom <= 0")  # it may glide there


BESIDE_TITLE = """words => {
    const beside = document.querySelector('.top p');
    if (words) beside.textContent = words;
    return beside.scrollWidth <= beside.clientWidth && beside.scrollHeight <= beside.clientHeight
        && beside.closest('.top').offsetHeight <= 60;
}"""


def test_words_beside_the_title_are_whole(phone: Page) -> None:
    """Who leads and who deals: on a phone they need two lines, which the height of the buttons has."""
    phone.goto(partnership(phone).url)
    load_fonts(phone)
    use_font(phone, "wide")
    for width, height in SIZES:
        phone.set_viewport_size({"width": width, "height": height})
        for words in ("", "Ann & Cal lead 3–0 tonight · Cal deals"):
            assert phone.evaluate(BESIDE_TITLE, words), (width, height)


def test_names_are_whole_beside_totals_of_three_digits(phone: Page) -> None:
    pad = partnership(phone)
    for _ in range(2):
        pad.hand("3, 3, 3, 3", 7)
    pad.bids("4, 3, 3, 2")
    phone.goto(f"{pad.url}?t0=8")
    load_fonts(phone)
    assert phone.locator(".total").all_inner_texts() == ["122\npoints", "120\npoints"]
    assert measured(phone, "wide", ((390, 664), (375, 553)), PARTS) == []


GOALS = """() => {
    const dock = document.querySelector('.dock').getBoundingClientRect();
    return [...document.querySelectorAll('.goals li > *')].filter(part => {
        const { bottom, right } = part.getBoundingClientRect();
        return part.checkVisibility() && bottom > dock.top && right > dock.left;
    }).map(part => part.textContent);
}"""


def test_goals_are_whole_below_the_rule_of_a_hand(phone: Page) -> None:
    """With a nil they have two lines, and the tenth bag has two."""
    table = unseen_table(phone)
    phone.goto(f"/tables/{table.rpartition('/')[2]}/games/new?rules=night&scripted=short-fuse")
    phone.get_by_role("button", name="Deal", exact=True).click()
    pad = Pad(phone)
    for player, call in (("East", "4"), ("South", "3"), ("West", "3"), ("North", "Nil")):
        pad.bid(player, call)
    expect(phone.locator(".goals")).to_be_visible()
    load_fonts(phone)
    use_font(phone, "wide")
    for width, height in SIZES:
        phone.set_viewport_size({"width": width, "height": height})
        assert phone.evaluate(GOALS) == [], (width, height)


SIX = ("Bartholomew-Maximilian", "Ben", "Christophina Alexandra", "Dee", "Ekaterina", "Friederike")
CUT_NAMES = """names => names.filter(name => {
    const range = document.createRange(), own = name.closest('.who').getBoundingClientRect();
    range.selectNodeContents(name);
    const { right, bottom } = range.getBoundingClientRect();
    return right > own.right + 1 || bottom > own.bottom + 2;
}).map(name => name.textContent)"""


def test_six_long_names_are_whole_on_the_board(phone: Page) -> None:
    table = unseen_table(phone)
    pad = at_table.start_game(Unseen(phone), "cutthroat", SIX, SIX[-1], table, "6x1")
    phone.goto(pad.url)
    load_fonts(phone)
    use_font(phone, "wide")
    for width, height in ((390, 664), (390, 844)):
        phone.set_viewport_size({"width": width, "height": height})
        assert phone.locator(".board bdi").evaluate_all(CUT_NAMES) == [], (width, height)
        assert phone.evaluate(PARTS) == []
    phone.set_viewport_size({"width": 375, "height": 553})
    widths = phone.locator(".board .who").evaluate_all("all => all.map(name => name.clientWidth)")
    assert min(widths) > 80, "a name of which one letter is seen"


CUT_SHORT = "all => all.filter(name => name.scrollWidth > name.clientWidth).map(name => name.textContent)"


def test_bids_of_six_long_names_are_told_by_marks_above_their_counts(phone: Page) -> None:
    table = unseen_table(phone)
    pad = at_table.start_game(Unseen(phone), "cutthroat", SIX, SIX[-1], table, "6x1")
    pad.bids("1, 1, 1, 1, 1, 1")
    pad.phone.open(f"{pad.url}?{COUNTED[6]}")
    pad.save()
    phone.goto(f"{pad.url}/hands/1/correction?t0=2")
    for width, height in ((375, 553), (390, 664)):
        phone.set_viewport_size({"width": width, "height": height})
        assert phone.locator(".bids .mark").filter(visible=True).count() == len(SIX)
        assert phone.locator(".bids .who").evaluate_all(CUT_SHORT) == [], (width, height)


COVERS = """() => [...document.querySelectorAll('.seat .deals b')].filter(chip => {
    const name = chip.closest('.seat').querySelector('.who').getBoundingClientRect();
    const own = chip.getBoundingClientRect();
    return own.bottom > name.top + 2 && own.left < name.right && chip.checkVisibility();
}).map(chip => `${chip.closest('.seat').textContent}: under the dealer’s mark`)"""


COMPASS = ("North", "East", "South", "West")
"""Sides of a game without names: what most new visitors see."""


def test_names_are_whole_in_the_tiles_of_a_count_of_two_digits(phone: Page) -> None:
    table = unseen_table(phone)
    pad = at_table.start_game(Unseen(phone), "partnership", COMPASS, COMPASS[3], table)
    pad.bids("4, 1, 4, 3")
    phone.goto(f"{pad.url}?t0=11")
    assert phone.locator(".count .who").all_text_contents() == ["North & South", "East & West"]
    load_fonts(phone)
    wrong = measured(phone, "wide", SIZES, PARTS)
    assert not wrong, "\n".join(wrong)


def test_sides_without_names_are_whole_beside_totals_of_three_digits(phone: Page) -> None:
    """While their tricks are counted, too."""
    table = unseen_table(phone)
    pad = at_table.start_game(Unseen(phone), "partnership", COMPASS, COMPASS[3], table)
    for _ in range(2):
        pad.hand("3, 3, 3, 3", 7)
    pad.bids("4, 3, 3, 2")
    for query in ("", "?t0=8"):
        phone.goto(f"{pad.url}{query}")
        load_fonts(phone)
        use_font(phone, "wide")
        for width, height in ((390, 664), (375, 553), (844, 390)):
            phone.set_viewport_size({"width": width, "height": height})
            assert phone.locator(".board bdi").evaluate_all(CUT_NAMES) == [], (query, width, height)
            assert phone.evaluate(PARTS) == []


def test_dealer_s_mark_covers_no_letter_of_a_long_name(phone: Page) -> None:
    names = ("Bernadette", "Christiana", "Montgomery", "Mekenna")
    table = unseen_table(phone)
    pad = at_table.start_game(Unseen(phone), "partnership", names, names[-1], table)
    phone.goto(pad.url)
    load_fonts(phone)
    assert phone.locator(".seat .deals b").is_visible()
    use_font(phone, "wide")
    for width, height in SIZES:
        phone.set_viewport_size({"width": width, "height": height})
        assert phone.evaluate(COVERS) == [], (width, height)


SHOWN = """() => {
    const preview = document.querySelector(".preview"), save = document.querySelector(".save");
    const {left, top, right, bottom} = preview.getBoundingClientRect();
    const seen = [top + 3, (top + bottom) / 2, bottom - 3];
    return top >= 0 && bottom <= save.getBoundingClientRect().top && seen.every(
        (y) => preview.contains(document.elementFromPoint((left + right) / 2, y)));
}"""


WHOLE = """() => [...document.querySelectorAll(".preview .outcome small")].every(
    (words) => words.scrollWidth <= words.clientWidth && words.scrollHeight <= words.clientHeight + 1)"""


OVER_COUNTS = """() => document.querySelector('.preview').getBoundingClientRect().top <
    document.querySelector('.counts').getBoundingClientRect().bottom - 1"""


@pytest.mark.parametrize("answers", ["s1=0&s2=0", "s1=2&s2=1"], ids=["made", "failed"])
@pytest.mark.parametrize(("rules", "bids"), [("partnership", "4, Nil, Nil, 3"), ("suicide", "4, Nil, Nil, 5")])
def test_two_nils_leave_the_preview_whole_above_save(phone: Page, rules: str, bids: str, answers: str) -> None:
    table = unseen_table(phone)
    pad = at_table.start_game(Unseen(phone), rules, NAMES[:4], NAMES[3], table)
    pad.bids(bids)
    phone.goto(f"{pad.url}?{answers}&t0=7")
    load_fonts(phone)
    use_font(phone, "wide")
    for width, height in ((375, 553), (390, 664), (390, 844), (664, 390), (844, 390)):
        phone.set_viewport_size({"width": width, "height": height})
        assert phone.evaluate(SHOWN), (width, height)
        assert phone.evaluate(WHOLE), (width, height)
        assert width > height or not phone.evaluate(OVER_COUNTS), (width, height)


@pytest.mark.parametrize(
    ("sides", "query"),
    [(NIL, "s3=0&t0=8"), (NIL, "s3=2&t0=8"), (NIL, "s3=4&t0=4"), (OBJECTED, "s0=0&t1=5"), (OBJECTED, "s0=2&t1=5")],
)
def test_one_nil_leaves_the_preview_whole_above_save(
    phone: Page, games: dict[int, str], sides: int, query: str
) -> None:
    phone.goto(f"{games[sides]}?{query}")
    load_fonts(phone)
    use_font(phone, "wide")
    for width, height in ((375, 553), (390, 664), (664, 390), (844, 390)):
        phone.set_viewport_size({"width": width, "height": height})
        assert phone.evaluate(SHOWN), (width, height)
        assert phone.evaluate(WHOLE), (width, height)
        assert width > height or not phone.evaluate(OVER_COUNTS), (width, height)


NOTICE = """() => {
    scrollTo(0, 0);
    const notice = document.querySelector('.tricks .notice[role="status"]');
    const { left, top, bottom } = notice.getBoundingClientRect(), seen = [top + 3, (top + bottom) / 2, bottom - 3];
    return seen.every((y) => notice.contains(document.elementFromPoint(left + 50, y)));
}"""
"""Whether nothing covers how the game ends."""


@pytest.mark.parametrize(
    ("bids", "queries"),
    [("3, 3, 3, 3", ("t0=9", "t0=7")), ("3, 3, 3, Nil", ("s0=0&t0=9", "s0=2&t0=6"))],
    ids=["numbers", "nil"],
)
def test_how_the_game_ends_is_read_above_the_preview(phone: Page, bids: str, queries: tuple[str, ...]) -> None:
    table = unseen_table(phone)
    pad = at_table.start_game(Unseen(phone), "partnership", NAMES[:4], NAMES[3], table, target="100")
    pad.hand("3, 3, 3, 3", 6)
    pad.bids(bids)
    for query in queries:
        phone.goto(f"{pad.url}?{query}")
        load_fonts(phone)
        use_font(phone, "wide")
        for width, height in ((375, 553), (360, 640), (390, 664), (390, 844), (844, 390)):
            phone.set_viewport_size({"width": width, "height": height})
            assert phone.evaluate(NOTICE), (query, width, height)


SAYS = """() => {
    const notice = document.querySelector('.tricks .notice[role="status"]');
    const onButton = () => getComputedStyle(document.querySelector('.save'), '::after').content;
    return notice.checkVisibility() ? notice.textContent : onButton();
}"""
"""How the game ends, as a notice or on the button."""


@pytest.mark.parametrize(
    ("answers", "winners"),
    [("s2=2&s3=1", "Ben & Dee win −125 to −258"), ("s2=2&s3=0", "Ben & Dee win 75")],
    ids=["both", "one"],
)
def test_two_nils_leave_room_for_how_the_game_ends(phone: Page, answers: str, winners: str) -> None:
    table = unseen_table(phone)
    pad = at_table.start_game(Unseen(phone), "partnership", NAMES[:4], NAMES[3], table, lose_at="-200")
    pad.hand("7, 1, 6, 1", 3)
    pad.bids("4, Nil, Nil, 3")
    phone.goto(f"{pad.url}?{answers}&t0=2")
    load_fonts(phone)
    use_font(phone, "wide")
    for width, height in ((375, 553), (360, 640), (390, 664), (390, 740), (390, 844), (664, 390), (844, 390)):
        phone.set_viewport_size({"width": width, "height": height})
        assert winners in phone.evaluate(SAYS), (width, height)
        assert phone.evaluate(SHOWN), (width, height)
        assert phone.evaluate(WHOLE), (width, height)
        height_of_save = phone.locator(".save").evaluate("save => save.offsetHeight")
        assert height_of_save < 60 or width > height, (width, height)
        notice = phone.locator(".tricks .notice[role=status]")
        assert not notice.is_visible() or phone.evaluate(NOTICE), (width, height)


LARGE = "document.documentElement.style.fontSize = '200%'"
"""Only the text is twice as large, as some phones have it: no media query hears of that."""
READ = """() => [...document.querySelectorAll(".seat bdi, .board bdi")].filter((name) => {
    const range = document.createRange();
    range.selectNodeContents(name);
    return name.closest(".who").getBoundingClientRect().width < range.getBoundingClientRect().width / 2;
}).map((name) => name.textContent)"""
OVER_TOTALS = """() => [...document.querySelectorAll(".board .score")].filter((score) => {
    const [total, note] = [".total", ".note"].map((part) => score.querySelector(part).getBoundingClientRect());
    const isBeside = note.left >= total.right || note.right <= total.left;
    return !isBeside && note.top < total.bottom - 4 && note.bottom > total.top + 4;
}).length"""


def test_names_can_be_read_where_only_text_is_large(phone: Page) -> None:
    names = ("Annabel", "Benjamin", "Catherine", "Dorothea")
    pad = at_table.start_game(Unseen(phone), "partnership", names, names[3], unseen_table(phone))
    pad.hand("4, 3, 3, 2", 9)
    phone.goto(pad.url)
    for width, height in ((390, 664), (390, 844), (360, 640)):
        phone.set_viewport_size({"width": width, "height": height})
        phone.evaluate(LARGE)
        assert phone.evaluate(READ) == []
        assert phone.evaluate(OVER_TOTALS) == 0
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


BROKEN = """() => {
    const words = [];
    for (const part of document.querySelectorAll('.board bdi, .seat bdi, .record :is(.names bdi, .cell, .bid bdi)')) {
        const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) for (const { 0: word, index } of walker.currentNode.data.matchAll(/[^\\s&]+/g)) {
            const range = document.createRange();
            range.setStart(walker.currentNode, index);
            range.setEnd(walker.currentNode, index + word.length);
            if (!part.checkVisibility() || walker.currentNode.parentElement.closest('.vh')) continue;
            if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) words.push(word);
        }
    }
    return words;
}"""
"""Words that go over several lines."""


@pytest.mark.parametrize(("rules", "shape"), [("partnership", "2x2"), ("cutthroat", "3x1")])
def test_no_word_of_the_sheet_is_broken_where_text_is_large(phone: Page, rules: str, shape: str) -> None:
    """Where only text is twice as large, and where everything is."""
    names = ("Annabel", "Benjamin", "Catherine", "Dorothea")[: 4 if shape == "2x2" else 3]
    table = unseen_table(phone)
    pad = at_table.start_game(Unseen(phone), rules, names, names[-1], table, shape)
    pad.bids("4, 3, Nil, 3" if shape == "2x2" else "5, 6, 5")
    phone.goto(f"{pad.url}?s2=0&t0=6" if shape == "2x2" else f"{pad.url}?t0=3&t1=8")
    phone.get_by_role("button", name="Save hand 1").click()
    phone.get_by_role("heading", name="Hand 2").wait_for()
    phone.locator("details.hand > summary").first.click()
    for large, width, height in ((LARGE, 390, 664), (LARGE, 360, 640), (LARGE, 412, 915), ("0", 195, 422)):
        phone.set_viewport_size({"width": width, "height": height})
        phone.evaluate(large)
        assert phone.evaluate(BROKEN) == [], (large, width)
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
        phone.evaluate("document.documentElement.style.fontSize = ''")


UNDER_TOAST = """toast => {
    toast.style.animation = "none"; // it stays, as long as it is measured
    const own = toast.getBoundingClientRect();
    const lies = ({left, top, right, bottom}) =>
        left < own.right - 1 && right > own.left + 1 && top < own.bottom - 1 && bottom > own.top + 1;
    const pressed = document.querySelectorAll(".bar :is(a, button), .top > a, .top summary, .pad :is(a, button)");
    return [...pressed].filter(each => each.checkVisibility() && lies(each.getBoundingClientRect()))
        .map(each => each.textContent);
}"""
"""What one may press that lies under the toast; the title above the board is what it is over."""


def test_toast_of_a_saved_hand_lies_over_nothing_to_press(phone: Page) -> None:
    table = unseen_table(phone)
    pad = at_table.start_game(Unseen(phone), "partnership", NAMES[:4], NAMES[3], table)
    pad.bids(BIDS[2])
    phone.goto(f"{pad.url}?{COUNTED[2]}")
    phone.locator(".save").click()
    toast = phone.locator('.play > .notice[role="status"]', has_text="Hand 1 saved")
    toast.wait_for(state="attached")
    for width, height in SIZES:
        phone.set_viewport_size({"width": width, "height": height})
        assert toast.evaluate(UNDER_TOAST) == [], (width, height)


UNFOLDED = """() => {
    const line = document.querySelector('#folded > summary'), before = line.getBoundingClientRect().top;
    line.click();
    const dock = document.querySelector('.docked').getBoundingClientRect().top;
    const {top, bottom} = line.getBoundingClientRect();
    return {moved: top - before, hidden: bottom > dock, screens: document.documentElement.scrollHeight / innerHeight};
}"""
"""A tap on what is folded in a ruling: how far its line moves, whether that is covered then, how high it all is."""


@pytest.mark.parametrize("size", [(844, 390), (667, 375)])
def test_unfolded_questions_of_a_renege_stay_and_need_little_scrolling_in_landscape(
    phone: Page, size: tuple[int, int]
) -> None:
    pad = partnership(phone)
    for tricks in (7, 8):
        pad.hand("4, 3, 3, 2", tricks)
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    phone.goto(f"{pad.url}/rulings/renege?by=0&books=1")
    found = phone.evaluate(UNFOLDED)
    assert abs(found["moved"]) < 1, "the line moves under the finger"
    assert not found["hidden"]
    assert found["screens"] < 1.8
