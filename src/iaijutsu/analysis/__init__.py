"""What the numbers say: odds, equilibria, and players that play them. Stands on NumPy; Numba makes it faster."""
