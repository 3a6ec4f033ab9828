"""Tournaments: formats, pairing, standings, the desk, the wall, phones at their matches, prints."""
