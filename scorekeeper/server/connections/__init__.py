"""The server's connections: all that knows gunicorn. docs/server.md says why there is a worker of our own."""
