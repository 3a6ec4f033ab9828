"""The core: turns bids and tricks into points, line by line. Standard library only, no I/O, no clock."""
