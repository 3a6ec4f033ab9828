"""House rules on the pages: presets, a table's own ones, sentences with controls, and the table's own notes."""

from __future__ import annotations

import re

import pytest
from selectolax.lexbor import LexborHTMLParser

from scorekeeper.core.rules.presets import presets_for
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set
from scorekeeper.core.words.rulesets import preset_name
from tests.web.at_table import Pad, new_game, seated, start_game, start_table
from tests.web.browsing import Button, Form, Page, Phone, words_of

PARTNERSHIP = rule_set("partnership").options(Shape(2, 2))
JOKERS = "Both jokers are high"


@pytest.fixture
def table(phone: Phone) -> str:
    """The regulars' Thursday table."""
    return start_table(phone)


def option(page: Page, key: str) -> str | None:
    """The form's value for an option."""
    return page.form_with("seat-0").fields.get(f"option-{key}")


def chosen(page: Page) -> list[str]:
    """The presets that the page shows as chosen."""
    return re.findall(r'name="preset" value="([^"]+)" aria-pressed="true"', page.html)


def hidden(page: Page) -> set[str]:
    """The options that the page hides."""
    return set(re.findall(r'data-option="(\w+)" data-idle="[^"]*" hidden', page.html))


def button(page: Page, name: str, value: str) -> Button:
    """The button of the new-game form that posts this."""
    return next(each for each in page.buttons if each.name == name and each.value == value)


def press(phone: Phone, name: str, value: str, status: int = 200, /, **typed: str | None) -> Page:
    """Press a button of the new-game form, with this typed."""
    return phone.submit(phone.page.form_with("seat-0"), button(phone.page, name, value), status, **typed)


def customize(phone: Phone, table: str, rules: str = "partnership") -> Page:
    """The page of single house rules, opened from the new-game form."""
    new_game(phone, table, rules)
    return press(phone, "customize", "yes")


def save_preset(phone: Phone, table: str, name: str, status: int = 200, /, **options: str) -> Page:
    """Save partnership options under a name."""
    customize(phone, table)
    typed = {f"option-{key}": value for key, value in options.items()}
    return press(phone, "save", "yes", status, preset_name=name, **typed)


def test_presets_are_beside_the_seats_and_single_options_a_page_of_their_own(phone: Phone, table: str) -> None:
    page = new_game(phone, table)
    for preset in presets_for(PARTNERSHIP):
        assert preset_name(preset.key) in page.text
    assert "data-option=" not in page.html
    assert "Play to 500. Blind nil 200." in page.text
    page = press(phone, "customize", "yes", **seated())
    assert page.heading == "Customize"
    assert "data-option=" in page.html
    assert "Short game" not in page.text
    page = press(phone, "done", "yes", **{"option-target": "300"})
    assert (page.heading, option(page, "target")) == ("Seats", "300")
    assert "House rules Classic, 1 change" in page.text
    assert page.form_with("seat-0").fields["seat-2"] == "Cal"
    phone.submit(page.form_with("seat-0"))
    assert "Play to 300" in phone.open(f"{Pad(phone).url}/rules").text


def test_what_differs_from_the_nearest_preset_is_on_top_and_leads_back(phone: Phone, table: str) -> None:
    assert "As in Classic." in customize(phone, table).text
    new_game(phone, table)
    press(phone, "preset", "short-game")
    assert "As in Short game." in press(phone, "customize", "yes").text
    page = press(phone, "update", "yes", **{"option-nil": "50", "minutes": "30"})
    shown = groups(page)
    assert next(iter(shown)) == "Not as in Short game"
    assert shown["Not as in Short game"] == ["minutes", "nil"]
    assert "Short game: 100" in page.text
    page = press(phone, "preset", "short-game")
    assert page.heading == "Customize"
    assert (option(page, "nil"), page.form_with("seat-0").fields["minutes"]) == ("100", "0")
    assert "As in Short game." in page.text


