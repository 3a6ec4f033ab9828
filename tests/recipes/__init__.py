"""The recipes of `docs/architecture.md`, each followed: one thing is added, in the files that its row names."""
