"""The pages of a game: bidding, counting, the sheet, corrections, rulings, the end."""
