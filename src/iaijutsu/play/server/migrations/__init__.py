"""How the tables came to be as they are, step by step; the server takes the steps that are missing when it starts."""
