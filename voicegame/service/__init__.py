"""The host that runs on: it waits to be called, asks who plays, plays, and waits again."""
