"""Every sentence about a game and its rules, made from codes and params."""
