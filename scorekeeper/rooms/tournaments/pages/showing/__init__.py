"""What everybody reads: standings, the bracket, the wall, the public page, the podium, prints and files."""
