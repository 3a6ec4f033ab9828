"""The glossary: the words used at a Spades table, each with its anchor on the page."""

import re
from dataclasses import dataclass

from scorekeeper.core.words.language import (
    ENGLISH,
    translatable as N_,  # noqa: N812 - the short name that pybabel knows
    translatable_in,
)


@dataclass(frozen=True, slots=True)
class Term:
    """A term, its meaning, other words for it, and a rule set that uses it."""

    word: str
    text: str
    also: tuple[str, ...] = ()
    rules: str | None = None

    @property
    def anchor(self) -> str:
        """Its anchor on the page: `blind-nil`."""
        return re.sub(r"[^a-z0-9]+", "-", ENGLISH.text(self.word).lower()).strip("-")


GLOSSARY = (
    Term(
        N_("Bag"),
        N_(
            "An overtrick where they add up to a penalty: each scores a point, and every ten, at most tables, cost 100."
        ),
        (N_("sandbag"),),
    ),
    Term(
        N_("Bemo"),
        N_("A bid, on top of a number, to take the first tricks of the hand: six of them in the two-player game."),
        rules="berkley-two",
    ),
    Term(N_("Bid"), N_("The number of tricks you promise to take, said before the first card is played.")),
    Term(N_("Big bemo"), N_("A bemo for more tricks: the first nine in the two-player game."), rules="berkley-two"),
    Term(
        N_("Blind bid"),
        N_(
            "A bid you make before you look at your cards. It wins more, and may be open only to a side that is behind."
        ),
    ),
    Term(
        N_("Blind nil"),
        N_(
            "A nil you bid before you look at your cards. Many tables allow it only to a side that is far "
            "behind; some let the partners exchange two cards after it."
        ),
    ),
    Term(
        N_("Board"),
        N_("The fewest tricks a pair may bid, four at most tables. A bid of just that is also called board."),
    ),
    Term(N_("Book"), N_("A trick that has been taken. After a renege, books change sides."), (N_("trick"),)),
    Term(
        N_("Boston"), N_("All the tricks of a hand, bid and taken. In some games it wins at once."), rules="berkley-two"
    ),
    Term(N_("Call"), N_("One thing that a bid says. “6 and bemo” is one bid with two calls.")),
    Term(N_("Contract"), N_("What a side has promised for the hand. In pairs it is the sum of both partners’ bids.")),
    Term(N_("Cover"), N_("To win tricks so that your partner’s nil does not have to.")),
    Term(N_("Cutthroat"), N_("Everyone plays alone, without a partner."), (N_("solo"),), "cutthroat"),
    Term(
        translatable_in("glossary", "Deal"),
        N_("To hand out the cards. The deal moves one seat to the left with each hand."),
    ),
    Term(
        N_("Dealer"),
        N_("The player who deals. The player on the dealer’s left usually bids first, and leads to the first trick."),
    ),
    Term(N_("Double naught"), N_("Naught in both hands of a player who has two."), rules="berkley-two"),
    Term(N_("Double nil"), N_("Nil by both partners, or in both hands of a player who has two."), rules="berkley-two"),
    Term(N_("Follow suit"), N_("To play a card of the suit that was led. You must, if you have one.")),
    Term(
        N_("Front hand"),
        N_("The hand of cards that you see whole, in games where each player has two."),
        rules="berkley-two",
    ),
    Term(N_("Go out"), N_("To reach the target and win.")),
    Term(N_("Hand"), N_("The cards you are dealt, and everything from one deal to the next.")),
    Term(
        N_("House rules"),
        N_("What your table plays differently from the printed rules. They are set when a game starts."),
    ),
    Term(N_("Lead"), N_("The first card of a trick. Spades usually may not be led until they are broken.")),
    Term(translatable_in("glossary", "Made"), N_("A bid is made when the side takes the tricks it promised.")),
    Term(N_("Mirror"), N_("A bid of exactly the number of spades you hold."), rules="mirrors"),
    Term(
        N_("Misdeal"),
        N_("A deal that does not count: a card lay face up, or somebody has too many. The same player deals again."),
    ),
    Term(N_("Moon"), N_("To shoot the moon is to take every trick of the hand. The bid for it is called Boston here.")),
    Term(
        N_("Naught"),
        N_("A nil you bid after looking at your cards. In that game you bid nil before looking, and it is worth more."),
        rules="berkley-two",
    ),
    Term(N_("Nil"), N_("A bid to take no trick at all. A made nil wins a bonus; one trick is enough to lose it.")),
    Term(N_("Overtrick"), N_("A trick beyond the bid. It scores a point; in many games it is a bag as well.")),
    Term(N_("Partner"), N_("The player across the table whose bid and tricks are added to yours.")),
    Term(N_("Perfect bid"), N_("A bid met to the trick, with no bag."), rules="berkley-two"),
    Term(
        N_("Renege"),
        N_(
            "To play another suit while holding a card of the suit that was led. The table moves books to the "
            "other side for it."
        ),
        (N_("revoke"),),
    ),
    Term(
        N_("Right hand"),
        N_("The hand of cards to your right that is turned up as you play, in games where each player has two."),
        rules="berkley-two",
    ),
    Term(N_("Sandbagging"), N_("Bidding low on purpose to take easy bags. The bag penalty makes it costly.")),
    Term(
        translatable_in("glossary", "Set"),
        N_("To take too few tricks for the contract; to set a side is to make it fall short."),
        (N_("bust"),),
    ),
    Term(N_("Side"), N_("Whoever scores together: a pair of partners, or one player alone.")),
    Term(N_("Spades broken"), N_("A spade has been played on another suit: from then on spades may be led.")),
    Term(N_("Suicide"), N_("One partner of each pair must bid nil."), rules="suicide"),
    Term(
        N_("Ten for 200"), N_("A house rule: a contract of ten or more tricks wins 200 or more."), (N_("10 for 200"),)
    ),
    Term(
        N_("Trick"),
        N_(
            "One card from each player. The highest card of the suit that was led wins it, unless a spade "
            "was played: then the highest spade does."
        ),
        (N_("book"),),
    ),
    Term(N_("Trump"), N_("The suit that beats all others: spades, always. To trump is to play one on another suit.")),
    Term(N_("Whiz"), N_("A game in which you bid nil, or exactly the number of spades you hold."), rules="whiz"),
)
"""All terms, in alphabetical order."""
