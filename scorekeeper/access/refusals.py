"""Errors for refused requests, each with a message for people, and a status and code for programs."""

from scorekeeper.core.words.language import translatable, translate as _


class Refused(Exception):
    """A refused request. `title` is the page's heading; the message says what to do."""

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
    """A request for another host name. `url` is the app's own URL."""

    status = 400
    code = "wrong-host"
    heading = translatable("Wrong address")

    def __init__(self, message: str, url: str) -> None:
        super().__init__(message)
        self.url = url


class CrossSite(Refused):
    """A page of another website sent this in its reader's name."""

    code = "cross-site"
    heading = translatable("Sent by another website")


class NotAMember(Refused):
    """A stranger: gets the same response as for a URL that does not exist."""

    status = 404
    code = "not-found"
    heading = translatable("You’re not at this table")


class NotAllowed(Refused):
    """A member whose role is not enough."""

    heading = translatable("Your role can’t do this")


class NotSeated(Refused):
    """A device of nobody who sits in the hand that is played now; it may go on with the game."""

    status = 409
    heading = translatable("Your role can’t do this")


class AccessRevoked(Refused):
    """A former member."""

    heading = translatable("You’ve been removed")

    def __init__(self, message: str, ended: str) -> None:
        super().__init__(message)
        self.code = ended


class TokenMissing(Refused):
    """An API call without a token."""

    status = 401
    code = "no-token"
    heading = translatable("Token missing")


class TokenUnknown(Refused):
    """An API call with an unknown token."""

    status = 401
    code = "unknown-token"
    heading = translatable("Unknown token")


class NoPictures(Refused):
    """A picture of a server without the packages that draw one."""

    status = 404
    code = "not-found"
    heading = translatable("This server draws no pictures")


class TooMany(Refused):
    """A rate limit is exceeded. `wait` is in seconds."""

    status = 429
    code = "too-many"
    heading = translatable("Too many tries")

    def __init__(self, message: str, wait: int) -> None:
        super().__init__(message)
        self.wait = wait


class Busy(TooMany):
    """The server is doing too much at once; a retry will work."""

    status = 503
    code = "busy"
    heading = translatable("Busy right now")

    def __init__(self, message: str, wait: int = 5) -> None:
        super().__init__(message, wait)
