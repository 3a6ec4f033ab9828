"""The club's rows: results and their sums, ratings, seasons, stakes and payments."""
