"""Heavy work: bounded, a little at a time, and beside the pages."""
