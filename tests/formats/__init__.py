"""Every format both ways, and the proof of files."""
