"""The commands."""

def main() -> None:
    raise SystemExit(0)
