"""What wins, in sentences: `5+ wins. 8+ brings the 10th bag.`"""

from collections.abc import Callable, Sequence

from scorekeeper.core.analysis.goals import Goal
from scorekeeper.core.analysis.possible_ends import End
from scorekeeper.core.analysis.target_bids import TargetBids
from scorekeeper.core.analysis.what_wins import Chance, Row, Rows
from scorekeeper.core.rules.endings import Ranking
from scorekeeper.core.rules.pot import POT
from scorekeeper.core.rules.ruleset import ScoringRules
from scorekeeper.core.rules.steps import PENALTIES
from scorekeeper.core.words.endings import ranking_words
from scorekeeper.core.words.language import (
    either,
    full_stop,
    in_sentences,
    listed,
    number_text,
    translatable,
    translate as _,
    translate_in as _c,
    translate_plural as _n,
)
from scorekeeper.core.words.vocabulary import call_in_text, ordinal, sentence_case


def counts_words(counts: Sequence[int], tricks: int) -> str:
    """Counts of tricks as people say them: `5+`, `4`, `none or 8 to 10`."""
    runs: list[list[int]] = []
    for count in counts:
        if runs and runs[-1][-1] == count - 1:
            runs[-1].append(count)
        else:
            runs.append([count])
    return either([_run(run, tricks) for run in runs])


def _run(run: list[int], tricks: int) -> str:
    low, high = run[0], run[-1]
    if low == high:
        return _one(low, tricks)
    if high == tricks:
        return _("{count}+", count=low) if low else _("any number")
    if high == low + 1:
        return either([_one(low, tricks), str(high)])
    return _("{low} to {high}", low=low, high=high) if low else _("{count} or fewer", count=high)


def _one(count: int, tricks: int) -> str:
    if count == tricks:
        return _("all {count}", count=count)
    return str(count) if count else _c("tricks", "none")


WINS = (translatable("{tricks} wins"), translatable("{tricks} can win"))
SHARES = (translatable("{tricks} shares the win"), translatable("{tricks} can share the win"))
MAKES = (translatable("{tricks} makes it"), translatable("{tricks} can make it"))
TAKES_POT = (translatable("{tricks} takes the pot"), translatable("{tricks} can take the pot"))
LOSES = (translatable("{tricks} loses the game"), translatable("{tricks} can lose the game"))
BAGS = (translatable("{tricks} brings the {nth} bag"), translatable("{tricks} can bring the {nth} bag"))
OVERTRICKS = (
    translatable("{tricks} brings the {nth} overtrick"),
    translatable("{tricks} can bring the {nth} overtrick"),
)

Possibility = tuple[tuple[str, str], Callable[[Row], Chance]]
"""What can happen: a sentence if it is certain, a sentence if it is possible, and its chance."""


def side_sentence(rows: Rows, scoring: ScoringRules) -> str:
    """What a side needs and what it should not take; empty if nothing depends on its tricks."""
    if all(row.ends == (End.LOSES,) for row in rows):
        return _("Can’t win any more.")
    possibilities: list[Possibility] = [
        (WINS, lambda row: row.chance_to(End.WINS)),
        (SHARES, lambda row: row.chance_to(End.SHARES)),
    ]
    if not any(row.chance_to(End.WINS) is Chance.ALWAYS for row in rows):
        possibilities.append((MAKES, _number_made))
    possibilities += [
        (TAKES_POT, lambda row: row.chance_of(POT.key)),
        (LOSES, lambda row: _only_sure(row.chance_to(End.LOSES))),
        (
            BAGS if scoring.overtrick_word == "bag" else OVERTRICKS,
            lambda row: row.chance_of(PENALTIES[scoring.overtrick_word].key),
        ),
    ]
    sentences = [sentence for words, chance in possibilities for sentence in _sentences(rows, words, chance, scoring)]
    return full_stop(in_sentences(sentences)) if sentences else ""


def makes_words(goal: Goal, scoring: ScoringRules) -> str:
    """The tricks that make a bid, and those that win the game: `7+ makes it`, `7+ makes it and wins`."""
    tricks = sentence_case(counts_words(goal.makes, scoring.seating.tricks))
    if goal.wins and goal.wins == goal.makes:
        return _("{tricks} makes it and wins", tricks=tricks)
    wins = wins_words(goal, scoring)
    if not goal.makes:
        return wins or _("Can’t make it")
    if wins and set(goal.wins) < set(goal.makes):
        return _("{tricks} makes it, {wins} wins", tricks=tricks, wins=counts_words(goal.wins, scoring.seating.tricks))
    return wins or _(MAKES[0], tricks=tricks)


def wins_words(goal: Goal, scoring: ScoringRules) -> str:
    """The tricks that win the game whatever the others take, `7+ wins`; empty if none do."""
    if not goal.wins:
        return ""
    return sentence_case(_(WINS[0], tricks=counts_words(goal.wins, scoring.seating.tricks)))


