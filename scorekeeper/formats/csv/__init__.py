"""CSV: a row for each side and hand, or for each score line."""
