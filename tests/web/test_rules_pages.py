"""The rules pages: one for each rule set, made from what scores, with an anchor for every rule that a line links to."""

from __future__ import annotations

import re

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.core.pages.place import option_query
from scorekeeper.core.pages.rulebook import anchors, describe, with_house_rules
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.web.rulesets.house_rules import HouseRulesForm
from scorekeeper.web.rulesets.house_rules import with_house_rules as with_fields
from tests.web.browsing import Phone

TABLES = [(key, shape) for key, rules in rule_sets().items() for shape in rules.shapes]
NAMES = [f"{key}-{shape.sides}x{shape.players_per_side}" for key, shape in TABLES]


def ids(html: str) -> list[str]:
    """Every anchor of a page; what lies in a template is not on it yet."""
    shown = re.sub("<template.*?</template>", "", html, flags=re.DOTALL)
    return re.findall(r'\sid="([^"]+)"', shown)


def rows(html: str) -> dict[str, tuple[str, str]]:
    """The calls of a page with their points made and failed, as text."""
    gap = r"\s*"
    cells = [
        r'<th scope="row">(.*?)</th>',
        r"<td>.*?</td>",
        r'<td class="num">(.*?)</td>',
        r'<td class="num">(.*?)</td>',
    ]
    found = re.findall(gap.join(cells), html, re.DOTALL)
    return {name.strip(): (re.sub("<.*?>", "", made).strip(), failed.strip()) for name, made, failed in found}


def signed(points: int, unit: str) -> str:
    shown = points // 10 if unit == "tenths" else points
    return f"+{shown}" if shown > 0 else str(shown).replace("-", "−")


@pytest.mark.parametrize(("key", "shape"), TABLES, ids=NAMES)
def test_rules_page_has_every_call_with_its_points(phone: Phone, key: str, shape: Shape) -> None:
    page = phone.open(f"/rules/{key}?shape={shape.sides}x{shape.players_per_side}")
    shown = rows(page.html)
    play = rule_set(key).with_options({}, shape).play
    calls = {call.code: call for deal in play.deals for call in deal.calls}
    if key == "night":
        del calls["double-nil"]  # no hand grants it
    assert len(shown) == len(calls)
    assert list(shown.values()) == [
        (
            "wins" if call.wins else signed(call.made, play.unit),
            "1 a trick" if play.pooled and call.tricks else signed(call.failed, play.unit),
        )
        for kind in ("number", "blind", "special")
        for call in calls.values()
        if kind == ("special" if not call.is_number else "blind" if call.blind else "number")
    ]


def test_cards_and_play_and_the_renege_are_on_the_page(phone: Phone) -> None:
    for key in rule_sets():
        page, book = phone.open(f"/rules/{key}"), describe(rule_set(key).with_options({}))
        assert isinstance(book["cards_and_play"], list)
        for sentence in (*book["cards_and_play"], book["renege"]):
            assert sentence in page.text
        assert ("Renege You renege" in page.text) is ("renege" in ids(page.html)) is bool(book["renege"])


@pytest.mark.parametrize(("key", "shape"), TABLES, ids=NAMES)
def test_every_rule_of_any_option_has_one_anchor(phone: Phone, key: str, shape: Shape) -> None:
    found = ids(phone.open(f"/rules/{key}?shape={shape.sides}x{shape.players_per_side}").html)
    assert len(found) == len(set(found))
    rules = rule_set(key)
    for option in rules.options(shape):
        for value in (*option.values, *((option.low, option.high) if option.has_range else ())):
            house = rules.with_options({option.key: value}, shape)
            named = {call.rule for deal in house.play.deals for call in deal.calls}
            named |= {limit.rule for deal in house.play.deals for limit in deal.limits}
            named |= anchors(describe(house))
            assert named <= set(found), (option.key, value)


def test_option_with_many_values_is_described_without_one_of_them() -> None:
    brought = {part["rule"]: str(part["text"]) for part in with_house_rules(rule_set("partnership"), Shape(2, 2))}
    for rule, figure in (("blind-nil", "50"), ("blind", "120"), ("least-total", "fewer than"), ("team-minimum", "13")):
        assert figure not in brought[rule], brought[rule]
    assert brought["first-hand"].startswith("Nobody bids in the first hand. Each trick scores 10")


def test_the_examples_of_a_game_in_tenths_are_shown_as_players_say_them(phone: Phone) -> None:
    text = phone.open("/rules/call-break").text
    assert "Bid 5, took 7 +5 2 overtricks +0.2 Total +5.2" in text
    assert "Ann 3, Ben 0, Cal −1, Dee −1." in text
    assert "Chips" not in text


def test_readings_of_the_source_are_shown(phone: Phone) -> None:
    for key, rules in rule_sets().items():
        page = phone.open(f"/rules/{key}")
        assert page.heading == rules.name
        for sentence in (*rules.with_options({}).readings(), rules.idea, f"Source: {rules.source}", rules.notice):
            assert sentence in page.text


def test_chosen_options_change_the_page(phone: Phone) -> None:
    page = phone.open("/rules/partnership")
    card = re.search(r"Rules (\S+-\S+)", page.text)
    form = page.form_with("option-target")
    page = phone.submit(form, None, 200, **{"option-nil": "50", "option-target": "300", "option-ten_for_200": "yes"})
    shown = rows(page.html)
    assert shown["Nil"] == ("+50", "−50")
    assert shown["10"] == ("+200", "−100")
    assert "when a side has 300 or more" in page.text
    assert "3 changes" in page.text
    assert card
    assert f"Rules {card[1]}" not in page.text


@pytest.mark.parametrize(("key", "shape"), TABLES, ids=NAMES)
def test_a_link_has_every_value_that_differs_from_the_usual(key: str, shape: Shape) -> None:
    rules = rule_set(key)
    options = rules.options(shape)
    form = with_fields(HouseRulesForm, options)
    for option in options:
        more = [option.high] if option.has_range else []
        values = [not option.default] if option.is_switch else [*option.values, *more]
        for value in values:
            played = {each.key: each.default for each in options} | {option.key: value}
            query = option_query(options, played)
            assert form(MultiDict(query)).chosen == played
            assert len(query) <= 1 + sum(each.default is True for each in options)


def test_invalid_option_is_refused_at_its_field(phone: Phone) -> None:
    form = phone.open("/rules/partnership").form_with("option-target")
    page = phone.submit(form, None, 422, **{"option-target": "30"})
    assert "Choose 50 to 10000." in page.text
    assert page.form_with("option-target").fields["option-target"] == "30"


def test_unknown_rule_set_is_not_found(phone: Phone) -> None:
    assert "Page not found" in phone.open("/rules/bridge", 404).text


def test_all_rule_sets_are_listed_by_number_of_players(phone: Phone) -> None:
    page = phone.open("/rules")
    assert {link.url for link in page.links} >= {f"/rules/{key}" for key in rule_sets()}
    assert page.text.index("Two players") < page.text.index("Three players") < page.text.index("Four players")


def test_all_hands_of_a_list_are_shown(phone: Phone) -> None:
    page = phone.open("/rules/evil")
    assert [f"deal-{number}" for number in range(1, 46)] == [found for found in ids(page.html) if found[:5] == "deal-"]
    assert "Winner takes all The first bidder bids 13, everyone else double nil." in page.text
