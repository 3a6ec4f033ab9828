"""Keys of an instance, and public ones."""
