"""What the templates show: plain values worked out from a game's course. No rule of the game lives here."""
