"""What the club makes of games: figures, ratings, nights, seasons, what is owed, and turns."""
