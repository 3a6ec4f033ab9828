"""Heavy work, which may take seconds: done outside the page requests, in bounded pieces."""
