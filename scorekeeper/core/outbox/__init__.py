"""The outbox of a phone: what it recorded and the server does not have yet, and when to send it."""

PROTOCOL = 2
"""The form of what a phone and the server tell each other; a phone with an older one loads its page again."""
