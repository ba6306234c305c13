#!/usr/bin/env node
// Replaces node-gyp. npm before 11 would run it for better-sqlite3, although the package contains
// its native code: that takes minutes, needs a compiler and fails without one. Newer npm versions
// obey `allowScripts` in package.json.
