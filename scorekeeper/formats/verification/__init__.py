"""Verification: whether the chain is whole, and every score follows from the record."""
