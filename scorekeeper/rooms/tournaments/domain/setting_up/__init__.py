"""Setting up a tournament: stages and settings, their bounds and words, presets, and lists of fixtures."""
