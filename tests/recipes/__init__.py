"""The recipes of `docs/architecture.md`, each followed: one addition, in the files that its section names."""
