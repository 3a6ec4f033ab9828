"""The words for roles on pages."""

from scorekeeper import hooks
from scorekeeper.core.words.language import translatable, translate as _
from scorekeeper.storage.members import Role
from scorekeeper.storage.visits import TableRow

RoleWords = dict[str, str]

ROLE_WORDS: dict[Role, RoleWords] = {
    Role.SCORER: {
        "key": "scorer",
        "name": translatable("Scorer"),
        "link": translatable("Scorer link"),
        "verb": translatable("Keep score"),
        "does": translatable("Bids, counts, fixes and undo"),
        "icon": "pencil",
    },
    Role.WATCHER: {
        "key": "watcher",
        "name": translatable("Watcher"),
        "link": translatable("Watcher link"),
        "verb": translatable("Watch"),
        "does": translatable("Sees all, bids only for themselves"),
        "icon": "eye",
    },
    Role.KEEPER: {
        "key": "keeper",
        "name": translatable("Keeper"),
        "link": translatable("Keeper link"),
        "verb": translatable("Manage"),
        "does": translatable("Also invites and removes phones"),
        "icon": "key",
    },
}
"""In the order of the share page, with the most useful one first."""


NOW = {
    Role.WATCHER: translatable("{name} is a watcher now."),
    Role.SCORER: translatable("{name} is a scorer now."),
    Role.KEEPER: translatable("{name} is a keeper now."),
}
WELCOME = {
    Role.WATCHER: translatable("You’re in as a watcher."),
    Role.SCORER: translatable("You’re in as a scorer."),
    Role.KEEPER: translatable("You’re in as a keeper."),
}
ENDED = {
    Role.WATCHER: translatable("Links revoked. All watchers were removed."),
    Role.SCORER: translatable("Links revoked. All scorers were removed."),
    Role.KEEPER: translatable("Links revoked. All keepers were removed."),
}
ENDED_BUT_YOU = {
    Role.WATCHER: translatable("Links revoked. All watchers but you were removed."),
    Role.SCORER: translatable("Links revoked. All scorers but you were removed."),
    Role.KEEPER: translatable("Links revoked. All keepers but you were removed."),
}
CROWDS = {
    Role.WATCHER: translatable("watchers"),
    Role.SCORER: translatable("scorers"),
    Role.KEEPER: translatable("keepers"),
}


def role_words(role: Role) -> RoleWords:
    """A role for pages: `key`, `icon`, `name`, `link` (its name), what it is to do (`verb`) and may do (`does`)."""
    return {part: text if part in ("key", "icon") else _(text) for part, text in ROLE_WORDS[role].items()}


def roles_at(table: TableRow) -> dict[Role, RoleWords]:
    """The words for each role at this table: `role_words`, and in their place what a room says (`AtTable.roles`)."""
    found = {role: role_words(role) for role in ROLE_WORDS}
    for room in reversed(list(hooks.at_table(table))):
        for role, wording in room.roles().items():
            found[role] |= wording
    return found
