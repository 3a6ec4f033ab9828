"""Formats that games are read from and written to, and the verification of files."""
