"""The rules pages and house rules."""
