"""Approved pages: all values of game pages, story by story, and of the rules pages."""
