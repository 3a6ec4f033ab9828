"""gunicorn's answers without its name: who looks for servers of a kind learns nothing here."""

from gunicorn.http import wsgi


class NamelessResponse(wsgi.Response):
    """An answer without a Server header; gunicorn has no setting for that."""

    def default_headers(self) -> list[str]:
        return [line for line in super().default_headers() if not line.startswith("Server:")]


def leave_out_the_name() -> None:
    """Let every answer of this process be one of these."""
    wsgi.Response = NamelessResponse  # type: ignore[misc] # the one place from which gunicorn makes them
