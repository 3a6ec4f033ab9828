"""Running the server as a new user does: the real commands, in separate processes."""
