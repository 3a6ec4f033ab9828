"""What players see: their own match, and what a tournament adds to Home and to its table."""
