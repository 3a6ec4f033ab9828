"""Tests in Chromium, at the size of a phone, against the real server."""