def test_own_preset_is_what_single_options_are_compared_with(phone: Phone, table: str) -> None:
    assert "As in Lunch break." in save_preset(phone, table, "Lunch break", target="150", nil="50").text
    assert "Not as in Lunch break" in groups(press(phone, "update", "yes", **{"option-target": "200"}))


def test_house_rules_are_kept_for_the_next_visit_like_the_seats(phone: Phone, table: str) -> None:
    customize(phone, table)
    press(phone, "done", "yes", **{"option-target": "300", "minutes": "20", "best_of": "3"})
    assert option(new_game(phone, table, "suicide"), "target") == "500", "another game"
    page = new_game(phone, table)
    fields = page.form_with("seat-0").fields
    assert (fields["option-target"], fields["minutes"], fields["best_of"]) == ("300", "20", "3")
    phone.submit(page.form_with("seat-0"), **seated())
    assert option(new_game(phone, start_table(phone, "Friday")), "target") == "500", "another table"


def test_house_rules_of_a_table_lead_to_a_preset_of_its_own(phone: Phone, table: str) -> None:
    phone.open(f"{table}/house-rules")
    assert phone.tap("New preset").heading == "Customize"
    page = press(phone, "save", "yes", preset_name="Lunch break", **{"option-target": "150"})
    assert "“Lunch break” saved" in page.text
    assert "Lunch break" in phone.open(f"{table}/house-rules").text


def test_partnership_at_a_new_table_begins_with_classic(phone: Phone, table: str) -> None:
    page = new_game(phone, table)
    assert chosen(page) == ["classic"]
    assert option(page, "blind_nil") == "200"
    assert chosen(new_game(phone, table, "miser")) == ["standard"]


def test_preset_button_fills_in_options_and_keeps_seats(phone: Phone, table: str) -> None:
    new_game(phone, table)
    page = press(phone, "preset", "short-game", **seated())
    assert chosen(page) == ["short-game"]
    assert (option(page, "target"), option(page, "blind_nil")) == ("250", "200")
    assert page.form_with("seat-0").fields["seat-2"] == "Cal"
    assert '<details class="fold" id="house-rules" open>' in page.html
    assert press(phone, "preset", "no-blinds").form_with("seat-0").fields["option-target"] == "500"
    phone.submit(phone.page.form_with("seat-0"), **seated())
    assert phone.page.heading == "Hand 1"


def test_removed_preset_changes_nothing(phone: Phone, table: str) -> None:
    form = new_game(phone, table).form_with("seat-0")
    page = phone.submit(form, None, 200, preset="marathon", **seated(target="300"))
    assert option(page, "target") == "300"


def test_other_options_are_counted(phone: Phone, table: str) -> None:
    customize(phone, table)
    page = press(phone, "done", "yes", **{"option-blind_nil": "0", "option-nil": "50", "option-bags": "0"})
    assert chosen(page) == []
    assert "House rules No blinds, 2 changes" in page.text


def test_table_can_save_and_use_a_preset(phone: Phone, table: str) -> None:
    page = save_preset(phone, table, "Lunch break", target="150", nil="50")
    assert "“Lunch break” saved" in page.text
    page = press(phone, "done", "yes")
    assert chosen(page) == ["Lunch break"]
    assert "Play to 150. Nil 50." in page.text
    page = press(phone, "preset", "Lunch break", **seated())
    assert (option(page, "target"), option(page, "nil"), option(page, "blind_nil")) == ("150", "50", "200")
    assert "Lunch break" not in new_game(phone, table, "whiz").text


@pytest.mark.parametrize("name", ["", "Classic", "x" * 41, "lunch BREAK"])
def test_invalid_preset_name_is_refused(phone: Phone, table: str, name: str) -> None:
    save_preset(phone, table, "Lunch break")
    page = save_preset(phone, table, name)
    assert 'id="preset_name-wrong"' in page.html
    assert "saved for this table" not in page.text
    assert new_game(phone, table).html.count('name="preset" value="') == len(presets_for(PARTNERSHIP)) + 1


