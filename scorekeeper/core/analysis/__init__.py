"""What follows from a scoreboard: what wins, possible ends, consequences of corrections, figures of players."""
