"""The core: rules, rule sets, sheet, game, words."""
