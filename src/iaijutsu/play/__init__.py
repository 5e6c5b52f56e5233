"""People: words for what happens and what is asked, the tables of terminal and browser, what is kept on disk."""
