"""What stands beside the table, a package each. Nothing outside imports them: they join in by `scorekeeper.hooks`."""
