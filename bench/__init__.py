"""Performance measurements: `python -m bench`. Nothing here is a test; a busy machine makes every figure worse."""
