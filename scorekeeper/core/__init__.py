"""The pure core: rules, rule sets, the sheet, the game, its analysis and its sentences. No Flask, no I/O."""
