"""The rooms beside the table, each of which a server can do without."""
