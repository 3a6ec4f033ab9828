"""What ends a game, and hands without bids or play, in sentences for the rules page."""

from scorekeeper.core.rules.club_steps import FIRST_HAND_BIDS_ITSELF, TOO_FEW_ARE_NOT_PLAYED, BooksMade
from scorekeeper.core.rules.endings import (
    ENDS_AFTER_HANDS,
    ENDS_AT_LOSING_SCORE,
    ENDS_AT_TARGET,
    ENDS_AT_TIME,
    ENDS_BY_SETS,
    ENDS_OUTRIGHT,
    FEWEST_OVERTRICKS,
    HIGHER_CONTRACT,
    PLAY_ON,
    AfterHands,
    AtTime,
    LosingScore,
    Ranking,
    SetTooOften,
    Target,
    TimeCall,
)
from scorekeeper.core.words.language import full_stop, in_sentences, translate as _, translate_plural as _n
from scorekeeper.core.words.vocabulary import text_for


def ranking_words(ranking: Ranking) -> str:
    """Who wins at the end, and how a tie at the top is broken."""
    if not ranking.contracts_from:
        return _highest_wins(ranking)
    return _(
        "Of several sides with {points} or more, the higher bid of that hand wins; if those bids are equal, or only "
        "one side is there, this counts: {ranking}",
        points=ranking.contracts_from,
        ranking=_highest_wins(ranking),
    )


def _highest_wins(ranking: Ranking) -> str:
    if ranking.tie == PLAY_ON:
        return _("The highest score wins. On a tie at the top, play another hand.")
    if ranking.tie == FEWEST_OVERTRICKS:
        return _(
            "The highest score wins. On a tie at the top, the fewest overtricks in the game win; if those tie too, "
            "play another hand."
        )
    if ranking.tie == HIGHER_CONTRACT:
        return _(
            "The highest score wins. On a tie at the top, the higher bid of the last hand wins; if those bids are "
            "equal too, play another hand."
        )
    return _("The highest score wins. A tie at the top is shared.")


def _at_target(ending: Target) -> str:
    return _(
        "The game ends when a side has {points} or more after a hand. {ranking}",
        points=ending.points,
        ranking=ranking_words(ending.ranking),
    )


def _at_losing_score(ending: LosingScore) -> str:
    return _(
        "The game ends when a side has {points} or less after a hand. {ranking}",
        points=ending.points,
        ranking=ranking_words(ending.ranking),
    )


def _after_hands(ending: AfterHands) -> str:
    if ending.at_most:
        return _n(
            ending.hands,
            "The game ends after 1 hand at the latest. {ranking}",
            "The game ends after {count} hands at the latest. {ranking}",
            ranking=ranking_words(ending.ranking),
        )
    return _n(
        ending.hands,
        "The game ends after 1 hand. {ranking}",
        "The game ends after {count} hands. {ranking}",
        ranking=ranking_words(ending.ranking),
    )


def called_words(time: TimeCall) -> str:
    """`Time was called after 41 minutes; hand 6 is the last`."""
    return _n(
        time.minutes,
        "Time was called after 1 minute; hand {hand} is the last",
        "Time was called after {count} minutes; hand {hand} is the last",
        hand=time.hand,
    )


def _at_time(ending: AtTime) -> str:
    return _(
        "Time is called: hand {hand} is the last. {ranking}",
        hand=ending.call.hand,
        ranking=ranking_words(ending.ranking),
    )


def at_time(ranking: Ranking) -> str:
    """What ends a game in which time is called."""
    return _("If time is called, the hand that was dealt is the last. {ranking}", ranking=ranking_words(ranking))


def not_before(hands: int) -> str:
    """Which hand is the first that can end the game."""
    return _("Neither a score nor sets end the game before hand {hands}.", hands=hands)


def _by_sets(ending: SetTooOften) -> str:
    who = [words for words in (_often_set(ending), _too_few_first(ending)) if words]
    nils = [_("A failed nil counts as a set")] if ending.nils else []
    return full_stop(in_sentences([*who, *nils, _("The highest of the others wins")]))


def _often_set(ending: SetTooOften) -> str:
    if ending.most and ending.in_a_row:
        return _(
            "A side that is set {in_a_row} times in a row, or {sets} times in all, has lost",
            in_a_row=ending.in_a_row,
            sets=ending.most,
        )
    if ending.in_a_row:
        return _("A side that is set {sets} times in a row has lost", sets=ending.in_a_row)
    return _("A side that is set {sets} times has lost", sets=ending.most) if ending.most else ""


def _too_few_first(ending: SetTooOften) -> str:
    least = ending.first_tricks
    return _("A side with fewer than {least} tricks in the first hand has lost", least=least) if least else ""


def _too_few(step: BooksMade) -> str:
    if not step.points:
        return _("Bids that add up to fewer than {least} are not played and score nothing.", least=step.least)
    return _(
        "Bids that add up to fewer than {least} are not played: each side scores {points} for each trick it bid.",
        least=step.least,
        points=step.points,
    )


ENDING_RULES = dict(
    [
        text_for(ENDS_OUTRIGHT, lambda ending: _("A bid that wins outright ends the game, whatever the totals.")),
        text_for(ENDS_AT_TARGET, _at_target),
        text_for(ENDS_AT_LOSING_SCORE, _at_losing_score),
        text_for(ENDS_AFTER_HANDS, _after_hands),
        text_for(ENDS_BY_SETS, _by_sets),
        text_for(ENDS_AT_TIME, _at_time),
        text_for(
            FIRST_HAND_BIDS_ITSELF,
            lambda step: _(
                "Nobody bids in the first hand. Each trick scores {points}, there are no bags, and nobody is set.",
                points=step.points,
            ),
        ),
        text_for(TOO_FEW_ARE_NOT_PLAYED, _too_few),
    ]
)
