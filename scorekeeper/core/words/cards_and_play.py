"""Cards and play: deck, deal or draw, who leads, following suit, by the topics that a rule set names."""

from collections.abc import Callable

from scorekeeper.core.rules.deal import GAME, SET
from scorekeeper.core.rules.ruleset import HouseRules
from scorekeeper.core.rules.tricks import BOOKS_FOR_A_RENEGE
from scorekeeper.core.words.dealing import DEALING
from scorekeeper.core.words.language import translate as _


def cards_and_play(rules: HouseRules) -> list[str]:
    """How this table plays its cards, topic by topic; a topic that does not apply here has no text."""
    sentences = [TOPICS[topic](rules) for topic in rules.ruleset.cards]
    return [text for text in sentences if text]


def renege_words(rules: HouseRules) -> str:
    """What a renege is and what it costs; empty if the rule set leaves that to the table."""
    if rules.ruleset.renege:
        return TOPICS[rules.ruleset.renege](rules)
    if rules.scoring.renege_costs == SET:
        return _("A renege counts as a set: the side’s number fails, whatever it took; nils count as they fell.")
    return _("A renege costs the game.") if rules.scoring.renege_costs == GAME else ""


def _left_of_dealer(rules: HouseRules) -> str:
    if rules.is_drawn:
        return ""
    if rules.seating.to_the_right:
        return _("The deal and the play run to the right; the player right of the dealer bids first and leads.")
    return _("The deal moves to the left; the player left of the dealer bids first and leads to the first trick.")


def _bids_once(rules: HouseRules) -> str:
    by_pairs = rules.scoring.deals[0].one_number_a_pair
    if rules.scoring.first is not None and by_pairs:
        return _("From hand 2, each pair bids once; nobody passes, and a bid need not be higher than the one before.")
    if rules.scoring.first is not None:
        return _("From hand 2, everyone bids once; nobody passes, and a bid need not be higher than the one before.")
    if by_pairs:
        return _("Each pair bids once; nobody passes, and a bid need not be higher than the one before.")
    return _("Everyone bids once; nobody passes, and a bid need not be higher than the one before.")


def _renege_cost(rules: HouseRules) -> str:
    return _(
        "Whoever notices before the trick is turned over may take up to {books} books from you at any time in that "
        "game, all in one hand or spread over several, and those hands are scored again.",
        books=BOOKS_FOR_A_RENEGE,
    )


def _renege(rules: HouseRules) -> str:
    return _(
        "You renege if you could follow suit and do not. {cost}",
        cost=_renege_cost(rules),
    )


def _renege_in_front(rules: HouseRules) -> str:
    return _(
        "You renege if the hand that you see whole could follow suit and does not. {cost}",
        cost=_renege_cost(rules),
    )


TOPICS: dict[str, Callable[[HouseRules], str]] = DEALING | {
    "left-of-dealer": _left_of_dealer,
    "bids-once": _bids_once,
    "follow": lambda rules: _("Follow suit if you can; otherwise play any card."),
    "must-trump": lambda rules: _(
        "Follow suit if you can. If you cannot, you must play a spade, and a higher one than those in the trick if you "
        "have it."
    ),
    "winner": lambda rules: _(
        "The highest spade takes the trick, or else the highest card of the suit led, and its player leads next."
    ),
    "winning-hand": lambda rules: _(
        "The highest spade takes the trick, or else the highest card of the suit led, and the hand that took it leads "
        "next."
    ),
    "breaking": lambda rules: _(
        "You may not lead a spade until one has been played on another suit (spades are broken) or you hold nothing "
        "else."
    ),
    "high-or-low": lambda rules: _(
        "Whoever leads calls “high” or “low” before playing the card. The highest spade takes a high trick, or else "
        "the highest card of the suit led; the lowest spade takes a low trick, or else the lowest card of the suit "
        "led; the winner leads next."
    ),
    "second-of-equals": lambda rules: _("Of two equal cards in a trick, the second one is the higher."),
    "two-of-clubs": lambda rules: _(
        "The player left of the dealer bids first; whoever holds the 2♣ leads it to the first trick."
    ),
    "bid-in-chips": lambda rules: _(
        "Nobody has a partner; bid by putting one chip for each trick in front of you, apart from the pot."
    ),
    "six-turned-up": lambda rules: _(
        "Nils and blind bids come before anyone sees a card; then both look at their front hands, turn up six cards "
        "of their right hands, and bid."
    ),
    "blind-first": lambda rules: _(
        "Blind bids come before anyone sees a card; all other bids come before the first card is played."
    ),
    "hand-on-the-left": lambda rules: _(
        "The hand left of the dealer leads any card, even a spade, and play goes clockwise; a trick has {cards} cards, "
        "one from each hand, and a card is played once it is in the center.",
        cards=len(rules.seating.side_of),
    ),
    "turned-up-first": lambda rules: _(
        "A right hand plays the cards that are face up first: it follows suit with one of them or else plays a spade; "
        "with neither, turn up its cards one at a time until one of the two appears and play that, or any card if "
        "none does. It leads a card that is face up too, or else the first one that is face down."
    ),
    "renege": _renege,
    "renege-in-front": _renege_in_front,
}
