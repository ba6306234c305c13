#!/usr/bin/env bash
# Prepares a Debian machine for the tests in real windows and on PostgreSQL. Installs Chromium, a
# virtual display, a key store, an Electron, the programs of the database server, nginx, systemd's
# checks of units, Wine, and tools for packages, one of which makes a minimal Debian. The tests start their
# own PostgreSQL and nginx from these programs.
# Prints Electron's folder as its last line, for ELECTRON_OVERRIDE_DIST_PATH; all other output goes
# to stderr. Does nothing, quickly, if all is installed. Needs node, and root or sudo to install.
#
# LATCHKEY_ELECTRON_CACHE   Electron's folder, readable for every user because the tests run it as an
#                           unprivileged one; /var/cache/latchkey for root, else ~/.cache/latchkey
set -euo pipefail

# "a|b": the first of these names in the distribution (Debian 13 renamed some libraries).
readonly packages=(
  chromium chromium-headless-shell xvfb xauth
  postgresql
  'libgtk-3-0t64|libgtk-3-0' libnss3 libnss3-tools 'libasound2t64|libasound2' libgbm1
  dbus dbus-x11 gnome-keyring libsecret-1-0
  fonts-dejavu-core fonts-noto-core fonts-noto-color-emoji
  ca-certificates curl python3 python3-pip unzip
  squashfs-tools desktop-file-utils xdg-utils
  'nginx-light|nginx'
  strace
  mmdebstrap systemd
  wine64
)
readonly download_within_s=120

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
project="$(cd "$here/../.." && pwd)"
if [ "$(id -u)" -eq 0 ]; then home_cache=/var/cache/latchkey; else home_cache="${XDG_CACHE_HOME:-$HOME/.cache}/latchkey"; fi
cache="${LATCHKEY_ELECTRON_CACHE:-$home_cache}"

say() { echo "setup-debian: $*" >&2; }
fail() { say "$*"; exit 1; }

is_installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

missing_packages() {
  local entry name found
  for entry in "${packages[@]}"; do
    found=no
    for name in ${entry//|/ }; do is_installed "$name" && found=yes; done
    [ "$found" = yes ] || echo "$entry"
  done
}

install_packages() {
  local entry name as_root=() wanted=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
  "${as_root[@]}" apt-get update -qq >&2 || say 'the package lists could not be updated; trying with the old ones'
  for entry in "$@"; do
    for name in ${entry//|/ }; do
      if [ -n "$(apt-cache show "$name" 2>/dev/null)" ]; then wanted+=("$name"); break; fi
    done
  done
  say "installing ${wanted[*]}"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${wanted[@]}" >&2
}

# The pinned Electron, as its own package downloads it; cached, because other users may not be able
# to read a checkout.
pinned_electron() {
  local package="$project/node_modules/electron" version folder
  [ -f "$package/package.json" ] || fail 'run "npm ci" first'
  version="$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$package/package.json")"
  folder="$cache/electron-$version"
  if [ -x "$folder/electron" ]; then echo "$folder"; return; fi
  # A network that drops packets would cost the whole time limit on every run.
  local unreachable="$cache/electron-$version.unreachable"
  [ -z "$(find "$unreachable" -mtime -1 2>/dev/null)" ] || return 1
  say "downloading Electron $version"
  if ! timeout "$download_within_s" node "$package/install.js" >&2; then
    touch "$unreachable"
    return 1
  fi
  rm -rf "$folder.part"
  cp -r "$package/dist" "$folder.part"
  chmod -R a+rX "$folder.part"
  mv "$folder.part" "$folder"
  echo "$folder"
}

[ -f /etc/debian_version ] || fail 'this script knows Debian and its relatives only'
mapfile -t missing < <(missing_packages)
if [ "${#missing[@]}" -gt 0 ]; then
  install_packages "${missing[@]}" || fail "could not install: ${missing[*]}"
fi

mkdir -p "$cache"
chmod a+rx "$cache"
# Concurrent runs must not prepare the same folder.
exec 9>"$cache/lock"
flock 9
if ! electron="$(pinned_electron)"; then
  say 'the pinned Electron cannot be downloaded here; using Electron 33 (docs/engineering/engine.md)'
  electron="$("$here/electron/get-electron.sh" "$cache")" || fail 'no Electron is available'
fi
echo "$electron"
