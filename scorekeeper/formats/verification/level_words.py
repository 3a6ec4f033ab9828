"""The four levels of verification in sentences: whether each holds, what that means and what it does not."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.formats.verification.findings import Checked
from scorekeeper.formats.verification.levels import KeptState, Levels

SHOWN_OF_KEY = 12


@dataclass(frozen=True, slots=True)
class LevelWords:
    """One level: its code, whether it holds (None if nothing in the file could tell), and two sentences."""

    code: str
    holds: bool | None
    says: str
    means: str

    def __str__(self) -> str:
        return f"{self.says} {self.means}"


def level_words(checked: Checked) -> list[LevelWords]:
    """All levels, for a file with at least one game."""
    return [_adds_up(checked), _undamaged(checked), _signed(checked.levels), _kept(checked.levels)]


def headline(checked: Checked) -> str:
    """The strongest statement about the file, on one line."""
    levels = checked.levels
    if not levels.adds_up:
        return "This does not add up."
    if checked.findings:
        return "Something was changed or damaged."
    if levels.as_kept in (KeptState.NOW, KeptState.EARLIER):
        return "This is the game kept on this server."
    if levels.known_signers:
        return f"Signed by {_listed(levels.known_signers)}."
    if levels.unknown_keys:
        return "It adds up. A stranger’s key signed it."
    if checked.undamaged:
        return "It adds up, but nobody vouches for it."
    return "It adds up. Anyone may have typed it."


def _adds_up(checked: Checked) -> LevelWords:
    if checked.levels.adds_up:
        return LevelWords(
            "adds-up",
            True,
            "Adds up: every score is what the hands give.",
            "It does not say that the hands were played like this.",
        )
    return LevelWords(
        "adds-up", False, "Does not add up: a score is not what its hand gives.", "The list below names the hand."
    )


def _undamaged(checked: Checked) -> LevelWords:
    if checked.undamaged is None:
        return LevelWords(
            "undamaged",
            None,
            "Cannot tell whether it is complete: it has no checksums.",
            "It may have been typed by hand. Ask for an export.",
        )
    if checked.undamaged:
        return LevelWords(
            "undamaged",
            True,
            "Undamaged: nothing was lost or miscopied on the way.",
            "It does not say who wrote it: whoever changes a file can make new checksums.",
        )
    return LevelWords(
        "undamaged", False, "Damaged: it is not as it was exported.", "Ask for the file again, and do not edit it."
    )


def _signed(levels: Levels) -> LevelWords:
    if levels.misfits:
        return LevelWords(
            "signed", False, "The signature does not fit.", "It was changed, or was taken from another game."
        )
    if levels.void:
        return LevelWords(
            "signed",
            False,
            "Its signature says nothing.",
            "It was made for a file that was not damaged, or another one.",
        )
    if levels.known_signers:
        return LevelWords(
            "signed",
            True,
            f"Signed by {_listed(levels.known_signers)}.",
            "The game was kept there, entry for entry, when it was exported. "
            "It does not say that the table wrote down what was played.",
        )
    if levels.unknown_keys:
        known = "a key this server does not know" if levels.witness.keeps else "a key that was not given"
        keys = ", ".join(f"{key[:SHOWN_OF_KEY]}…" for key in levels.unknown_keys[:3])
        return LevelWords(
            "signed",
            False,
            f"Signed with {known} ({keys}).",
            "It may come from another Scorekeeper, but anyone can make a key. Ask that server’s owner for its key.",
        )
    some = (
        f"Only {sum(levels.signed_by.values())} of {levels.games} games are signed." if levels.signed_by.total() else ""
    )
    return LevelWords(
        "signed", False, some or "Not signed.", "No server says that it kept this. Exports of older versions have none."
    )


def _kept(levels: Levels) -> LevelWords:
    if levels.as_kept is KeptState.NOW:
        return LevelWords(
            "as-kept",
            True,
            "As kept on this server: its last entry is the last one here.",
            "It does not say that the table wrote down what was played.",
        )
    if levels.as_kept is KeptState.EARLIER:
        return LevelWords(
            "as-kept",
            True,
            "As kept on this server up to its last entry.",
            "More has been recorded here since: ask the table for a new export.",
        )
    if levels.as_kept is KeptState.NO:
        return LevelWords(
            "as-kept",
            False,
            "Not as kept on this server.",
            "The game is not here, or it is not the same here, or nothing in the file ties it to a game.",
        )
    return LevelWords(
        "as-kept", None, "Not compared with the games of a server.", "The server that kept it can do that, at /check."
    )


def _listed(names: list[str]) -> str:
    return " and ".join(names)
