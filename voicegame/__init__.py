"""voicegame: word games with one microphone, hosted by the laptop."""

from importlib.metadata import version

__version__ = version("voicegame")
