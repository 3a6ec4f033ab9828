"""The club's API calls."""
