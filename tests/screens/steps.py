"""Steps to take on a page before it is looked at."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page

from scorekeeper.core.sheet import sheet_json
from scorekeeper.core.words.language import fill, text_key
from scorekeeper.formats.catalogues import FOLDER, Catalogues
from scorekeeper.formats.files.game_json import read_game
from scorekeeper.formats.game_json import game_json
from scorekeeper.formats.games import ExportedGame
from tests.browser.taps import press_to_load
from tests.formats.exports.replayed import kept_from
from tests.formats.verification.forging import forged, keys_in
from tests.screens.games import save_hand
from tests.screens.setting import Setting

LANGUAGES = Catalogues(FOLDER)
DEAL = text_key("button", "Deal")


def words_of(page: Page, message: str, **figures: str | int) -> str:
    """The message in the language of the page."""
    language = page.evaluate("document.documentElement.lang")
    return fill(LANGUAGES.best([language]).text(message), figures)


def is_phone_of(which: str) -> Callable[[Page, Setting], None]:
    """At a tournament, say that it is the phone of who `plays` or `waits`; once it is known, nothing is asked."""

    def say(page: Page, setting: Setting) -> None:
        plays_too = page.locator("#play-too > summary")  # a device at the desk is not asked
        if plays_too.count():
            plays_too.click()
        button = page.get_by_role("button", name=setting.places[which], exact=True)
        if button.count():
            press_to_load(button)

    return say


def ask_to_remove(page: Page, _setting: Setting) -> None:
    """Start to remove another device, without confirming."""
    open_phone(page, _setting)
    press_to_load(page.locator(".phone-drawer .remove").first)


def open_phone(page: Page, _setting: Setting) -> None:
    """Open the drawer of another phone."""
    page.locator(".phone-sheet > summary").first.click()
    page.locator(".phone-drawer").first.wait_for()


def type_a_near_name(page: Page, _setting: Setting) -> None:
    """Type a name that is close to a known one: the page asks."""
    page.get_by_text(words_of(page, "Someone else")).click()
    page.get_by_label(words_of(page, "Name"), exact=True).fill("Annn")
    press_to_load(page.get_by_role("button", name="OK"))


def open_hand(page: Page, _setting: Setting) -> None:
    """Open the newest hand of the score sheet, and scroll it to the middle."""
    hand = page.locator("details.hand").first
    hand.locator("summary").click()
    hand.evaluate("hand => hand.scrollIntoView({block: 'center'})")


def open_all(page: Page, _setting: Setting) -> None:
    """Open everything that is folded, once the styles for it are there: a tap makes a page for bids load them."""
    styles = page.locator("link[href*='/hand.']").first
    if not styles.count():
        page.evaluate("dispatchEvent(new PointerEvent('pointerdown'))")
    styles.wait_for(state="attached")
    styles.evaluate("link => link.sheet ?? new Promise(loaded => link.addEventListener('load', () => loaded(null)))")
    page.evaluate("document.querySelectorAll('details:not(.more)').forEach(each => each.setAttribute('open', ''))")


def open_menu(page: Page, _setting: Setting) -> None:
    """Open the menu of the game."""
    page.locator(".more > summary").click()


def send_empty(page: Page, _setting: Setting) -> None:
    """Send the page's main form unchanged, past the browser's own checks."""
    page.locator("form:has(.button.main)").first.evaluate("form => { form.noValidate = true }")
    press_to_load(page.locator(".button.main").last)


def type_other_score(page: Page, _setting: Setting) -> None:
    """Type a result on the page of a match that another director has given one since it was opened."""
    page.locator("[name=instead]").evaluate_all("(all) => all.forEach((each) => (each.value = '0'))")
    page.locator("#first").fill("210")
    page.locator("#second").fill("99")
    press_to_load(page.locator("form:has(#first) button.main"))


def give_up(page: Page, _setting: Setting) -> None:
    """Press the first side of a match as the one that gives up, and look at the question."""
    open_all(page, _setting)
    press_to_load(page.locator("#forfeit a.button").first)


def type_other_paper(page: Page, _setting: Setting) -> None:
    """Type a paper of a table that has another result into the stack, and look at the question."""
    for field, text in (("#table", "2"), ("#first", "210"), ("#second", "99")):
        page.locator(field).fill(text)
    page.locator("#second").press("Enter")
    page.locator("[data-look]").click()


def mark_as_paid(page: Page, _setting: Setting) -> None:
    """Mark the first open payment as paid."""
    press_to_load(page.get_by_role("button", name=words_of(page, "Paid")).first)


def fill_in_wrong_seats(page: Page, _setting: Setting) -> None:
    """A seat is free, and two names look alike."""
    page.locator("#seat-0").evaluate("field => { field.value = 'ann' }")
    page.locator("#seat-1").evaluate("field => { field.value = 'Ann' }")
    page.get_by_role("button", name=words_of(page, DEAL), exact=True).click()
    page.locator(".wrong").first.wait_for()


def customize(page: Page, _setting: Setting) -> None:
    """Open the page of single house rules, with two that differ from their preset."""
    page.locator("#house-rules > summary").click()
    page.locator("button#customize").click()
    page.locator("#option-target").fill("350")
    page.locator("#option-lose_at").select_option("-200")
    page.locator("[data-main-button]").click()
    page.locator("#house-rules > summary").click()
    page.locator("button#customize").click()
    page.locator("#rules-changed").wait_for()


def customize_wrong(page: Page, _setting: Setting) -> None:
    """A house rule is out of range."""
    page.locator("#option-target").fill("49")
    page.get_by_role("button", name=words_of(page, "Done"), exact=True).click()
    page.locator(".wrong").first.wait_for()


def save_preset(page: Page, setting: Setting) -> None:
    """Save a preset in the new-game form, then open everything on the page; each language has one of its own."""
    here, language = page.url, str(page.locator("html").get_attribute("lang"))
    name = "Thursday" if language == "en" else f"Thursday {language}"
    page.goto(f"/tables/{setting.places['table']}/games/new?rules=partnership&customize=yes")
    page.get_by_label(words_of(page, "Save these house rules as")).fill(name)
    page.get_by_role("button", name=words_of(page, "Save preset")).click()
    page.locator(".notice.good").wait_for()
    page.goto(here)
    open_all(page, setting)


def too_many_lines(page: Page, _setting: Setting) -> None:
    """More notes of the table's own than allowed."""
    page.get_by_label(words_of(page, "One rule a line")).fill("\n".join("abcdefghijklm"))
    press_to_load(page.get_by_role("button", name=words_of(page, "Save")))


