"""A tournament’s log: its events, read and checked, and the state that they make."""
