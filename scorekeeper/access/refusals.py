"""Why a request is refused, in words for the person who made it, with the status and the code that programs read."""

from scorekeeper.core.words.language import translatable
from scorekeeper.core.words.language import translate as _


class Refused(Exception):
    """A request that may not be. `title` heads the page, the message says how to go on."""

    status = 403
    code = "forbidden"
    heading = translatable("Not from this device")

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    @property
    def title(self) -> str:
        """The heading in the reader's language."""
        return _(self.heading)


class WrongHost(Refused):
    """A request to another host than the app's own. `url` is where the app is."""

    status = 400
    code = "wrong-host"
    heading = translatable("Wrong address")

    def __init__(self, message: str, url: str) -> None:
        super().__init__(message)
        self.url = url


class NotAMember(Refused):
    """A stranger: the answer is the same as for an address that does not exist."""

    status = 404
    code = "not-found"
    heading = translatable("You’re not at this table")


class NotAllowed(Refused):
    """A member whose role is not enough."""

    heading = translatable("Your role can’t do this")


class AccessRevoked(Refused):
    """Somebody who was in, and is not any more."""

    heading = translatable("You’ve been removed")

    def __init__(self, message: str, ended: str) -> None:
        super().__init__(message)
        self.code = ended


class TokenMissing(Refused):
    """A call to the API without a token."""

    status = 401
    code = "no-token"
    heading = translatable("Token missing")


class TokenUnknown(Refused):
    """A call to the API with a token that no invite has."""

    status = 401
    code = "unknown-token"
    heading = translatable("Unknown token")


class TooMany(Refused):
    """Too many guesses, or too many new tables, from one address. `wait` is in seconds."""

    status = 429
    code = "too-many"
    heading = translatable("Too many tries")

    def __init__(self, message: str, wait: int) -> None:
        super().__init__(message)
        self.wait = wait


class Busy(TooMany):
    """More at once than this server does, from whomever it comes: soon it can."""

    status = 503
    code = "busy"
    heading = translatable("Busy right now")

    def __init__(self, message: str, wait: int = 5) -> None:
        super().__init__(message, wait)
