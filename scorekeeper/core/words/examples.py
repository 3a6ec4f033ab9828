"""Worked examples in words: what each is about, what happened, and what it comes to where a game ends."""

from dataclasses import dataclass

from scorekeeper.core.examples import Example, kinds
from scorekeeper.core.rules.calls import PARTNER
from scorekeeper.core.words.outcomes import outcome_text
from scorekeeper.core.words.plain import bid_word, call_word, counted, joined, says


@dataclass(frozen=True, slots=True)
class ExampleWords:
    """The title, what happened, and what it comes to: empty where the lines say it all."""

    title: str
    told: str
    comes_to: str = ""


def example_words(example: Example) -> ExampleWords:
    """An example in words: `Nil, made`, `Ann bids nil, Cal 4; they take 0 and 5.`"""
    return EXAMPLES[example.code](example.figures)


def _hand(title: str, hand: kinds.OurHand) -> ExampleWords:
    """`Ann bids 5, takes 7`; of partners both: `Ann bids nil, Cal 4; they take 0 and 5`."""
    ours = hand.ours
    said = [f"{name} {bid_word(codes).lower()}" for name, codes in zip(hand.bidders, ours.bids, strict=True)]
    said[0] = said[0].replace(" ", " bids ", 1)
    counts = [str(count) for count in ours.seats] or [str(ours.tricks)]
    if (PARTNER,) in ours.bids:
        number = next(bid_word(codes).lower() for codes in ours.bids if codes != (PARTNER,))
        return ExampleWords(title, f"{joined(hand.bidders)} bid {number}; they take {joined(counts)}.")
    if len(said) > 1:
        return ExampleWords(title, f"{', '.join(said)}; they take {joined(counts)}.")
    hands = f" in one hand and {counts[1]} in the other" if len(counts) > 1 else ""
    return ExampleWords(title, f"{said[0]}, takes {counts[0]}{hands}.")


def _call(hand: kinds.OurHand, what: str) -> ExampleWords:
    return _hand(f"{call_word(hand.call)}, {what}", hand)


def _wins_outright(hand: kinds.OurHand) -> ExampleWords:
    return ExampleWords(
        "An automatic win", _hand("An automatic win", hand).told, "The game is over, and this side won."
    )


def _pot(title: str, hand: kinds.PotHand) -> ExampleWords:
    took = joined([str(count) for count in hand.took])
    return ExampleWords(title, f"Everyone bids {bid_word(hand.bid)}; they take {took}.")


def _penalty(hands: kinds.Overtaken) -> ExampleWords:
    counts = joined([str(count) for count in hands.counts])
    return ExampleWords(
        f"{hands.every} {hands.word}s",
        f"{counts} {hands.word}s in {counted(len(hands.counts), 'hand')}; this is the last one.",
        f"{counted(hands.left, hands.word)} count towards the next penalty.",
    )


def _perfect_run(run: kinds.PerfectBids) -> ExampleWords:
    told = f"{run.tricks} bid and {run.tricks} taken, {run.length} times in a row; this is the last one."
    return ExampleWords(f"{run.length} perfect bids", told)


def _end(title: str, end: kinds.End) -> ExampleWords:
    stand = ", ".join(f"{name} {total}" for name, total in zip(end.names, end.totals, strict=True)).replace("-", "−")
    if end.tie_by_overtricks and end.totals[0] == end.totals[1]:
        stand += f"; {joined([str(count) for count in end.overtricks])} {end.word}s"
    if end.outcome is None:
        return ExampleWords(title, f"{stand}.", "Another hand is played.")
    return ExampleWords(title, f"{stand}.", f"{outcome_text(end.outcome, end.names, end.totals, end.overtricks)}.")


EXAMPLES = dict(
    [
        says(kinds.TO_THE_TRICK, lambda hand: _hand("Made to the trick", hand)),
        says(kinds.TWO_TO_SPARE, lambda hand: _hand("Made, with two to spare", hand)),
        says(kinds.TWO_FEWER, lambda hand: _hand("Two tricks fewer", hand)),
        says(kinds.ONE_TOO_MANY, lambda hand: _hand("One trick too many", hand)),
        says(kinds.SET, lambda hand: _hand("Set, one trick short", hand)),
        says(kinds.EXACT_MADE, lambda hand: _hand("Exact, and made", hand)),
        says(kinds.EXACT_FAILED, lambda hand: _hand("Exact, and one too many", hand)),
        says(kinds.CALL_MADE, lambda hand: _call(hand, "made")),
        says(kinds.CALL_FAILED, lambda hand: _call(hand, "failed")),
        says(kinds.FIRST_MADE, lambda hand: _call(hand, f"made: the first {hand.tricks} tricks")),
        says(kinds.FIRST_MISSED, lambda hand: _call(hand, "missed")),
        says(kinds.CALL_ONE_OVER, lambda hand: _call(hand, "one trick too many")),
        says(kinds.CALL_ONE_SHORT, lambda hand: _call(hand, "one trick too few")),
        says(kinds.WINS_OUTRIGHT, _wins_outright),
        says(kinds.POT_WON, lambda hand: _pot("The pot, won", hand)),
        says(kinds.POT_SHARED, lambda hand: _pot("The pot, shared", hand)),
        says(kinds.PENALTY, _penalty),
        says(kinds.PERFECT_RUN, _perfect_run),
        says(kinds.TWO_AT_TARGET, lambda end: _end("Two at the target", end)),
        says(kinds.LEVEL_AT_TARGET, lambda end: _end("Level at the target", end)),
        says(kinds.AT_FLOOR, lambda end: _end("A side at the floor", end)),
        says(kinds.AFTER_HANDS, lambda end: _end(f"After {counted(end.hands, 'hand')}", end)),
        says(kinds.LEVEL_AFTER_HANDS, lambda end: _end(f"Level after {end.hands}", end)),
        says(kinds.TABLE_STOPS, lambda end: _end("The table stops", end)),
    ]
)
