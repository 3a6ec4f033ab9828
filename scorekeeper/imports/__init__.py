"""Reads exported games back: text record, JSON, CSV and ZIP, each with what it says that the score was."""
