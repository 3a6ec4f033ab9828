"""What pages say of taps that the server does not have yet."""

from collections.abc import Iterator

from scorekeeper.core.words import sending


def sentences() -> Iterator[tuple[str, str]]:
    """Each reason to wait, then what a server lost, and what a phone keeps."""
    for code in ("", "offline", *sending.REASONS):
        for taps in (1, 12):
            yield f"waits: {code or 'for the answer'}", sending.waiting_words(code, taps)
    for code in ("offline", "unstarted"):
        yield f"waits: {code}, only here", sending.waiting_words(code, 0, only_here=True)
    for hands in ([], [2], [2, 3], [2, 3, 4]):
        for went_on in (False, True):
            yield "lost", sending.lost_words(hands, 3, went_on)
    for taps in (0, 1, 2):
        yield "closed", sending.closed_words(taps)
    for words in (
        sending.again_words,
        sending.drop_words,
        sending.save_words,
        sending.own_game_words,
        sending.compare_words,
        sending.open_words,
    ):
        yield "buttons", words()
