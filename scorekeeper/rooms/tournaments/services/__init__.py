"""What a tournament does: teams, rounds, matches, results, phones, what time decides."""
