"""The ear for typed lines: exact spelling, nothing else."""

from __future__ import annotations

from voicegame.lexicon.evidence import TypedEvidence


class TypedEar:
    """Turns a line into evidence. Capitals, blanks around and a mark at the end ("MARCH!") say nothing."""

    def listen(self, line: str, *, named: bool = False) -> TypedEvidence:
        """named: whether the line came with a player's name."""
        line = line.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
        return TypedEvidence(" ".join(line.casefold().split()).rstrip(".,!?"), named)
