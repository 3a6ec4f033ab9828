"""The result of verification for people: a heading, the size, and the four levels with what each means."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from scorekeeper.core.words.language import listed, translate as _, translate_plural as _n, with_commas
from scorekeeper.core.words.vocabulary import counted
from scorekeeper.formats.parts import PartKind
from scorekeeper.formats.verification import ServerMatch, TrustReport, Verification

SHOWN_OF_KEY = 12
KEYS_SHOWN = 3


@dataclass(frozen=True, slots=True)
class LevelWords:
    """One level: its code, whether it holds (None if nothing in the file could tell), and two texts."""

    code: str
    holds: bool | None
    says: str
    means: str


def size_words(checked: Verification, kinds: Callable[[], Iterable[PartKind]] = tuple) -> str:
    """How much was checked: `2 games, 14 hands`; of a file without games, parts of these kinds."""
    if checked.parts and not checked.games:
        return with_commas([kind.words.alone(count) for kind in kinds() if (count := checked.parts[kind.folder])])
    return with_commas([counted(checked.games, "game"), counted(checked.hands, "hand")])


def level_words(checked: Verification) -> list[LevelWords]:
    """All levels, for a file with at least one game."""
    return [_adds_up(checked), _undamaged(checked), _signed(checked.trust), _on_server(checked.trust)]


def headline(checked: Verification) -> str:
    """The strongest statement about the file, on one line."""
    trust = checked.trust
    if not trust.adds_up:
        return _("The scores don’t add up.")
    if checked.findings:
        return _("Something was changed or damaged.")
    if trust.on_server in (ServerMatch.NOW, ServerMatch.EARLIER):
        return _("This server has this game.")
    if trust.known_signers:
        return _("Signed by {names}.", names=listed(trust.known_signers))
    if trust.unknown_keys:
        return _("The scores add up. The signature is from an unknown key.")
    if checked.undamaged:
        return _("The scores add up, but nobody signed them.")
    return _("The scores add up. Anyone may have typed them.")


def _adds_up(checked: Verification) -> LevelWords:
    if checked.trust.adds_up:
        return LevelWords(
            "adds-up",
            True,
            _("The scores add up."),
            _("Every score is what the hands give. No file can show whether the hands were played like this."),
        )
    return LevelWords(
        "adds-up",
        False,
        _("The scores don’t add up."),
        _("A score is not what its hand gives. The list below has the hand."),
    )


def _undamaged(checked: Verification) -> LevelWords:
    if checked.undamaged is None:
        return LevelWords(
            "undamaged",
            None,
            _("It may be incomplete; it has no checksums."),
            _("It may have been typed by hand. Ask for an export."),
        )
    if checked.undamaged:
        return LevelWords(
            "undamaged",
            True,
            _("Undamaged."),
            _("Nothing was lost or miscopied on the way. Anyone who changes a file can make new checksums."),
        )
    return LevelWords(
        "undamaged",
        False,
        _("Damaged, or changed after export."),
        _("Ask for the file again, and do not edit it."),
    )


def _signed(trust: TrustReport) -> LevelWords:
    if trust.misfits:
        return LevelWords(
            "signed",
            False,
            _("The signature does not fit."),
            _("The game was changed, or the signature is from another game."),
        )
    if trust.void:
        return LevelWords(
            "signed", False, _("The signature is worthless."), _("It is for the undamaged file, or for another one.")
        )
    if trust.known_signers:
        return LevelWords(
            "signed",
            True,
            _("Signed by {names}.", names=listed(trust.known_signers)),
            _(
                "Every entry was there when the game was exported. "
                "No signature can show whether the table recorded what was played."
            ),
        )
    if trust.unknown_keys:
        keys = with_commas([f"{key[:SHOWN_OF_KEY]}…" for key in trust.unknown_keys[:KEYS_SHOWN]])
        return LevelWords(
            "signed",
            False,
            _("Signed with a key this server doesn’t know ({keys}).", keys=keys)
            if trust.trusted.match
            else _("Signed with a key that was not given ({keys}).", keys=keys),
            _("It may be from another Scorekeeper, but anyone can make a key. Ask that server’s owner for its key."),
        )
    return LevelWords("signed", False, _unsigned(trust), _("No server confirms that it had this game."))


def _unsigned(trust: TrustReport) -> str:
    signed = sum(trust.signed_by.values())
    if not trust.signed_by.total():
        return _("Not signed.")
    return _n(
        signed, "Only 1 of {games} games is signed.", "Only {count} of {games} games are signed.", games=trust.games
    )


def _on_server(trust: TrustReport) -> LevelWords:
    if trust.on_server is ServerMatch.NOW:
        return LevelWords(
            "on-server",
            True,
            _("This server has the game, up to the same entry."),
            _("No server can know whether the table recorded what was played."),
        )
    if trust.on_server is ServerMatch.EARLIER:
        return LevelWords(
            "on-server",
            True,
            _("This server has the game, with later entries."),
            _("Ask the table for a new export."),
        )
    if trust.on_server is ServerMatch.NO:
        return LevelWords(
            "on-server",
            False,
            _("This server doesn’t have this game."),
            _("It is not here, or not the same here, or nothing in the file says which game it is."),
        )
    return LevelWords(
        "on-server",
        None,
        _("Not compared with the games of a server."),
        _("The server that has the game compares them at {address}.", address="/check"),
    )
