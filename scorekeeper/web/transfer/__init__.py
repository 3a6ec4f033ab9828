"""Exports, imports, checking a file, and the paper audit."""
