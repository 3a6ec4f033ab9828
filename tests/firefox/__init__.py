"""Firefox, which opens pages offline in a way of its own."""
