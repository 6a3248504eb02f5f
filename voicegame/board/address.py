"""Where the board is reached: its names, its address for people, and that address as a QR code."""

from __future__ import annotations

import io
import ipaddress
import socket

import segno


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server at this host."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def reached_at(host: str) -> str:
    """What others type for the host of a server; for all addresses of the machine, the one towards the network."""
    if host not in ("0.0.0.0", "::", ""):
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation; a datagram socket sends nothing here
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def names_of(host: str) -> frozenset[str]:
    """Host names that a server at this host goes by, lower case, beside numbers."""
    own = {"localhost", "127.0.0.1", "::1", host.lower()}
    if not is_loopback(host):
        name = socket.gethostname().lower()
        own |= {name, f"{name}.local"}
    return frozenset(own)


def qr_for_terminal(address: str) -> str:
    """The address as a QR code of half blocks, for a terminal."""
    out = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(out, compact=True)
    return out.getvalue().rstrip("\n")


def qr_as_svg(address: str) -> bytes:
    """The address as a QR code, an SVG picture, black on white with its quiet zone."""
    out = io.BytesIO()
    segno.make(address, error="l", micro=False).save(out, kind="svg", scale=4, border=3, light="#fff", nl=False)
    return out.getvalue()
