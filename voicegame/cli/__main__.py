"""``python -m voicegame.cli``."""

from voicegame.cli import main

main()
