"""Pages of a league: what differs there from an evening, which are its days."""
