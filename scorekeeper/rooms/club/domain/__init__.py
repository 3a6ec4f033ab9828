"""What the club computes, without a database."""
