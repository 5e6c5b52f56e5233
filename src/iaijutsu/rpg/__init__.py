"""The role-playing duel of the fifth edition: characters, dice, checks, harm, actions, the duel, and its scoring."""
