"""The same duels for other worlds: research on game playing, and its tools."""
