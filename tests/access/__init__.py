"""Access tests: every route, every role, every method; headers, cookies, limits, logs."""
