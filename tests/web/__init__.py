"""Tests of the pages: what a person reads and taps, without JavaScript."""
