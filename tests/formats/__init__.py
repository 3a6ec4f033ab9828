"""Every format in both directions, and the verification of files."""
