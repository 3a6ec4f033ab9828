"""Tests of the log: what entries come to."""
