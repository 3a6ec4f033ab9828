"""Links, codes and devices: how phones join a table, and how they are removed."""
