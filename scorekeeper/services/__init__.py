"""The use cases: every write, each in the module of its subject."""