def nearly_known(page: Page, _setting: Setting) -> None:
    """Seat somebody whose name is close to a known one."""
    page.locator("#seat-1").evaluate("field => { field.value = 'Benn' }")
    page.get_by_role("button", name=words_of(page, DEAL), exact=True).click()
    page.locator(".ask").wait_for()


def clear_a_seat(page: Page, _setting: Setting) -> None:
    """One seat is free, and the page asks who could take it."""
    page.locator("[data-place='1'] button").click()
    page.locator("[name=stand]").click()
    page.locator("[name=stand]").wait_for(state="detached")


def save_twice(page: Page, setting: Setting) -> None:
    """Two phones save the same hand, each its own version."""
    save = page.get_by_role("button", name=words_of(page, "Save hand {number}", number=1))
    save_hand(setting.instance, setting.places["clash"], [8, 5])
    save.evaluate("button => button.click()")  # at once, before the page can be drawn again
    page.get_by_role("heading", name=words_of(page, "Two scores for hand {number}", number=1)).wait_for()


def bid_twice(page: Page, _setting: Setting) -> None:
    """Another phone bid for Ben first: this page still has the keys for his bid."""
    page.locator('.pad form:has([name="was"]) .key[value="5"]').evaluate(  # at once, before the page can be drawn again
        "key => { key.form.elements.seat.value = 0; key.click() }"
    )
    page.get_by_role("heading", name=words_of(page, "Two bids for {name}", name="Ann")).wait_for()


def bid_early(page: Page, _setting: Setting) -> None:
    """Bid on one's own phone before one's turn."""
    page.locator('.pad .key[value="3"]').click()
    page.get_by_role("link", name=words_of(page, "Change my bid")).wait_for()


def undo(page: Page, _setting: Setting) -> None:
    """Undo the latest event: the page says what."""
    page.get_by_role("button", name=words_of(page, "Undo")).click()
    page.locator(".notice").wait_for()


def lose_connection(page: Page, _setting: Setting) -> None:
    """Tap without a connection."""
    page.context.set_offline(True)
    page.locator(".pad .key:enabled").nth(3).click()
    page.locator("#connection").wait_for()


def show_scorer_link(page: Page, _setting: Setting) -> None:
    """The link for scorers, with a code to type."""
    page.get_by_role("button", name=words_of(page, "Use a code instead")).click()
    page.locator(".code").wait_for()


def wrong_code(page: Page, _setting: Setting) -> None:
    """Type an unknown code."""
    page.get_by_label(words_of(page, "Code")).fill("AAAA-AAAA")
    page.get_by_role("button", name=words_of(page, "Join")).click()
    page.locator(".wrong").first.wait_for()


