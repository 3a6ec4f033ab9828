"""The rules pages: one for each rule set, made from what scores, with an anchor for every rule that a line links to."""

from __future__ import annotations

import re

from scorekeeper.core.pages.looking_up.rulebook import describe, with_house_rules
from scorekeeper.core.rules.ruleset import Options, values_alone
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set, rule_sets
from tests.each_case import each_case
from tests.hypothesis_budget import IN_SOAK
from tests.tables import TABLES, anchors
from tests.web.at_table import start_game
from tests.web.browsing import Phone

ENDS = {key: (rules.shapes[0], rules.shapes[-1]) for key, rules in rule_sets().items()}
SHOWN = [(key, shape) for key, shape in TABLES if IN_SOAK or shape in ENDS[key]]
"""Each rule set for the fewest and the most players; in the soak all its tables."""


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


@each_case(("key", "shape"), SHOWN)
def test_rules_page_has_every_call_with_its_points(phone: Phone, key: str, shape: Shape) -> None:
    page = phone.open(f"/rules/{key}?shape={shape.sides}x{shape.players_per_side}")
    shown = rows(page.html)
    begins_with: Options = {"blind_nil": 200} if key == "partnership" else {}
    play = rule_set(key).with_options(begins_with, shape).scoring
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


@each_case("key", rule_sets())
def test_rules_page_has_its_sentences_and_one_anchor_for_every_rule_of_any_option(phone: Phone, key: str) -> None:
    rules = rule_set(key)
    page, plain = phone.open(f"/rules/{key}"), rules.with_options({})
    assert page.heading == rules.name
    found, book = ids(page.html), describe(plain)
    assert len(found) == len(set(found))
    assert isinstance(book["cards_and_play"], list)
    readings = (*plain.readings(), rules.idea, f"Source: {rules.source}", rules.notice)
    for sentence in (*book["cards_and_play"], book["renege"], *readings):
        assert sentence in page.text
    assert ("Renege You renege" in page.text) is ("renege" in found) is bool(book["renege"])
    for option in rules.options(rules.shapes[0]):
        values = values_alone(option, rules.options(rules.shapes[0]))
        for value in values if IN_SOAK else values[-1:]:
            house = rules.with_options({option.key: value})
            named = {call.rule for deal in house.scoring.deals for call in deal.calls}
            named |= {limit.rule for deal in house.scoring.deals for limit in deal.limits}
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


def test_rules_page_begins_with_the_preset_of_a_new_game(phone: Phone) -> None:
    page = phone.open("/rules/partnership")
    assert "House rules Classic" in page.text
    assert page.form_with("option-target").fields["option-blind_nil"] == "200"
    printed = phone.submit(page.form_with("option-target"), None, 200, **{"option-blind_nil": "0"})
    assert "House rules No blinds" in printed.text
    assert "Blind nil" not in rows(printed.html)


def test_rules_page_of_a_game_without_house_rules_shows_none(phone: Phone) -> None:
    game = start_game(phone).url
    page = phone.open(f"{game}/rules/all")
    assert "House rules No blinds" in page.text


def test_chosen_options_change_the_page(phone: Phone) -> None:
    page = phone.open("/rules/partnership")
    card = re.search(r"Rules (\S+-\S+)", page.text)
    form = page.form_with("option-target")
    page = phone.submit(form, None, 200, **{"option-nil": "50", "option-target": "300", "option-ten_for_200": "yes"})
    shown = rows(page.html)
    assert shown["Nil"] == ("+50", "−50")
    assert shown["10"] == ("+200", "−100")
    assert "when a side has 300 or more" in page.text
    assert "4 changes" in page.text  # with the blind nil of Classic
    assert card
    assert f"Rules {card[1]}" not in page.text


def test_a_score_line_leads_to_its_rule_with_the_options_of_the_game(phone: Phone) -> None:
    pad = start_game(phone, nil="50")
    pad.hand("4, 3, 1, 4", 6)
    (line,) = {link.url for link in pad.page.links if link.url.endswith("#number")}
    page = phone.open(line)
    assert "number" in ids(page.html)
    assert rows(page.html)["Nil"] == ("+50", "−50")


def test_invalid_option_is_refused_at_its_field(phone: Phone) -> None:
    form = phone.open("/rules/partnership").form_with("option-target")
    page = phone.submit(form, None, 422, **{"option-target": "30"})
    assert "Choose 0, 50 to 10000." in page.text
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
