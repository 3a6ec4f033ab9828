"""The roles in words."""

from scorekeeper.storage import Role

View = dict[str, str]

ROLE_WORDS: dict[Role, View] = {
    Role.WATCHER: {"key": "watcher", "name": "Watcher", "does": "sees the board and every line, and changes nothing"},
    Role.SCORER: {"key": "scorer", "name": "Scorer", "does": "records hands, corrects them, undoes and redoes"},
    Role.KEEPER: {"key": "keeper", "name": "Keeper", "does": "does everything, and says who is in"},
}


def article(role: Role) -> str:
    """`a scorer`."""
    return f"a {role.value}"
