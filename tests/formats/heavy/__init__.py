"""Heavy work: bounded, a little at a time, and without delaying the pages."""
