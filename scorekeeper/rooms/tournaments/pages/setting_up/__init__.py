"""Setting up a tournament: its settings, the rules of its matches, ready-made ones, and lists of fixtures."""
