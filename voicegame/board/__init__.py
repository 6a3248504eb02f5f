"""The board: a page for a big screen, a buzzer for phones, and an event stream for other programs.

Everything here follows the game and never steers it: what is typed or pressed goes in as a typed line.
"""
