"""Why a request is refused, in words for the person who made it, with the status and the code that programs read."""


class Refused(Exception):
    """A request that may not be. `title` heads the page, the message says how to go on."""

    status = 403
    code = "forbidden"
    title = "Not from this device"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class WrongHost(Refused):
    """A request to another host than the app's own. `url` is where the app is."""

    status = 400
    code = "wrong-host"
    title = "Wrong address"

    def __init__(self, message: str, url: str) -> None:
        super().__init__(message)
        self.url = url


class NotAMember(Refused):
    """A stranger: told no more than for an address that does not exist."""

    status = 404
    code = "not-found"
    title = "There is nothing here for this device"


class NotAllowed(Refused):
    """A member whose role is not enough."""

    title = "Your role does not do this"


class AccessRevoked(Refused):
    """Somebody who was in, and is not any more."""

    title = "This device is no longer in"

    def __init__(self, message: str, ended: str) -> None:
        super().__init__(message)
        self.code = ended


class TokenMissing(Refused):
    """A call to the API without a token."""

    status = 401
    code = "no-token"
    title = "A token is needed"


class TokenUnknown(Refused):
    """A call to the API with a token that no invite has."""

    status = 401
    code = "unknown-token"
    title = "This token is not known"


class TooMany(Refused):
    """Too many guesses, or too many new tables, from one address. `wait` is in seconds."""

    status = 429
    code = "too-many"
    title = "Too many at once"

    def __init__(self, message: str, wait: int) -> None:
        super().__init__(message)
        self.wait = wait


class Busy(TooMany):
    """More at once than this server does, from whomever it comes: soon it can."""

    status = 503
    code = "busy"
    title = "Busy just now"

    def __init__(self, message: str, wait: int = 5) -> None:
        super().__init__(message, wait)
