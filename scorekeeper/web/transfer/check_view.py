"""What the check page says of a file: its levels, one by one, and what was found."""

from dataclasses import asdict

from scorekeeper.core.words.plain import counted
from scorekeeper.formats.verification.findings import Checked
from scorekeeper.formats.verification.level_words import headline, level_words

View = dict[str, object]

MOST_SHOWN = 20


def proof_view(checked: Checked) -> View:
    """Values for the verdict of `proof/show.html`."""
    findings = [str(finding) for finding in checked.findings]
    levels = level_words(checked) if checked.games else []
    return {
        "heading": headline(checked) if checked.games else "This cannot be read",
        "vouched": not findings and bool(checked.levels.as_kept in ("now", "earlier") or checked.levels.known_signers),
        "wrong": bool(findings),
        "size": f"{counted(checked.games, 'game')}, {counted(checked.hands, 'hand')}",
        "levels": [asdict(level) for level in levels],
        "findings": findings[:MOST_SHOWN],
        "more": max(0, len(findings) - MOST_SHOWN),
        "notes": [f"{note[:1].upper()}{note[1:]}" for note in checked.notes[:MOST_SHOWN]],
    }
