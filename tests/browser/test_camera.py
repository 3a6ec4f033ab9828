"""A game handed over by QR codes: its frames, what a camera refuses, and a walk with a filmed screen."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import segno
from PIL import Image
from playwright.sync_api import Browser, Page, Route, expect

from scorekeeper.server.settings import PACKAGE
from scorekeeper.server.static_pad import qr_package
from tests.browser.sharing import scanned
from tests.browser.taps import open_menu, record_by_script
from tests.browser.test_pad_as_files import begin, phone, totals
from tests.browsers import MAX_START, SWITCHES, until
from tests.each_case import each_case
from tests.served import reserved_port
from tests.static_folder import BELOW, hosted, static_folder

__all__ = ["static_folder"]

pytestmark = pytest.mark.browser

MODULES = "http://127.0.0.1:9"
LETTERS = "eJyrVkrOz0lVslIy" * 80
TEXT = f"SPADES1.{LETTERS}"
LINK = f"https://pad.example/en/take.html#{TEXT}"
FRAMES = "async ([link, text]) => (await import('/frames.js')).framesOf(link, text)"
JOIN = """async ([link, text, order]) => {
    const { framesOf, joining } = await import("/frames.js");
    const join = joining();
    const frames = framesOf(link, text);
    return order.map((read) => join(typeof read === "number" ? frames[read] : read));
}"""
FILMED = (1280, 720)
TABLE = "https://club.example/join/0123456789abcdef"
STREAMS = """
    window.streams = [];
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (asked) => {
        const stream = await open(asked);
        streams.push(stream);
        return stream;
    };
"""
STATES = "streams.flatMap(stream => stream.getTracks()).map(track => track.readyState)"


@pytest.fixture(scope="module")
def modules(browser: Browser) -> Iterator[Page]:
    """A page that can import the scripts as they are written."""

    def give(route: Route) -> None:
        script = PACKAGE / "static" / "js" / route.request.url.rpartition("/")[2]
        kind = "text/javascript" if script.suffix == ".js" else "text/html"
        route.fulfill(body=script.read_bytes() if script.is_file() else b"", content_type=kind)

    with phone(browser) as page:
        page.route(f"{MODULES}/**", give)
        page.goto(f"{MODULES}/")
        yield page


def joined(page: Page, order: Sequence[int | str], text: str = TEXT) -> list[Any]:
    """What joining says to each of these: frames by their numbers from 0, and other texts."""
    found: list[Any] = page.evaluate(JOIN, [f"https://pad.example/#{text}", text, list(order)])
    return found


def test_frames_join_in_any_order(modules: Page) -> None:
    assert [answer["part"] for answer in joined(modules, [2, 0, 2, 0])] == [1, 2, 2, 2]
    *before, last = joined(modules, [2, 0, 1])
    assert [answer["text"] for answer in before] == ["", ""]
    assert last == {"part": 3, "all": 3, "text": TEXT}


def test_short_link_is_one_qr_code_that_any_camera_opens(modules: Page) -> None:
    short = "SPADES1.eJyrVkrOz0lVslIy"
    assert joined(modules, [0], short) == [None]
    link = f"https://pad.example/#{short}"
    assert modules.evaluate(FRAMES, [link, short]) == [link]


def test_frames_fit_on_a_screen(modules: Page) -> None:
    """One is read while it is shown: 73 modules at most, with error correction L."""
    frames = modules.evaluate(FRAMES, [LINK, TEXT + LETTERS * 15])
    assert len(frames) > 9
    longest = segno.make(max(frames, key=len), error="l", boost_error=False, micro=False)
    assert longest.symbol_size(border=0)[0] == 73


def test_frames_of_another_game_begin_again(modules: Page) -> None:
    other = "SPADES1/1/2/abcd.eJyr"
    assert [answer["part"] for answer in joined(modules, [0, 1, other, 0])] == [1, 2, 1, 1]


def test_misread_frame_makes_no_game(modules: Page) -> None:
    frames = modules.evaluate(FRAMES, [LINK, TEXT])
    misread = frames[1][:-1] + ("A" if frames[1][-1] != "A" else "B")
    answers = joined(modules, [0, misread, 2, 0, 1, 2])
    assert answers[2] == {"part": 0, "all": 3, "text": ""}
    assert answers[-1]["text"] == TEXT


@each_case("other", ["hello", LINK, "SPADES1/0/3/abcd.A", "SPADES1/4/3/abcd.A", "SPADES1/1/3/abcd."])
def test_what_is_no_frame_is_left_out(modules: Page, other: str) -> None:
    assert joined(modules, [other]) == [None]


@contextmanager
def pad_with_qr(folder: Path, here: Path) -> Iterator[str]:
    """The pad on a web server; skipped if it was written without the package for QR."""
    if qr_package() is None:
        pytest.skip("The pad draws and reads no QR codes: run make npm-packages, which needs npm and the network once.")
    shutil.copytree(folder, here / BELOW)
    with reserved_port() as port, hosted(here, port) as pad:
        yield pad


def look_for_game(page: Page, pad: str) -> None:
    page.goto(f"{pad}en/")
    page.get_by_role("link", name="Take on a game").click()
    page.get_by_role("button", name="Use the camera").click()


def carry(page: Page) -> None:
    """Open the page that takes the game along."""
    open_menu(page)
    page.get_by_role("link", name="Take it along").click()


REFUSALS = {"NotAllowedError": "isn’t allowed here", "NotReadableError": "doesn’t answer"}


def test_refusals_of_the_camera_are_plain(browser: Browser, static_folder: Path, tmp_path: Path) -> None:
    """The reader doesn't load; then this machine has no camera; then the browser or the machine keeps it."""
    with pad_with_qr(static_folder, tmp_path) as pad, phone(browser) as page:
        page.context.route("**/decode.js", lambda route: route.abort())
        look_for_game(page, pad)
        expect(page.get_by_role("alert")).to_contain_text("didn’t load")
        page.context.unroute("**/decode.js")
        look_for_game(page, pad)
        expect(page.get_by_role("alert")).to_contain_text("No camera was found")
        for name, words in REFUSALS.items():
            page.evaluate(
                "name => { navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', name); }; }",
                name,
            )
            page.get_by_role("button", name="Use the camera").click()
            expect(page.get_by_role("alert")).to_contain_text(words)
            expect(page.locator("video")).to_be_hidden()


