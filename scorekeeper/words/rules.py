"""The rules of a game in sentences, for its rules page: what the steps and the endings do, with their own figures.

A `Ruling` is an anchor, which score lines point to, and the sentence that stands there.
"""

from collections.abc import Sequence

Ruling = tuple[str, str]


def a(word: str) -> str:
    """`a bag`, `an overtrick`."""
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def overtricks(word: str) -> Ruling:
    return "overtricks", f"Each trick above a made bid is {a(word)}, and worth 1 point."


def overtrick_penalty(word: str, every: int, cost: int, carries: bool, escalates: bool) -> Ruling:
    costs = f"Every {every} {word}s cost {cost} points"
    if escalates:
        costs += f", the second time {2 * cost}, the third {3 * cost}, and so on"
    rest = "the rest carries over" if carries else "that is once in a hand at most, and the count begins again"
    return f"{word}-penalty", f"{costs}; {rest}."


def perfect_run(length: int, bonus: int, further: int) -> Ruling:
    after = f"each further one is worth {further}" if further else "then the count begins again"
    return "perfect-run", f"{length} bids in a row made to the trick are worth {bonus} points more; {after}."


def run_so_far(run: int, length: int, bonus: int, further: int) -> str:
    """How far a run of perfect bids is: `2 perfect bids in a row, the next is worth 80`; empty while there is none."""
    if not run:
        return ""
    bids = "1 perfect bid" if run == 1 else f"{run} perfect bids in a row"
    if run >= length:
        return f"{bids}, the next is worth {further}"
    left = length - run
    return f"{bids}, {'the next is' if left == 1 else f'{left} more are'} worth {bonus}"


def pot_so_far(antes: int, staked: int, waiting: int) -> str:
    """What lies in the pot while bids come in: `14 chips: 5 in antes and 9 bid`."""
    parts = [f"{antes} in antes"] if antes else []
    parts += [f"{staked} bid"]
    parts += [f"{waiting} left from before"] if waiting else []
    words = " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0]
    total = antes + staked + waiting
    return f"{total} chip{'' if total == 1 else 's'}: {words}"


def adjustments() -> Ruling:
    return "adjustments", "Points that the table agrees on stand in their hand, with the reason."


def points_for_the_pot() -> tuple[Ruling, ...]:
    return (
        ("overtricks", "Each trick above a made bid is worth 1 point in the hand."),
        ("failed", "A bid that fails is worth 1 point in the hand for each trick taken."),
    )


def stakes(ante: int) -> tuple[Ruling, ...]:
    bid = ("stake", "Everyone puts in a chip for each trick bid.")
    return (("ante", f"Before the deal everyone puts in {ante} as an ante."), bid) if ante else (bid,)


def pot(carries_odd: bool) -> Ruling:
    odd = "wait for the next pot" if carries_odd else "go one each to those who share it, from the left of the dealer"
    return "pot", f"The most points in the hand take the pot; equals share it, and odd chips {odd}."


def ranking(tie: str) -> str:
    """Who wins at the end, and what a tie at the top comes to. `tie` is one of the values of the option."""
    after = {
        "play-on": "where several are, another hand is played",
        "fewest-overtricks": "of several the one with the fewest overtricks in the game; else another hand is played",
        "shared": "where several are, they share it",
    }
    return f"The highest has won; {after[tie]}."


def outright() -> str:
    return "A bid that wins outright ends the game, whatever the totals."


def target(points: int) -> str:
    return f"The game ends when a side has {points} or more after a hand."


def floor(points: int) -> str:
    return f"The game ends when a side has {points} or less after a hand."


def after_hands(hands: int) -> str:
    return f"The game ends after {hands} hands." if hands > 1 else "The game ends after 1 hand."


def stopping(has_end: bool) -> str:
    """What becomes of a game that the table stops; where nothing else ends it, that is how it ends."""
    when = "If the table stops before that" if has_end else "The table says when the game is over"
    return f"{when}: the highest has won, and equals share it."


def beside(slots: Sequence[Sequence[str]], alone: Sequence[str]) -> Ruling:
    """What may stand beside a number, one call of each kind, and what stands alone."""
    kinds = [" or ".join([words[0], *(word.lower() for word in words[1:])]) for words in slots]
    words = f"Beside a number may stand {'; and '.join(kind[:1].lower() + kind[1:] for kind in kinds)}"
    alone_words = " and ".join([*alone[:1], *(word.lower() for word in alone[1:])])
    return "beside", f"{words}. {alone_words} stand alone." if alone else f"{words}."


def later_round(once: bool) -> Ruling:
    """The rounds of bidding after the first, in which the table is asked."""
    if once:
        return "rounds", "Once all have bid, each is asked once more, in turn."
    return "rounds", "Once all have bid there are further rounds, until nobody changes a bid."


def summed() -> Ruling:
    return "number", "Partners’ numbers add up to one contract, which both play for."
