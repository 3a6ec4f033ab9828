"""Tests of who gets in: every route, every role, every method; headers, cookies, limits, logs."""
