"""The glossary: a page for the words of the card table, with an anchor for each."""

from __future__ import annotations

import re

from scorekeeper.core.pages.looking_up.rulebook import describe
from scorekeeper.core.rulesets import rule_sets
from scorekeeper.core.words.language import translate as _
from scorekeeper.web.rulesets.glossary import GLOSSARY
from tests.web.at_table import start_game
from tests.web.browsing import Phone

WORDS = {_(term.word).lower() for term in GLOSSARY}


def listed(part: object) -> list[dict[str, object]]:
    assert isinstance(part, list)
    return part


def test_every_term_is_on_the_page_under_its_anchor(phone: Phone) -> None:
    page = phone.open("/glossary")
    found = re.findall(r'<div id="([^"]+)"><dt>([^<]+)', page.html)
    assert [(anchor, word.strip()) for anchor, word in found] == [(term.anchor, _(term.word)) for term in GLOSSARY]
    assert len({anchor for anchor, _ in found}) == len(GLOSSARY)
    for term in GLOSSARY:
        assert term.text in page.text


def test_terms_are_in_alphabetical_order() -> None:
    words = [_(term.word).lower() for term in GLOSSARY]
    assert words == sorted(words)


def test_every_call_of_every_rule_set_is_explained() -> None:
    books = [describe(rules.with_options({}, shape)) for rules in rule_sets().values() for shape in rules.shapes]
    calls = [call for book in books for call in listed(book["calls"]) if call["kind"] == "special"]
    named = {re.sub("-(front|right)$", "", str(call["code"])).replace("-", " ") for call in calls}
    assert "bemo" in named
    assert named <= WORDS


def test_term_of_one_game_links_to_its_rules(phone: Phone) -> None:
    page = phone.open("/glossary")
    links = {link.url for link in page.links}
    keys = {term.rules for term in GLOSSARY if term.rules is not None}
    assert {f"/rules/{key}" for key in keys} <= links
    assert keys <= set(rule_sets())


def test_rules_pages_link_to_the_glossary(phone: Phone) -> None:
    game = start_game(phone).page.url
    for url in ("/rules", "/rules/partnership", f"{game}/rules"):
        assert "/glossary" in {link.url for link in phone.open(url).links}