def test_invalid_house_rules_are_not_saved(phone: Phone, table: str) -> None:
    page = save_preset(phone, table, "Lunch break", target="1")
    assert 'id="option-target-wrong"' in page.html
    assert "Lunch break" not in new_game(phone, table).text


def test_house_rules_that_do_not_go_together_are_refused(phone: Phone, table: str) -> None:
    both = {"sets_lose": "3", "sets_in_a_row": "yes", "sets_in_a_row_lose": "2"}
    customize(phone, table)
    shown = press(phone, "update", "yes", **{f"option-{key}": value for key, value in both.items()})
    assert "sets_in_a_row" not in hidden(shown)
    page = save_preset(phone, table, "Lunch break", **both)
    assert "This does not go with “Lost by sets in a row”" in page.text
    assert "Lunch break" not in new_game(phone, table).text


def test_irrelevant_options_are_hidden(phone: Phone, table: str) -> None:
    assert not hidden(customize(phone, table)) & {"blind_behind", "bag_penalty", "failed_nil"}
    page = press(phone, "update", "yes", **{"option-blind_nil": "0", "option-bags": "0"})
    assert hidden(page) >= {"blind_behind", "bag_penalty", "bags_carry"}
    assert "failed_nil" not in hidden(page)


def test_equivalent_house_rules_have_the_same_code(phone: Phone) -> None:
    codes = set()
    for penalty in ("100", "50"):
        game = start_game(phone, bags="0", bag_penalty=penalty).url
        codes.add(phone.open(f"{game}/rules").heading)
    assert len(codes) == 1


def test_sentences_have_no_raw_keys(phone: Phone, table: str) -> None:
    text = customize(phone, table).text
    for sentence in (
        "If a nil fails, its tricks",
        "are bags",
        "don’t count",
        "Lose at",
        "Keep extra bags after a penalty",
    ):
        assert sentence in text
    for raw in ("flat-100", "play-on", "fewest-overtricks", "ignored", "Takes "):
        assert raw not in text


def test_every_control_offers_the_current_value(phone: Phone, table: str) -> None:
    form = customize(phone, table).form_with("seat-0")
    page = phone.submit(form, button(phone.page, "update", "yes"), 200, **{"option-lose_at": "-333"})
    assert option(page, "lose_at") == "-333"
    assert "−333" in page.text


def test_rules_sheet_shows_the_table_s_lines(phone: Phone, table: str) -> None:
    before = start_game(phone, table=table).url
    phone.open(table)
    phone.open(next(link.url for link in phone.page.links if link.label == "House rules"))
    phone.submit(phone.page.form_with("lines"), lines=f"{JOKERS}\r\n\r\n  The 2♣ leads  \r\n")
    assert phone.page.form_with("lines").fields["lines"].split("\n") == [JOKERS, "The 2♣ leads"]
    assert JOKERS in new_game(phone, table).text
    game = start_game(phone, table=table).url
    for page in (f"{game}/rules", f"{game}/print"):
        assert f"{JOKERS} The 2♣ leads" in phone.open(page).text
    assert JOKERS not in phone.open(f"{before}/rules").text
    phone.open(f"{table}/house-rules")
    phone.submit(phone.page.form_with("lines"), lines="")
    assert JOKERS in phone.open(f"{game}/rules").text
    assert JOKERS not in new_game(phone, table).text


@pytest.mark.parametrize("lines", ["\n".join("abcdefghijklm"), "x" * 121])
def test_invalid_lines_are_refused_and_shown_again(phone: Phone, table: str, lines: str) -> None:
    phone.open(f"{table}/house-rules")
    page = phone.submit(phone.page.form_with("lines"), None, 422, lines=lines)
    assert 'id="lines-wrong"' in page.html
    assert page.form_with("lines").fields["lines"].strip() == lines
    assert phone.open(f"{table}/house-rules").form_with("lines").fields["lines"].strip() == ""


def of_presets(page: Page) -> list[Form]:
    """The forms that rename and remove each preset of the table."""
    return [form for form in page.forms if "/presets/" in form.action]


