"""Tests of the API, as a program calls it."""
