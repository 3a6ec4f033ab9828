"""Power cuts: what a crash at any moment may leave of the server's files, and a start on each of them."""
