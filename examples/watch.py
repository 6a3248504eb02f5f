"""Prints the events of a game as they happen: ``python watch.py http://127.0.0.1:8642/``, the address of its board.

Nothing beyond Python is needed. A lost connection is taken up again after the last event that came.
"""

import sys
import time
import urllib.error
import urllib.request
from urllib.parse import parse_qs, urlsplit


def watch(address: str) -> None:
    """Print one JSON object a line for each event until the host ends the game."""
    url = urlsplit(address)
    token = parse_qs(url.query).get("token", [""])[0]
    headers = {"Authorization": f"Bearer {token}", "Last-Event-ID": ""}
    while True:
        request = urllib.request.Request(f"{url.scheme}://{url.netloc}/events", headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as stream:
                kind = "message"
                for line in stream:
                    field, _, value = line.decode().rstrip("\n").partition(": ")
                    if field == "id":
                        headers["Last-Event-ID"] = value
                    elif field == "event":
                        kind = value
                    elif field == "data" and kind == "message":
                        print(value, flush=True)
                    elif field == "data" and kind == "bye":
                        return
                    elif not field:
                        kind = "message"
        except urllib.error.HTTPError as fault:
            sys.exit(fault.read().decode())
        except OSError:
            time.sleep(1)


if __name__ == "__main__":
    watch(sys.argv[1])
