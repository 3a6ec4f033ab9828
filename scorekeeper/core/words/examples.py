"""The text of worked examples: what each is about, what happened, and the result if a game ends."""

from dataclasses import dataclass

from scorekeeper.core.examples import asked, games
from scorekeeper.core.examples.hands import Example
from scorekeeper.core.rules.calls import PARTNER
from scorekeeper.core.rules.deal import GAME, SET
from scorekeeper.core.words.language import (
    full_stop,
    listed,
    spaced,
    translate as _,
    translate_plural as _n,
    with_commas,
    with_semicolons,
)
from scorekeeper.core.words.outcomes import outcome_text
from scorekeeper.core.words.vocabulary import bid_in_text, call_word, counted, format_points, text_for


@dataclass(frozen=True, slots=True)
class ExampleWords:
    """The title, what happened, and the result, which is empty if the score lines are enough."""

    title: str
    story: str
    comes_to: str = ""


def example_words(example: Example) -> ExampleWords:
    """The text of an example: `Nil, made`, `Ann bids nil, Cal 4; they take 0 and 5.`"""
    return EXAMPLES[example.code](example.params)


def _hand(title: str, hand: games.OurHand) -> ExampleWords:
    """`Ann bids 5, takes 7`; for both partners: `Ann bids nil, Cal 4; they take 0 and 5`."""
    ours = hand.ours
    bids = [bid_in_text(codes) for codes in ours.bids]
    counts = [str(count) for count in ours.seats] or [str(ours.tricks)]
    if (PARTNER,) in ours.bids:
        number = next(bid_in_text(codes) for codes in ours.bids if codes != (PARTNER,))
        story = _(
            "{names} bid {bid}; they take {tricks}.", names=listed(hand.bidders), bid=number, tricks=listed(counts)
        )
        return ExampleWords(title, story)
    if len(bids) > 1:
        story = _(
            "{name} bids {bid}, {partner} {other_bid}; they take {tricks}.",
            name=hand.bidders[0],
            bid=bids[0],
            partner=hand.bidders[1],
            other_bid=bids[1],
            tricks=listed(counts),
        )
        return ExampleWords(title, story)
    if len(counts) > 1:
        story = _(
            "{name} bids {bid}, takes {tricks} in one hand and {other_tricks} in the other.",
            name=hand.bidders[0],
            bid=bids[0],
            tricks=counts[0],
            other_tricks=counts[1],
        )
        return ExampleWords(title, story)
    return ExampleWords(
        title, _("{name} bids {bid}, takes {tricks}.", name=hand.bidders[0], bid=bids[0], tricks=counts[0])
    )


def _first_tricks_made(hand: games.OurHand) -> ExampleWords:
    title = _n(
        hand.tricks,
        "{call}, made with the first trick",
        "{call}, made with the first {count} tricks",
        call=call_word(hand.call),
    )
    return _hand(title, hand)


def _wins_outright(hand: games.OurHand) -> ExampleWords:
    title = _("An automatic win")
    return ExampleWords(title, _hand(title, hand).story, _("The game is over, and this side wins."))


def _pot(title: str, hand: games.PotHand) -> ExampleWords:
    took = listed([str(count) for count in hand.took])
    return ExampleWords(title, _("Everyone bids {bid}; they take {tricks}.", bid=bid_in_text(hand.bid), tricks=took))


def _penalty(hands: games.Overtaken) -> ExampleWords:
    counts = listed([str(count) for count in hands.counts])
    hand = len(hands.counts)
    if hands.overtrick_word == "bag":
        story = _("{counts} bags in {hands}; this hand is the last.", counts=counts, hands=counted(hand, "hand"))
    else:
        story = _("{counts} overtricks in {hands}; this hand is the last.", counts=counts, hands=counted(hand, "hand"))
    left = _("The count starts again at 0.")
    if hands.left:
        left = _n(
            hands.left,
            "{overtricks} counts towards the next penalty.",
            "{overtricks} count towards the next penalty.",
            overtricks=counted(hands.left, hands.overtrick_word),
        )
    return ExampleWords(counted(hands.bags_per_penalty, hands.overtrick_word), story, left)


def _perfect_run(run: games.PerfectBids) -> ExampleWords:
    story = _n(
        run.length,
        "{tricks} bid and {tricks} taken; this hand is the last.",
        "{tricks} bid and {tricks} taken, {count} times in a row; this hand is the last.",
        tricks=run.tricks,
    )
    return ExampleWords(_n(run.length, "1 perfect bid", "{count} perfect bids in a row"), story)


def _end(title: str, end: games.End) -> ExampleWords:
    pairs = zip(end.names, end.totals, strict=True)
    score = with_commas([spaced(name, format_points(total, end.unit)) for name, total in pairs])
    if end.tie_by_overtricks and end.totals[0] == end.totals[1]:
        counts = listed([str(count) for count in end.overtricks])
        bags = end.overtrick_word == "bag"
        over = _("{counts} bags", counts=counts) if bags else _("{counts} overtricks", counts=counts)
        score = with_semicolons([score, over])
    story = full_stop(score)
    if end.outcome is None:
        return ExampleWords(title, story, _("Play another hand."))
    ending = outcome_text(end.outcome, end.names, end.totals, end.overtricks, end.unit)
    return ExampleWords(title, story, full_stop(ending))


def _first_hand(hand: asked.AllHands) -> ExampleWords:
    took = listed([str(count) for count in hand.took])
    return ExampleWords("", _("Nobody bids in the first hand; the sides take {tricks}.", tricks=took))


