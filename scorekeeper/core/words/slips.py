"""The sentences of a paper audit: the mistakes on a written score sheet, and how they may have happened."""

from scorekeeper.core.analysis.slips import AfterTheEnd, Cause, CorrectedBid, CorrectedCount, Mistake, Slip, WrongTotal
from scorekeeper.core.words.faults import fault_words
from scorekeeper.core.words.language import in_sentences, minus, translate as _
from scorekeeper.core.words.lines import line_text
from scorekeeper.core.words.vocabulary import bid_in_text, format_points, total_text, worth_text


def mistake_text(mistake: Mistake) -> str:
    """`Hand 2, Ann: written 102, should be 103 (51 + 52). Adding slip`."""
    words = _what_words(mistake)
    text = _("Hand {hand}: {words}", hand=mistake.hand, words=words)
    if mistake.side:
        text = _("Hand {hand}, {side}: {words}", hand=mistake.hand, side=mistake.side, words=words)
    return text if mistake.cause is None else in_sentences([text, _cause_words(mistake.cause, mistake.unit)])


def _what_words(mistake: Mistake) -> str:
    what = mistake.what
    if isinstance(what, WrongTotal):
        return _total_words(what, mistake.unit)
    if isinstance(what, AfterTheEnd):
        return _("the game was over after hand {hand}, so this hand does not count", hand=what.last)
    if isinstance(what, CorrectedBid):
        return _(
            "every total is right if {player} bid {bid}, not {other}",
            player=what.player,
            bid=bid_in_text(what.right.calls),
            other=bid_in_text(what.written.calls),
        )
    if isinstance(what, CorrectedCount):
        return _(
            "every total is right if {side} took {count}, not {other}",
            side=what.side,
            count=what.right,
            other=what.written,
        )
    return fault_words(what)


def _total_words(what: WrongTotal, unit: str) -> str:
    sign = "−" if what.points < 0 else "+"
    return _(
        "written {written}, should be {due} ({sum})",
        written=format_points(what.written, unit),
        due=format_points(what.before + what.points, unit),
        sum=f"{minus(total_text(what.before, unit))} {sign} {total_text(abs(what.points), unit)}",
    )


def _cause_words(cause: Cause, unit: str) -> str:
    line = "" if cause.line is None else line_text(cause.line)
    points = 0 if cause.line is None else cause.line.points
    if cause.slip is Slip.LEFT_OUT:
        return _("“{line}” ({points}) seems to be left out", line=line, points=worth_text(points, unit))
    if cause.slip is Slip.COUNTED_TWICE:
        return _("“{line}” ({points}) seems to be counted twice", line=line, points=worth_text(points, unit))
    if cause.slip is Slip.SIGN_OF_LINE:
        return _("“{line}” seems to be counted as {points}", line=line, points=worth_text(-points, unit))
    if cause.slip is Slip.WRONG_SIGN:
        return _("Wrong sign")
    if cause.slip is Slip.SWAPPED_DIGITS:
        return _("Swapped digits: {right}", right=format_points(cause.right, unit))
    if cause.slip is Slip.ADDING:
        return _("Adding slip")
    return _("The next total is right, so this one was miswritten or misread")
