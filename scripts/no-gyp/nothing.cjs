#!/usr/bin/env node
// Replaces node-gyp with a program that does nothing. npm before version 11 runs node-gyp for
// better-sqlite3, although the package contains its compiled code. node-gyp would need minutes and
// a compiler. Newer versions of npm obey `allowScripts` in package.json.
