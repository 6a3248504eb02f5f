"""Whether everything that a game by voice needs is there and works, and what to do where it doesn't."""
