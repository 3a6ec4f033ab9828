"""The documents: their examples and statements are true."""
