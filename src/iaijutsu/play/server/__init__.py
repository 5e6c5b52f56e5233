"""The table in the browser: duels kept in a database, pages and a JSON interface for those who sit at them."""
