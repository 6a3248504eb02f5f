"""The one error that a user meets: a sentence and an exit code, never a traceback.

This module imports nothing of ours, so every room may raise it.
"""


class UserError(Exception):
    """The user's input or set-up is wrong. ``str(error)`` is one sentence: the thing, the reason, the remedy.

    The command line prints it on standard error and exits with code 2.
    """
