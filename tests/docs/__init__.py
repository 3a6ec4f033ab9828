"""What the documents say is held to what there is."""
