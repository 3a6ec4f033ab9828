"""Analyzes a scoreboard: what wins, possible ends, and consequences of corrections."""
