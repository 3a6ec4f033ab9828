"""From a file's game with its chain to the exported game."""

from scorekeeper.formats.games import ExportedGame, ImportedGame, replay_untrusted


def kept_from(imported: ImportedGame, number: int = 1) -> ExportedGame:
    """The game of this chain. Raises `InvalidInput` if its events do not fit together."""
    state = replay_untrusted(imported.events)
    signature = imported.signature
    signer = None if signature is None else lambda _head, _record: signature
    return ExportedGame(
        str(imported.id), state, imported.events, number, imported.not_counted, imported.differences, signer
    )