SEEN = """
    window.seen = "";
    window.BarcodeDetector = class {
        static async getSupportedFormats() { return ["qr_code"]; }
        async detect() { return window.seen ? [{ rawValue: window.seen }] : []; }
    };
    navigator.mediaDevices.getUserMedia = async () => {
        const canvas = document.createElement("canvas");
        canvas.getContext("2d");
        return canvas.captureStream();
    };
"""


def test_browser_that_reads_qr_codes_itself_loads_no_reader(
    browser: Browser, static_folder: Path, tmp_path: Path
) -> None:
    """What each QR code is, what shows of it, and that the camera ends with the page."""
    with pad_with_qr(static_folder, tmp_path) as pad, phone(browser) as page:
        page.add_init_script(SEEN + STREAMS)
        page.context.route("**/decode.js", lambda route: route.abort())
        look_for_game(page, pad)
        expect(page.get_by_text("Hold it in front of the QR code.")).to_be_visible()
        page.evaluate("window.seen = 'https://club.example/'")
        expect(page.get_by_role("alert")).to_contain_text("This QR code has no game.")
        page.evaluate("window.seen = 'SPADES1/2/3/abcd.eJ'")
        expect(page.get_by_role("status").filter(has_text="1 of 3")).to_be_visible()
        expect(page.get_by_role("alert")).to_have_count(0)
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(page.locator("video")).to_be_hidden()
        assert page.evaluate(STATES) == ["ended"]
        page.evaluate("window.seen = 'https://pad.example/en/take.html#SPADES1.eJ'")
        page.get_by_role("button", name="Use the camera").click()
        expect(page.get_by_role("alert")).to_contain_text("cut off")
        expect(page.locator("video")).to_be_hidden()
        assert page.evaluate(STATES) == ["ended", "ended"]


def test_link_of_a_new_game_is_one_qr_code(browser: Browser, static_folder: Path, tmp_path: Path) -> None:
    """Any camera opens it, and so does that of the page."""
    with pad_with_qr(static_folder, tmp_path) as pad, phone(browser) as giver, phone(browser) as taker:
        begin(giver, pad)
        before = giver.locator(".seat").all_inner_texts()
        giver.locator(".pad .key[value='4']").first.click()
        expect(giver.locator(".seat").filter(has_text="4")).to_have_count(1)
        bids = giver.locator(".seat").all_inner_texts()
        assert bids != before
        carry(giver)
        giver.get_by_role("button", name="Show as QR code").click()
        link = giver.get_by_label("Link with the game").input_value()
        assert scanned(giver) == link
        expect(giver.get_by_role("button", name="Next")).to_be_hidden()
        taker.add_init_script(SEEN)
        look_for_game(taker, pad)
        taker.evaluate("link => { window.seen = link; }", link)
        taker.get_by_role("button", name="Go on with it here").click()
        expect(taker.get_by_role("heading", level=1)).to_have_text("Hand 1")
        assert taker.locator(".seat").all_inner_texts() == bids


