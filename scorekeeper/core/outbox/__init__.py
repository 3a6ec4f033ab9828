"""What a phone sends to the server, when, and what it makes of the answers: pure, and the same on every page."""

PROTOCOL = 2
"""The version of what phone and server say to each other about a game. A page with an older one reloads."""
