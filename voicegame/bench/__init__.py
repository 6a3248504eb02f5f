"""How well single words are heard and judged, measured on recordings: ``voicegame bench hearing``."""
