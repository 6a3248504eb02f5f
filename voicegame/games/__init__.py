"""The rules of the games, and nothing else: a state and an action give a new state and what to announce.

No clock, no sound, no chance and no dictionary in here. Time running out is an action, a draw is an action
that carries its tiles, and a word arrives already judged. So a game can be replayed from its actions, and
tested without waiting.
"""
