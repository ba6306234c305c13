#!/usr/bin/env node
// Stands in for node-gyp, which npm before 11 would start for better-sqlite3 although its native code comes along with it: that
// takes a compiler, and minutes, and fails where there is none. Later ones are told by `allowScripts` in package.json.
