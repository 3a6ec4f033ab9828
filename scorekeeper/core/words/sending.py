"""What any page says of taps that the server does not have yet, and why not."""

from scorekeeper.core.words.language import listed, translatable, translate as _, translate_plural as _n


def waiting_words(code: str, taps: int, only_here: bool = False) -> str:
    """Why this many taps wait; `only_here` if the page could not be reopened without the server."""
    words = _reason(code, taps)
    return _("{words}. Keep this page open.", words=words.rstrip(".")) if only_here else words


REASONS = {
    "early": translatable(
        "Not on the server yet: the game before isn’t finished there. Finish it first; this phone keeps every tap."
    ),
    "unstarted": translatable("The server doesn’t let this phone start this game. The phone keeps every tap."),
    "slow": translatable("The server doesn’t answer · {kept}"),
    "busy": translatable("The server is busy · {kept}"),
    "strange": translatable("Something else answers for the server, perhaps a Wi-Fi sign-in page · {kept}"),
    "full": translatable("This phone’s storage is full · {kept}"),
    "unstored": translatable("This phone’s storage is full, so taps need the server"),
    "denied": translatable("This browser doesn’t let the app store anything, so taps need the server"),
}


def _reason(code: str, taps: int) -> str:
    kept = taps_waiting(taps)
    if code == "offline":
        return _("Offline · {kept}", kept=kept) if taps else _("Offline")
    return _(REASONS[code], kept=kept) if code in REASONS else kept


def taps_waiting(taps: int) -> str:
    """How many taps wait, of all games."""
    return _n(taps, "1 tap waiting", "{count} taps waiting")


def lost_words(hands: list[int], events: int, went_on: bool) -> str:
    """What the page asks when the server was restored from an older copy, without these hands and events."""
    if not hands:
        what = _n(events, "1 entry", "{count} entries")
    elif len(hands) == 1:
        what = _("hand {number}", number=hands[0])
    else:
        what = _("hands {numbers}", numbers=listed([str(hand) for hand in hands]))
    if went_on:
        return _("The server lost {what} and went on without. This phone has its own record of the game.", what=what)
    return _("The server lost {what}. This phone has what was lost.", what=what)


def again_words() -> str:
    """The button that records what was lost again."""
    return _("Record again")


def drop_words() -> str:
    """The button that gives up what the server refused."""
    return _("Take it out")


def save_words() -> str:
    """The button that saves what was lost, or a game."""
    return _("Save as a file")


def compare_words() -> str:
    """The button that shows what this phone and the server have, side by side."""
    return _("Compare")


def own_game_words() -> str:
    """The button that brings what this phone has to the table as a game beside the server's."""
    return _("Import as another game")


def open_words() -> str:
    """The button that opens the game before a rematch."""
    return _("Open it")


def closed_words(taps: int) -> str:
    """What a page says of a game that this phone may no longer record."""
    if not taps:
        return _("This phone keeps the game as it was.")
    return _n(
        taps,
        "1 tap wasn’t recorded. This phone keeps it, and sends it if it may keep score again.",
        "{count} taps weren’t recorded. This phone keeps them, and sends them if it may keep score again.",
    )
