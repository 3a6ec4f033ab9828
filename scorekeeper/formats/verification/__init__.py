"""Verification: whether the chain is whole, and every score is what the record gives."""