def _all_hands(hand: asked.AllHands) -> ExampleWords:
    """`The bids are 4, 3, 3 and 3; the sides take 7 and 6`; without tricks the hand is not played."""
    bids = listed([bid_in_text(codes) for codes in hand.bids])
    if not hand.took:
        return ExampleWords("", _("The bids are {bids}; the hand is not played.", bids=bids))
    took = listed([str(count) for count in hand.took])
    return ExampleWords("", _("The bids are {bids}; the sides take {tricks}.", bids=bids, tricks=took))


def _reneged(reneged: asked.Reneged) -> ExampleWords:
    story = _hand("", reneged.hand).story
    if reneged.costs == SET:
        return ExampleWords("", story, _("For a renege the bid counts as set."))
    if reneged.costs == GAME:
        return ExampleWords("", story, _("A renege costs them the game."))
    return ExampleWords(
        "", story, _("For a renege {count} of these tricks go to {side}.", count=reneged.books, side=reneged.other)
    )


def _misdealt(misdealt: asked.Misdealt) -> ExampleWords:
    if misdealt.dealer == misdealt.then:
        return ExampleWords("", _("{name} misdeals, and deals again.", name=misdealt.dealer))
    return ExampleWords("", _("{name} misdeals; {other} deals.", name=misdealt.dealer, other=misdealt.then))


EXAMPLES = dict(
    [
        text_for(games.TO_THE_TRICK, lambda hand: _hand(_("Made to the trick"), hand)),
        text_for(games.TWO_TO_SPARE, lambda hand: _hand(_("Made, with two to spare"), hand)),
        text_for(games.TWO_FEWER, lambda hand: _hand(_("Two tricks fewer"), hand)),
        text_for(games.ONE_TOO_MANY, lambda hand: _hand(_("One trick too many"), hand)),
        text_for(games.SET, lambda hand: _hand(_("Set, one trick short"), hand)),
        text_for(games.EXACT_MADE, lambda hand: _hand(_("Exact, and made"), hand)),
        text_for(games.EXACT_FAILED, lambda hand: _hand(_("Exact, and one too many"), hand)),
        text_for(games.CALL_MADE, lambda hand: _hand(_("{call}, made", call=call_word(hand.call)), hand)),
        text_for(games.CALL_FAILED, lambda hand: _hand(_("{call}, set", call=call_word(hand.call)), hand)),
        text_for(games.FIRST_MADE, _first_tricks_made),
        text_for(games.FIRST_MISSED, lambda hand: _hand(_("{call}, missed", call=call_word(hand.call)), hand)),
        text_for(
            games.CALL_ONE_OVER, lambda hand: _hand(_("{call}, one trick too many", call=call_word(hand.call)), hand)
        ),
        text_for(
            games.CALL_ONE_SHORT, lambda hand: _hand(_("{call}, one trick short", call=call_word(hand.call)), hand)
        ),
        text_for(games.WINS_OUTRIGHT, _wins_outright),
        text_for(games.POT_WON, lambda hand: _pot(_("The pot, won"), hand)),
        text_for(games.POT_SHARED, lambda hand: _pot(_("The pot, shared"), hand)),
        text_for(games.PENALTY, _penalty),
        text_for(games.PERFECT_RUN, _perfect_run),
        text_for(games.TWO_AT_TARGET, lambda end: _end(_("Two at the target"), end)),
        text_for(games.LEVEL_AT_TARGET, lambda end: _end(_("Level at the target"), end)),
        text_for(games.AT_FLOOR, lambda end: _end(_("A side at the floor"), end)),
        text_for(games.AFTER_HANDS, lambda end: _end(_n(end.hands, "After 1 hand", "After {count} hands"), end)),
        text_for(
            games.LEVEL_AFTER_HANDS,
            lambda end: _end(_n(end.hands, "Level after 1 hand", "Level after {count} hands"), end),
        ),
        text_for(games.SET_IN_A_ROW_LOSES, lambda end: _end(_("Set in a row"), end)),
        text_for(games.SET_OFTEN_LOSES, lambda end: _end(_("Set too often"), end)),
        text_for(games.TOO_FEW_AT_FIRST, lambda end: _end(_("Too few in the first hand"), end)),
        text_for(games.TABLE_STOPS, lambda end: _end(_("The table stops early"), end)),
        text_for(asked.LEAST_BID, lambda hand: _hand("", hand)),
        text_for(asked.MOST_BID, lambda hand: _hand("", hand)),
        text_for(asked.MOST_MISSED, lambda hand: _hand("", hand)),
        text_for(asked.TEN_MADE, lambda hand: _hand("", hand)),
        text_for(asked.TWICE_THE_BID, lambda hand: _hand("", hand)),
        text_for(asked.ZERO_BID, lambda hand: _hand("", hand)),
        text_for(asked.TWO_NILS, lambda hand: _hand("", hand)),
        text_for(asked.BLIND_MOST, lambda hand: _hand("", hand)),
        text_for(asked.FIRST_HAND, _first_hand),
        text_for(asked.THROWN_IN, _all_hands),
        text_for(asked.TOTAL, _all_hands),
        text_for(asked.TOTAL_OVER, _all_hands),
        text_for(asked.RENEGED, _reneged),
        text_for(asked.MISDEALT, _misdealt),
        text_for(asked.FAR_BELOW, lambda end: _end("", end)),
        text_for(asked.TOO_EARLY, lambda end: _end("", end)),
    ]
)
