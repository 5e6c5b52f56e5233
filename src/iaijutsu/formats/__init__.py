"""Other people's files in and out, one module for each form.

What is read here was written by nobody we know: it is data, never a program, and whatever is odd in it is refused
with `BadInput` or reported in words, never guessed and never dropped. What other packages are needed is imported
where it is needed, so that a duel without foreign files stands on the standard library alone.
"""

from iaijutsu.formats.characters import read_bytes_as_characters, read_characters
from iaijutsu.formats.foreign import Read

__all__ = ["Read", "read_bytes_as_characters", "read_characters"]
