"""Tests of the pages as plain data, without a server."""
