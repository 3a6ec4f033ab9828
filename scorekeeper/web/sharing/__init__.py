"""Links, codes and devices: how phones join a table and leave it."""
