"""Who plays with whom when partners change: known schedules, and the next game at one table."""
