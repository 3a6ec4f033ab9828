"""Cards and play: every rule set says how its cards are dealt and played, with the table's options."""

import re

from scorekeeper.core.rules.ruleset import HouseRules, Value
from scorekeeper.core.rules.seating import Shape
from scorekeeper.core.rulesets import rule_set, rule_sets
from scorekeeper.core.words.cards_and_play import TOPICS, cards_and_play, renege_words
from tests.each_case import each_case
from tests.tables import TABLES


def played(key: str, shape: Shape | None = None, **options: Value) -> HouseRules:
    return rule_set(key).with_options(options, shape)


def page_of(key: str, shape: Shape | None = None, **options: Value) -> str:
    return " ".join(cards_and_play(played(key, shape, **options)))


@each_case(("key", "shape"), TABLES)
def test_every_shape_has_three_to_eight_sentences(key: str, shape: Shape) -> None:
    text = page_of(key, shape)
    assert 3 <= len(re.findall(r"[a-z♠♣0-9][.)]+(?= [A-Z]|$)", text)) <= 8, text


def test_every_topic_belongs_to_a_rule_set() -> None:
    named = {topic for rules in rule_sets().values() for topic in (*rules.cards, rules.renege) if topic}
    assert named == set(TOPICS)


@each_case(
    ("key", "shape", "options", "dealt"),
    [
        ("partnership", None, {}, "Deal all the cards, 13 to each player."),
        ("cutthroat", Shape(3), {}, "Deal 17 cards to each player; the card left over stays face down, out of play."),
        ("cutthroat", Shape(5), {}, "Deal 10 cards to each player; the 2 cards left over stay face down, out of play."),
        ("cutthroat", Shape(3), {"tricks": 18}, "Deal 18 cards to each player; any left over are out of play."),
        ("gambling", Shape(3), {}, "the card left over is out of play, and the table decides whether to show it."),
        ("gambling", Shape(6), {}, "the 4 cards left over are out of play, and the table decides whether to show them"),
        ("toss", Shape(8), {}, "the rules of play that your table knows, with 13 cards for each player."),
        ("berkley-three-2", None, {}, "18 to each player, from the dealer’s left; the deal moves to the left."),
        ("two-deck", None, {}, "Draw in turn until everyone holds 17 cards"),
    ],
)
def test_deal_depends_on_the_options(key: str, shape: Shape | None, options: dict[str, Value], dealt: str) -> None:
    assert dealt in page_of(key, shape, **options)


def test_another_deck_is_not_called_a_standard_one() -> None:
    assert "a standard deck of 52 cards" in page_of("cutthroat", Shape(3))
    assert "a deck that gives everyone 18 cards" in page_of("cutthroat", Shape(3), tricks=18)


@each_case(("key", "cards"), [("berkley-two", 4), ("berkley-three-1", 3), ("berkley-three-2", 3)])
def test_berkley_s_tricks_have_a_card_from_each_hand(key: str, cards: int) -> None:
    assert f"a trick has {cards} cards, one from each hand" in page_of(key)


def test_hurricane_advises_on_passing_spades() -> None:
    for passing in ("left", "left-right-hold"):
        assert "keep your spades, unless you mean to bid nil" in page_of("hurricane", passing=passing)


def test_gambling_says_who_usually_wins_and_warns_of_high_stakes() -> None:
    readings = " ".join(rule_set("gambling").with_options({}).readings())
    assert "usually takes the pot" in readings
    assert "do not play for high stakes" in readings


def test_evil_names_the_other_names_of_its_hands_and_no_slur() -> None:
    evil = rule_set("evil").with_options({})
    names = [deal.name for deal in evil.scoring.deals]
    assert (names[14], names[15], names[36]) == ("accident", "backseat", "split")
    readings = " ".join(evil.readings())
    assert all(name in readings for name in ("crazy", "reflection", "split"))


def test_a_deck_of_eight_suits_is_not_counted_as_fifty_two_cards() -> None:
    for shape in rule_sets()["toss"].shapes:
        assert "left over" not in page_of("toss", shape)


def test_the_big_joker_is_higher_than_the_small_one() -> None:
    assert "the big joker is the highest spade, the small one comes next, and then the ace" in page_of("royal")


def test_a_player_with_two_hands_leads_from_the_one_that_took_the_trick() -> None:
    assert "the hand that took it leads next" in page_of("berkley-two")


def test_nobody_deals_where_cards_are_drawn() -> None:
    assert "dealer" not in page_of("high-low", Shape(2))
    assert "There is no deal" not in page_of("high-low", Shape(2, 2))
    drawn = {(key, shape) for key, shape in TABLES if "There is no deal" in page_of(key, shape)}
    assert drawn == {(key, shape) for key, shape in TABLES if played(key, shape).is_drawn}


def test_passing_follows_its_option() -> None:
    assert "three cards to the left" in page_of("hurricane")
    assert "turns at left, right and no passing" in page_of("hurricane", passing="left-right-hold")


def test_partners_with_one_number_bid_once() -> None:
    assert "Everyone bids once" in page_of("partnership")
    assert "Each pair bids once" in page_of("partnership", pair_bids="pair")


def test_bidding_begins_with_the_second_hand_if_the_first_has_none() -> None:
    assert "From hand 2, everyone bids once" in page_of("partnership", first_hand="bids-itself")
    assert "From hand 2, each pair bids once" in page_of("hurricane", first_hand="bids-itself", pair_bids="pair")


def test_renege_is_fully_described() -> None:
    for key in ("berkley-two", "berkley-three-1", "berkley-three-2"):
        words = renege_words(played(key))
        for part in ("before the trick is turned over", "up to 3 books", "all in one hand or spread over several"):
            assert part in words
    assert renege_words(played("partnership")) == ""
