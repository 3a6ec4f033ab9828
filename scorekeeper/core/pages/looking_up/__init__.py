"""What is looked up during or after a game: the sheet, the log, why a score is what it is, what wins, the rules."""
