"""The models that can be fetched, from ``config/models.yaml``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from voicegame import strict_yaml
from voicegame.errors import UserError
from voicegame.paths import CONFIG

#: Names an address to fetch models from in place of the list's own: a mirror, or a folder served at home.
MIRROR = "VOICEGAME_MODELS_URL"


class KnownModel(BaseModel):
    """One model. bytes: of its archive; unpacked: the most bytes that it may hold; sha256: of the archive, if known."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    language: str
    bytes: int = Field(gt=0)
    unpacked: int = Field(gt=0)
    licence: str
    about: str
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")] | None


class KnownModels(BaseModel):
    """The list: base, the address of the folder that the archives lie in, and the models by name."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    base: str
    models: dict[str, KnownModel]

    @classmethod
    def load(cls, path: Path = CONFIG / "models.yaml") -> KnownModels:
        """The list in a file; its base is the mirror's where one is named."""
        values = dict(strict_yaml.read(path).values)
        mirror = os.environ.get(MIRROR)
        if mirror:
            values["base"] = mirror
        return cls.model_validate(values)

    def address(self, name: str) -> str:
        """Where the archive of a model is fetched from."""
        return f"{self.base.rstrip('/')}/{name}.zip"

    def named(self, wanted: str) -> str:
        """The name of the model that is meant, by its name, or by a language for the first one of it.

        Raises ``UserError`` for one that isn't in the list.
        """
        if wanted in self.models:
            return wanted
        of_language = [name for name, model in self.models.items() if model.language == wanted.lower()]
        if of_language:
            return of_language[0]
        near = process.extractOne(wanted, list(self.models), scorer=Levenshtein.distance, score_cutoff=8)
        remedy = f"did you mean {near[0]}?" if near else "'voicegame models list' shows those that can be fetched."
        raise UserError(f"There is no model {strict_yaml.shown(wanted)!r} in the list: {remedy}")
