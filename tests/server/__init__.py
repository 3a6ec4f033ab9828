"""Running it as a stranger: the real commands, in processes of their own."""