def test_a_preset_is_renamed_and_removed(phone: Phone, table: str) -> None:
    save_preset(phone, table, "Lunch break", target="150")
    save_preset(phone, table, "Dinner")
    page = phone.open(f"{table}/house-rules")
    assert "Lunch break Partnership Spades" in page.text
    assert "Play to 150." in page.text
    phone.submit(of_presets(page)[0], name="Coffee break")
    assert "Coffee break" in phone.page.text
    refused = phone.submit(of_presets(phone.page)[0], None, 422, name="Dinner")
    assert 'aria-invalid="true"' in refused.html
    phone.open(f"{table}/house-rules")
    phone.tap("Remove Coffee break")
    assert "Games keep the rules" in phone.page.text
    assert "Coffee break" not in new_game(phone, table).text


def test_unknown_preset_is_not_found(phone: Phone, table: str) -> None:
    save_preset(phone, table, "Lunch break")
    page = phone.open(f"{table}/house-rules")
    rename, remove = of_presets(page)
    phone.submit(remove)
    phone.submit(remove, None, 404)
    phone.submit(rename, None, 404, name="Dinner")


def test_preset_adds_its_line_to_the_table_s_own(phone: Phone, table: str) -> None:
    new_game(phone, table)
    page = press(phone, "preset", "cookout", **seated())
    assert chosen(page) == ["cookout"]
    assert "win 150 or lose 150. Spades may be led at any time." in page.text
    phone.submit(page.form_with("seat-0"), **seated())
    sheet = phone.open(f"{Pad(phone).url}/rules")
    assert "Cookout" in sheet.text
    assert "Spades may be led at any time." in sheet.text
    assert chosen(new_game(phone, table)) == ["cookout"]


def test_rules_page_shows_the_house_rules_of_the_new_game(phone: Phone, table: str) -> None:
    page = new_game(phone, table)
    rules = phone.open(next(link.url for link in page.links if "/rules/partnership" in link.url))
    assert rules.form_with("option-target").fields["option-blind_nil"] == "200"
    new_game(phone, table)
    page = press(phone, "preset", "lodge", **seated())
    rules = phone.open(next(link.url for link in page.links if "/rules/partnership" in link.url))
    fields = rules.form_with("option-target").fields
    assert (fields["option-target"], fields["option-first_hand_least"]) == ("350", "4")


def test_no_target_goes_with_a_last_hand(phone: Phone, table: str) -> None:
    assert "This does not go with “Hands at most”" in save_preset(phone, table, "Rotation", target="0").text
    assert "“Rotation” saved" in save_preset(phone, table, "Rotation", target="0", hands="4").text
    assert "No target. Stop after 4 hands." in new_game(phone, table).text


def groups(page: Page) -> dict[str, list[str]]:
    """The house rules of the form by heading."""
    found: dict[str, list[str]] = {}
    for group in LexborHTMLParser(page.html).css("[data-topic]"):
        summary = group.css_first("summary")
        found[words_of(summary)] = [
            str(row.attributes["data-option"]) for row in group.css("[data-option]") if "hidden" not in row.attributes
        ]
    return found


def test_house_rules_are_grouped(phone: Phone, table: str) -> None:
    shown = groups(customize(phone, table))
    assert list(shown) == ["Target and end", "Bags", "Nil and blind", "Bidding", "Contracts and sets", "Cards"]
    assert {"nil", "blind_nil", "blind_behind"} <= {*shown["Nil and blind"]}
    new_game(phone, table)
    press(phone, "preset", "no-blinds")
    assert "blind_behind" not in groups(press(phone, "customize", "yes"))["Nil and blind"], "without effect"


def test_first_preset_says_its_rules_and_the_others_what_they_change(phone: Phone, table: str) -> None:
    text = new_game(phone, table).text
    assert "Classic Play to 500. Blind nil 200. Blind calls only when behind by 100." in text
    assert "No blinds No blind nil. " in text
    assert "Short game Play to 250. " in text
    thirty = "Play to 300. No bag penalty. No blind nil. Bags score nothing. Time is called after 30 minutes."
    assert f"Thirty minutes {thirty}" in text
