"""Putting the app together and serving it: settings, headers, static files, the access log."""
