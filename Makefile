# voicegame: two commands do all the set-up.
#   make play   sets up and starts a game of KIRDY
#   make test   sets up and runs the tests
# Works on Debian and Ubuntu (apt) and on macOS (Homebrew).

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin

.PHONY: play test lint bench lexicon system test-system clean

play: $(BIN)/voicegame
	@$(BIN)/voicegame play kirdy --or-text

test: test-system $(VENV)/.test
	$(BIN)/python -m pytest
	$(BIN)/python -m pytest -m 'slow and not room'
	$(BIN)/python -m pytest -m 'slow and room'

lint: $(VENV)/.lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.test
	$(BIN)/python -m tests.benchmarks

# Rebuilds lexicons/en from its named inputs; see lexicons/en/README.md.
lexicon: $(VENV)/.test
	$(BIN)/python lexicons/en/build.py

$(BIN)/voicegame: pyproject.toml | system
	@echo "voicegame: creating the environment in $(VENV) and installing what the game needs"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@for ear in moonshine whisper; do \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[$$ear]" 2>/dev/null \
	  || echo "voicegame: there is no $$ear for this system; the game hears without it"; done
	@touch $@

$(VENV)/.test: pyproject.toml $(BIN)/voicegame
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test,build]'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[vosk-test]' \
	  || echo "voicegame: there is no Vosk for this system; its tests say so and are skipped (on Linux x86-64 they fail)"
	@touch $@

$(VENV)/.lint: pyproject.toml $(VENV)/.test
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test,build,lint]'
	@touch $@

# The system's libraries: PortAudio (sound), espeak-ng (the voice), Python's venv.
system:
	@sh config/system.sh play

# What the tests need beside them: a private sound server for the room test, the inputs of the word list.
test-system: system
	@sh config/system.sh test

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
