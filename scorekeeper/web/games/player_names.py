"""Names of players and sides: a side's name, names that cannot be, and near matches of known ones."""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from scorekeeper.core.inputs.fields import LONGEST_NAME
from scorekeeper.core.words.language import translate as _
from scorekeeper.services.names import skeleton_of

NEARLY = 0.8
"""The similarity of two names, up to 1, from which to ask about them: `Mek` and `Mekk`, but not `Ben` and `Bea`."""


def side_name(players: Sequence[str]) -> str:
    """`Ann`, `Ann & Cal`; shortened to fit a side's name."""
    room = LONGEST_NAME - len(" & ") * (len(players) - 1)
    kept = {}
    for left, name in zip(range(len(players), 0, -1), sorted(players, key=len), strict=True):
        most = room // left
        kept[name] = name if len(name) <= most else f"{name[: most - 1].rstrip()}…"
        room -= len(kept[name])
    return " & ".join(kept[name] for name in players)


def wrong_names(names: Mapping[str, str]) -> dict[str, str]:
    """What is wrong with the players' names, by field."""
    wrong: dict[str, str] = {}
    seen: dict[str, str] = {}
    for field, name in names.items():
        skeleton = skeleton_of(name)
        if not skeleton:
            wrong[field] = _("Use a name with at least one letter.")
        elif seen.get(skeleton) == name:
            wrong[field] = _("{name} is already seated. Use another name.", name=name)
        elif skeleton in seen:
            wrong[field] = _("{name} is already seated. Use another name.", name=seen[skeleton])
        seen.setdefault(skeleton, name)
    return wrong


def nearly(name: str, known: Iterable[str]) -> str | None:
    """The known name that this one may be a misspelling of."""
    skeleton = {skeleton_of(other): other for other in known if other != name}
    found = get_close_matches(skeleton_of(name), skeleton, n=1, cutoff=NEARLY)
    return skeleton[found[0]] if found else None
