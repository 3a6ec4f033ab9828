"""Home, and the page of a table."""
