"""The pure core: rules, rule sets, the sheet, the game, what follows from it, and the words. No Flask, no I/O."""