def frames_of(page: Page) -> list[Image.Image]:
    """Pictures of the QR codes that the page shows in turn, and then one by one."""
    page.emulate_media(reduced_motion="no-preference")
    page.get_by_role("button", name="Show as QR code").click()
    says = page.locator("[data-frame]")
    expect(says).to_contain_text("Frame 2 of")
    page.get_by_role("button", name="Next").click()
    pictures: dict[str, Image.Image] = {}
    while (shown := says.inner_text()) not in pictures:
        pictures[shown] = Image.open(io.BytesIO(page.locator("canvas").screenshot()))
        page.get_by_role("button", name="Next").click()
    return list(pictures.values())


def film(path: Path, pictures: Sequence[Image.Image]) -> None:
    """What a camera sees of them, two of each second: grey around a screen, as YUV4MPEG2."""
    with path.open("wb") as file:
        file.write(b"YUV4MPEG2 W%d H%d F4:1 Ip A1:1 C420jpeg\n" % FILMED)
        for picture in pictures:
            seen = Image.new("L", FILMED, 90)
            screen = picture.convert("L").resize((640, 640)).rotate(4, expand=True, fillcolor=90)
            seen.paste(screen, ((FILMED[0] - screen.width) // 2, (FILMED[1] - screen.height) // 2))
            file.write(b"FRAME\n" + seen.tobytes() + b"\x80" * (FILMED[0] * FILMED[1] // 2))


@contextmanager
def with_camera(browser: Browser, path: Path, seen: Path) -> Iterator[Page]:
    """A phone whose camera sees this film, again and again."""
    fake = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
    film_switch = f"--use-file-for-fake-video-capture={seen}"
    chromium = browser.browser_type.launch(
        executable_path=path, args=[*SWITCHES, *fake, film_switch], timeout=MAX_START
    )
    try:
        with phone(chromium) as page:
            page.add_init_script(STREAMS)
            yield page
    finally:
        chromium.close()


def test_another_phone_goes_on_by_its_camera(
    browser: Browser, chromium_path: Path, static_folder: Path, tmp_path: Path
) -> None:
    """It sees a table's link first, then the frames from the last to the first; later it scans that link."""
    with pad_with_qr(static_folder, tmp_path / "www") as pad:
        with phone(browser) as giver:
            begin(giver, pad)
            for calls in ("3 3 3 3", "4 5 4 3", "4 2 3 2", "2 5 6 3") * 8:  # fewer hands are one QR code
                record_by_script(giver, 7, calls)
            giver.locator(".pad .key[value='5']").first.click()
            expect(giver.get_by_role("heading", level=1)).to_have_text("Hand 33")
            given, bids = totals(giver), giver.locator(".seat").all_inner_texts()
            carry(giver)
            shown = frames_of(giver)
            giver.get_by_role("button", name="Hand over").click()
            expect(giver.get_by_role("status").filter(has_text="goes on with this game.")).to_be_visible()
        assert len(shown) > 2
        table = io.BytesIO()
        segno.make(TABLE).save(table, kind="png", scale=12)
        seen = tmp_path / "seen.y4m"
        film(seen, [Image.open(table), *reversed(shown)])
        with with_camera(browser, chromium_path, seen) as taker:
            look_for_game(taker, pad)
            taker.get_by_role("button", name="Go on with it here").click()
            expect(taker.get_by_role("heading", level=1)).to_have_text("Hand 33")
            assert (totals(taker), taker.locator(".seat").all_inner_texts()) == (given, bids)
            carry(taker)
            taker.get_by_role("button", name="Scan it").click()
            expect(taker.get_by_label("Link of the table")).to_have_value(TABLE)
            expect(taker.locator("video")).to_be_hidden()
            assert taker.evaluate(STATES) == ["ended"]
            taker.get_by_role("button", name="Scan it").click()
            taker.get_by_role("button", name="Cancel").click()
            expect(taker.locator("video")).to_be_hidden()
            assert set(taker.evaluate(STATES)) == {"ended"}
            taker.get_by_role("button", name="Scan it").click()
            expect(taker.locator("video")).to_be_visible()
            taker.go_back()
            expect(taker.get_by_role("heading", level=1)).to_have_text("Hand 33")
            until(taker, f"() => {STATES}.every(state => state === 'ended')")
            assert len(taker.evaluate(STATES)) == 3
