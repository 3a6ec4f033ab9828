"""Tests of sharing a table: links, codes, devices, the pen."""
