"""Performance measurements: `python -m bench`. They are not tests: a busy machine makes every figure worse."""
