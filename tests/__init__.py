"""The tests, a folder for each room of the house. A package: one test file may use another's helpers."""
