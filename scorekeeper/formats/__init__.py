"""Every format that a game is read from and written in, and the proof that a file is whole."""
