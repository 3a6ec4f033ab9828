"""The deck, and how players get their cards: dealt, drawn or passed."""

from collections.abc import Callable

from scorekeeper.core.rules.ruleset import HouseRules
from scorekeeper.core.words.language import translate as _, translate_plural as _n

FULL_DECK = 52


def _has_another_deck(rules: HouseRules) -> bool:
    """Whether the table changed the number of cards each player gets."""
    return rules.seating.tricks != rules.ruleset.with_options({}, rules.shape).seating.tricks


def _deck(rules: HouseRules) -> str:
    tricks = rules.seating.tricks
    if _has_another_deck(rules):
        return _("Use a deck that gives everyone {tricks} cards; spades are trump.", tricks=tricks)
    return _("Use a standard deck of 52 cards, with aces high, deuces low and spades as trump.")


def _dealt(rules: HouseRules) -> str:
    tricks, left = rules.seating.tricks, _left_over(rules)
    if rules.is_drawn:
        return ""
    if left < 0 or _has_another_deck(rules):
        return _("Deal {tricks} cards to each player; any left over are out of play.", tricks=tricks)
    if not left:
        return _all_dealt(rules)
    return _n(
        left,
        "Deal {tricks} cards to each player; the card left over stays face down, out of play.",
        "Deal {tricks} cards to each player; the {count} cards left over stay face down, out of play.",
        tricks=tricks,
    )


def _all_dealt(rules: HouseRules) -> str:
    return _("Deal all the cards, {tricks} to each player.", tricks=rules.seating.tricks)


def _left_over(rules: HouseRules) -> int:
    return FULL_DECK - len(rules.seating.side_of) * rules.seating.tricks


def _dealt_for_chips(rules: HouseRules) -> str:
    left = _left_over(rules)
    if not left:
        return _all_dealt(rules)
    return _n(
        left,
        "Deal {tricks} cards to each player; the card left over is out of play, and the table decides whether to "
        "show it.",
        "Deal {tricks} cards to each player; the {count} cards left over are out of play, and the table decides "
        "whether to show them.",
        tricks=rules.seating.tricks,
    )


def _no_deal(rules: HouseRules) -> str:
    if not rules.is_drawn:
        return ""
    return _("There is no deal; cut the deck, and the highest card draws first, but take turns at that in later hands.")


def _draw_unseen(rules: HouseRules) -> str:
    if not rules.is_drawn:
        return ""
    return _(
        "Look at the top card, then either keep it and discard the next one unseen, or discard it and keep the next "
        "one, whatever it is (some tables let you look at both)."
    )


def _draw_until(rules: HouseRules) -> str:
    if not rules.is_drawn:
        return ""
    return _(
        "Draw in turn until everyone holds {tricks} cards, which leaves half the deck out of play; whoever drew first "
        "bids and leads first.",
        tricks=rules.seating.tricks,
    )


def _draw_until_seen(rules: HouseRules) -> str:
    tricks = rules.seating.tricks
    return _(
        "Draw in turn until both hold {tricks} cards; the other {discarded} are out of play, and you have seen "
        "{tricks} of them.",
        tricks=tricks,
        discarded=2 * tricks,
    )


def _royal_dealt(rules: HouseRules) -> str:
    return _(
        "Deal {tricks} cards to each player; the 2 or 4 left over stay face down until the hand is over.",
        tricks=rules.seating.tricks,
    )


def _two_hands_each(rules: HouseRules) -> str:
    return _(
        "Deal four hands of {tricks} from the dealer’s left, one in front of each player and one to the right; take "
        "turns at dealing.",
        tricks=rules.seating.tricks,
    )


def _fourth_hand(rules: HouseRules) -> str:
    return _(
        "Deal four hands of {tricks}, from the dealer’s left; the deal moves to the left. The fourth hand stays face "
        "down, so nobody can count the cards, and very high or low bids are hard to make.",
        tricks=rules.seating.tricks,
    )


def _passing(rules: HouseRules) -> str:
    if rules.options["passing"] == "left":
        return _(
            "Before the bidding everyone passes any three cards to the left, face down, and chooses them before "
            "looking at the three that arrive; keep your spades, unless you mean to bid nil or to spoil the nil of the "
            "player who gets them."
        )
    return _(
        "Before the bidding everyone passes any three cards, face down, and chooses them before looking at the three "
        "that arrive; keep your spades, unless you mean to bid nil or to spoil the nil of the player who gets them. "
        "The hands take turns at left, right and no passing."
    )


DEALING: dict[str, Callable[[HouseRules], str]] = {
    "deck": _deck,
    "dealt": _dealt,
    "all-dealt": lambda rules: _(
        "Deal all the cards, {tricks} to each player, from the dealer’s left; the deal moves to the left.",
        tricks=rules.seating.tricks,
    ),
    "no-deal": _no_deal,
    "draw-unseen": _draw_unseen,
    "draw-until": _draw_until,
    "draw-seen": lambda rules: _(
        "There is no deal; look at the top card of the deck, then either keep it and look at the next one before you "
        "discard that, or discard it and keep the next one."
    ),
    "draw-until-seen": _draw_until_seen,
    "draws-first": lambda rules: _("Whoever draws first bids and leads first, and you take turns at that."),
    "two-decks": lambda rules: _(
        "Put two decks together and take out both 2♣, which leaves 102 cards, with aces high and spades as trump."
    ),
    "royal-deck": lambda rules: _(
        "Take out every card below the 10 except the spades, which leaves 28 cards, with aces high and spades as "
        "trump. You may add two jokers, for 30 cards: mark one big and one small; the big joker is the highest spade, "
        "the small one comes next, and then the ace."
    ),
    "royal-dealt": _royal_dealt,
    "passing": _passing,
    "dealt-for-chips": _dealt_for_chips,
    "jokers-for-deuces": lambda rules: _(
        "Replace the 2♥ and the 2♦ by two jokers that you can tell apart; both are spades, which rank big joker, "
        "little joker, 2, ace, king and so on down to the 3."
    ),
    "two-jokers": lambda rules: _(
        "Add two jokers that you can tell apart, for 54 cards; both are spades, which rank big joker, little joker, "
        "2, ace, king and so on down to the 3."
    ),
    "two-hands-each": _two_hands_each,
    "fourth-hand": _fourth_hand,
    "toss-deck": lambda rules: _(
        "Toss is played with eight suits, and its source says no more than that; use the deck and the rules of play "
        "that your table knows, with {tricks} cards for each player.",
        tricks=rules.seating.tricks,
    ),
}
