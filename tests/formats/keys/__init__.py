"""Keys of an instance, and public keys."""
