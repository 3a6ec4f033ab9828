"""The glossary: what players call things at a Spades table, each term with its anchor on the page."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """A term, what it means, other words for it, and the key of a rule set that plays by it."""

    word: str
    text: str
    also: tuple[str, ...] = ()
    rules: str | None = None

    @property
    def anchor(self) -> str:
        """Where it is on the page: `blind-nil`."""
        return re.sub(r"[^a-z0-9]+", "-", self.word.lower()).strip("-")


GLOSSARY = (
    Term(
        "Bag",
        "An overtrick where they add up to a penalty: each scores a point, and every ten, at most tables, cost 100.",
        ("sandbag",),
    ),
    Term(
        "Bemo",
        "A bid, on top of a number, to take the first tricks of the hand: six of them in the two-player game.",
        rules="berkley-two",
    ),
    Term("Bid", "The number of tricks you promise to take, said before the first card is played."),
    Term("Big bemo", "A bemo for more tricks: the first nine in the two-player game.", rules="berkley-two"),
    Term(
        "Blind bid",
        "A bid you make before you look at your cards. It wins more, and may be open only to a side that is behind.",
    ),
    Term(
        "Blind nil",
        "A nil you bid before you look at your cards. Many tables allow it only to a side that is far "
        "behind; some let the partners exchange two cards after it.",
    ),
    Term("Board", "The fewest tricks a pair may bid, four at most tables. A bid of just that is also called board."),
    Term("Book", "A trick that has been taken. After a renege, books change sides.", ("trick",)),
    Term("Boston", "All the tricks of a hand, bid and taken. In some games it wins at once.", rules="berkley-two"),
    Term("Call", "One thing that a bid says. “6 and bemo” is one bid with two calls."),
    Term("Contract", "What a side has promised for the hand. In pairs it is the sum of both partners’ bids."),
    Term("Cover", "To win tricks so that your partner’s nil does not have to."),
    Term("Cutthroat", "Everyone plays alone, without a partner.", ("solo",), "cutthroat"),
    Term("Deal", "To hand out the cards. The deal moves one seat to the left with each hand."),
    Term(
        "Dealer",
        "The player who deals. The player on the dealer’s left usually bids first, and leads to the first trick.",
    ),
    Term("Double naught", "Naught in both hands of a player who has two.", rules="berkley-two"),
    Term("Double nil", "Nil by both partners, or in both hands of a player who has two.", rules="berkley-two"),
    Term("Follow suit", "To play a card of the suit that was led. You must, if you have one."),
    Term(
        "Front hand", "The hand of cards that you see whole, in games where each player has two.", rules="berkley-two"
    ),
    Term("Go out", "To reach the target and win."),
    Term("Hand", "The cards you are dealt, and everything from one deal to the next."),
    Term("House rules", "What your table plays differently from the printed rules. They are set when a game starts."),
    Term("Lead", "The first card of a trick. Spades usually may not be led until they are broken."),
    Term("Made", "A bid is made when the side takes the tricks it promised."),
    Term("Mirror", "A bid of exactly the number of spades you hold.", rules="mirrors"),
    Term(
        "Misdeal",
        "A deal that does not count: a card lay face up, or somebody has too many. The same player deals again.",
    ),
    Term("Moon", "To shoot the moon is to take every trick of the hand. The bid for it is called Boston here."),
    Term(
        "Naught",
        "A nil you bid after looking at your cards. In that game you bid nil before looking, and it is worth more.",
        rules="berkley-two",
    ),
    Term("Nil", "A bid to take no trick at all. A made nil wins a bonus; one trick is enough to lose it."),
    Term("Overtrick", "A trick beyond the bid. It scores a point; in many games it is a bag as well."),
    Term("Partner", "The player across the table whose bid and tricks are added to yours."),
    Term("Perfect bid", "A bid met to the trick, with no bag.", rules="berkley-two"),
    Term(
        "Renege",
        "To play another suit while holding a card of the suit that was led. The table moves books to the "
        "other side for it.",
        ("revoke",),
    ),
    Term(
        "Right hand",
        "The hand of cards to your right that is turned up as you play, in games where each player has two.",
        rules="berkley-two",
    ),
    Term("Sandbagging", "Bidding low on purpose to take easy bags. The bag penalty makes it costly."),
    Term("Set", "To take too few tricks for the contract; to set a side is to make it fall short.", ("bust",)),
    Term("Side", "Whoever scores together: a pair of partners, or one player alone."),
    Term("Spades broken", "A spade has been played on another suit: from then on spades may be led."),
    Term("Suicide", "One partner of each pair must bid nil.", rules="suicide"),
    Term("Ten for 200", "A house rule: a contract of ten or more tricks wins 200 or more.", ("10 for 200",)),
    Term(
        "Trick",
        "One card from each player. The highest card of the suit that was led wins it, unless a spade "
        "was played: then the highest spade does.",
        ("book",),
    ),
    Term("Trump", "The suit that beats all others: spades, always. To trump is to play one on another suit."),
    Term("Whiz", "A game in which you bid nil, or the number of spades you hold.", rules="whiz"),
)
"""All terms, in the order of the alphabet."""
