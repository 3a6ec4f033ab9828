"""Tests of the use cases, on both databases."""
