"""Builds the app and serves it: settings, headers, static files, logs."""
