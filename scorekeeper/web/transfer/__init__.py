"""Exports, imports, verifying a file, and the paper audit."""
