"""The documents: what they show and say is true."""
