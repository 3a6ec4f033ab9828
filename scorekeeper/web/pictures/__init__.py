"""Pictures to send: SVG made of parts that several pictures share, and PNG drawn from it with the app's own fonts."""