def pass_the_pen(page: Page, _setting: Setting) -> None:
    """Pass the pen: the page shows the code."""
    press_to_load(page.get_by_role("button", name=words_of(page, "Pass the pen")))


def import_games(page: Page, setting: Setting) -> None:
    """Preview a record that is already here."""
    _paste_record(page, setting)
    press_to_load(page.locator(".button.main").first)


def assign_columns(page: Page, _setting: Setting) -> None:
    """Paste a list of hands, whose columns are to be assigned."""
    page.locator("textarea").first.fill("Hand,We bid,We took,They bid,They took\n1,8,9,4,4\n2,6,7,5,6\n")
    press_to_load(page.locator(".button.main").first)


def assign_doubtful_columns(page: Page, _setting: Setting) -> None:
    """Paste a list of hands with a column, a row and a bid that are asked about."""
    heads = "Round,Ann Bid,Cal Bid,Ben Bid,Dee Bid,We took,They took,Remark"
    page.locator("textarea").first.fill(f"{heads}\n1,3,2,5,2,5,8,late\nbreak\n2,4-Mar,,2,2,7,6,\n")
    press_to_load(page.locator(".button.main").first)


def verify_record(page: Page, setting: Setting) -> None:
    """Paste a record and verify it."""
    _paste_record(page, setting)
    press_to_load(page.locator(".button.main").first)


def verify_forged(page: Page, setting: Setting) -> None:
    """The same game with its first hand changed, and all hashes recomputed to fit."""
    _verify_text(page, game_json(forged(_exported(page, setting))))


def verify_other_server(page: Page, setting: Setting) -> None:
    """The export of another server, signed with its own key."""
    with TemporaryDirectory() as folder:
        keys = keys_in(Path(folder))
        other = forged(_exported(page, setting), keys.sign, "gameofanotherserver")
        _verify_text(page, game_json(other))


def verify_typed(page: Page, setting: Setting) -> None:
    """A sheet typed by hand: no checksums, no events."""
    _verify_text(page, json.dumps(sheet_json(_exported(page, setting).sheet)))


def follow_receipt(page: Page, _setting: Setting) -> None:
    """Open the receipt of a finished game by its link."""
    open_all(page, _setting)
    page.locator(".qr-card p a").click()
    page.locator(".verdict").wait_for()


def _exported(page: Page, setting: Setting) -> ExportedGame:
    written = page.request.get(f"/games/{setting.places['over']}/exports/json").text()
    return kept_from(read_game(json.loads(written)))


def _verify_text(page: Page, text: str) -> None:
    page.locator("textarea").first.fill(text)
    press_to_load(page.locator(".button.main").first)


def _paste_record(page: Page, setting: Setting) -> None:
    record = page.request.get(f"/games/{setting.places['over']}/exports/text").text()
    page.locator("textarea").first.fill(record)


def import_nonsense(page: Page, _setting: Setting) -> None:
    """Paste something that is no record."""
    page.locator("textarea").first.fill("Ann 5, Ben 4, and nobody wrote the rest down")
    press_to_load(page.locator(".button.main").first)


def type_hands(page: Page, _setting: Setting) -> None:
    """A paper sheet: its first hand, and a second one with a nil that was set."""
    _type_hand(page, ("4", "3", "3", "2"), ("7", "6", "70", "51"))
    press_to_load(page.locator(".paper-hand + .pair .button").first)
    _type_hand(page, ("nil", "5", "4", "3"), ("6", "", "", ""))
    page.locator(".paper-question:visible .segment:has([value=set])").click()


def compare(page: Page, _setting: Setting) -> None:
    """A paper sheet with an addition error in its second hand."""
    _type_hand(page, ("4", "3", "3", "2"), ("7", "6", "70", "51"))
    press_to_load(page.locator(".paper-hand + .pair .button").first)
    _type_hand(page, ("4", "3", "3", "2"), ("8", "5", "142", "101"))
    press_to_load(page.get_by_role("button", name=words_of(page, "Find mistakes")))


def _type_hand(page: Page, bids: tuple[str, ...], counts: tuple[str, ...]) -> None:
    """The bids side by side, then both counts, then both totals."""
    for bid, code in zip(page.locator(".paper-hand select").all(), bids, strict=True):
        bid.select_option(code)
    for kind, texts in (("t", counts[:2]), ("s", counts[2:])):
        for box, text in zip(page.locator(f".paper-hand input[name^='{kind}-']").all(), texts, strict=True):
            box.fill(text)
