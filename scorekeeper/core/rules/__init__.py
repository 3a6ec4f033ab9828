"""The core: what was bid and taken becomes points, line by line. Standard library only, no I/O, no clock."""
