"""The words for roles on pages."""

from scorekeeper.core.words.language import translatable
from scorekeeper.core.words.language import translate as _
from scorekeeper.storage.members import Role

RoleWords = dict[str, str]

ROLE_WORDS: dict[Role, RoleWords] = {
    Role.SCORER: {
        "key": "scorer",
        "name": translatable("Scorer"),
        "verb": translatable("Keep score"),
        "does": translatable("Bids, counts, fixes and undo"),
        "icon": "pencil",
    },
    Role.WATCHER: {
        "key": "watcher",
        "name": translatable("Watcher"),
        "verb": translatable("Watch"),
        "does": translatable("Sees all, bids only for themselves"),
        "icon": "eye",
    },
    Role.KEEPER: {
        "key": "keeper",
        "name": translatable("Keeper"),
        "verb": translatable("Manage"),
        "does": translatable("Also invites and removes phones"),
        "icon": "key",
    },
}
"""In the order of the share page, with the most useful one first."""


WITH_ARTICLE = {
    Role.WATCHER: translatable("a watcher"),
    Role.SCORER: translatable("a scorer"),
    Role.KEEPER: translatable("a keeper"),
}
CROWDS = {
    Role.WATCHER: translatable("watchers"),
    Role.SCORER: translatable("scorers"),
    Role.KEEPER: translatable("keepers"),
}


def role_words(role: Role) -> RoleWords:
    """A role for pages: its `key` and `icon`, its `name`, what it is to do (`verb`) and what it may do (`does`)."""
    return {part: _(text) if part in ("name", "verb", "does") else text for part, text in ROLE_WORDS[role].items()}


def article(role: Role) -> str:
    """`a scorer`."""
    return _(WITH_ARTICLE[role])
