#!/bin/sh
# Installs the system libraries that are missing, and says so. Usage: system.sh play|test
# Does nothing, and asks for nothing, where all is there.
set -eu

say() { echo "voicegame: $*"; }

apt_missing() { # the packages of "$@" that are not installed
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || printf '%s ' "$package"
    done
}

if command -v apt-get >/dev/null 2>&1; then
    # libatomic1 is for the program that drives Chromium in the tests.
    case "$1" in
        play) wanted="libportaudio2 espeak-ng" ;;
        test) wanted="libportaudio2 espeak-ng pulseaudio pulseaudio-utils libasound2-plugins scowl wordnet-base chromium libatomic1" ;;
    esac
    # A Python of the system's own needs its venv package; any other brings venv along.
    python3 -c 'import ensurepip, venv' 2>/dev/null || wanted="$wanted python3 python3-venv"
    missing=$(apt_missing $wanted)
    [ -z "$missing" ] && exit 0
    root=""
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null 2>&1 || { say "install these as root, then try again: $missing" >&2; exit 2; }
        root=sudo
    fi
    say "installing the system packages $missing"
    $root env DEBIAN_FRONTEND=noninteractive apt-get update -qq
    # shellcheck disable=SC2086
    $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
elif command -v brew >/dev/null 2>&1; then
    [ "$1" = play ] || exit 0
    for package in portaudio espeak-ng; do
        brew list "$package" >/dev/null 2>&1 || { say "installing $package with Homebrew"; brew install --quiet "$package"; }
    done
else
    say "this system has neither apt nor Homebrew: install PortAudio and espeak-ng by hand if the game asks for them"
fi
