"""An evening in a bottle: the app, its database, the phones' own scripts and people, from one number."""