def stake_words(goal: Goal, scoring: ScoringRules) -> str:
    """What being set would mean for the game: `Set, and it’s over`; empty if the game may go on."""
    every = range(scoring.seating.tricks + 1)
    if len(goal.loses) == len(every):
        return _("Can’t win any more")
    failed = [tricks for tricks in every if tricks not in goal.makes]
    return _("Set, and it’s over") if failed and set(failed) <= set(goal.loses) else ""


def penalty_words(goal: Goal, scoring: ScoringRules) -> str:
    """What the next penalty takes: `8+ brings the 10th bag`, `One more bag costs 100`; or that no count brings one."""
    is_overtrick = scoring.overtrick_word == "overtrick"
    is_next = bool(goal.penalty and goal.makes) and goal.penalty[0] == goal.makes[0] + 1
    if not goal.may_cost:
        return _("Overtricks are safe") if is_overtrick else _("Bags are safe")
    if is_next:
        cost = number_text(goal.cost)
        return (
            _("One more overtrick costs {points}", points=cost)
            if is_overtrick
            else _("One more bag costs {points}", points=cost)
        )
    sure, possible = OVERTRICKS if is_overtrick else BAGS
    tricks = sentence_case(counts_words(goal.penalty or goal.may_cost, scoring.seating.tricks))
    return _(sure if goal.penalty else possible, tricks=tricks, nth=ordinal(scoring.bags_per_penalty))


def _sentences(rows: Rows, words: tuple[str, str], chance: Callable[[Row], Chance], scoring: ScoringRules) -> list[str]:
    """The tricks with which it happens, certainly and possibly."""
    sentences: list[str] = []
    for message, expected in ((words[0], Chance.ALWAYS), (words[1], Chance.CAN)):
        counts = [row.tricks for row in rows if chance(row) is expected]
        if counts:
            tricks = sentence_case(counts_words(counts, scoring.seating.tricks))
            sentences.append(_(message, tricks=tricks, nth=ordinal(scoring.bags_per_penalty)))
    return sentences


def reach_sentence(kinds: Sequence[TargetBids], scoring: ScoringRules) -> str:
    """What a side that is still bidding could bid to reach the target with this hand."""
    if not kinds:
        return _("Can’t go out this hand.")
    words = either([_kind_words(kind, scoring.seating.tricks) for kind in kinds])
    return sentence_case(_("{bids} can win it.", bids=words))


def _kind_words(kind: TargetBids, tricks: int) -> str:
    """`a made bid of 5+`, `a made nil with a bid of 4+`, `a made bid of blind 6+`, `a made double nil`."""
    codes = kind.added_calls
    calls = listed([call_in_text(code) for code in codes])
    if not kind.numbers and len(codes) > 1 and len(set(codes)) == 1:
        return _("a made {calls} of both", calls=call_in_text(codes[0]))
    if not kind.numbers:
        return _("a made {calls}", calls=calls)
    numbers = counts_words(kind.numbers, tricks)
    numbers = _("blind {numbers}", numbers=numbers) if kind.blind else numbers
    if not kind.added_calls:
        return _("a made bid of {numbers}", numbers=numbers)
    return _("a made {calls} with a bid of {numbers}", calls=calls, numbers=numbers)


def _number_made(row: Row) -> Chance:
    """Whether the number bid is made."""
    return next((chance for call, chance in row.contracts if call.is_number), Chance.NEVER)


def _only_sure(chance: Chance) -> Chance:
    return chance if chance is Chance.ALWAYS else Chance.NEVER


def needs_words(points: int, unit: str) -> str:
    """How far the target is: `needs 188 more points`."""
    if points <= 0:
        return _("at the target")
    if unit == "chips":
        return _n(points, "needs 1 more chip", "needs {count} more chips")
    return _n(points, "needs 1 more point", "needs {count} more points")


def lead_words(points: int, unit: str) -> str:
    """How far a side leads the best other one: `20 points ahead`, `20 points behind`."""
    if not points:
        return _("level at the top")
    if unit == "chips":
        if points > 0:
            return _n(points, "1 chip ahead", "{count} chips ahead")
        return _n(-points, "1 chip behind", "{count} chips behind")
    if points > 0:
        return _n(points, "1 point ahead", "{count} points ahead")
    return _n(-points, "1 point behind", "{count} points behind")


def last_words(ranking: Ranking, overtime: int) -> str:
    """What decides a last hand, or one that is played because a last one left it open: `overtime` is how many later."""
    words = ranking_words(ranking)
    if overtime:
        return _("This hand is overtime. {ranking}", ranking=words)
    return _("This is the last hand. {ranking}", ranking=words)
