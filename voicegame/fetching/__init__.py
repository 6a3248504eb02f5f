"""Speech models from the network: the only room that fetches anything, and never while a game is played."""
