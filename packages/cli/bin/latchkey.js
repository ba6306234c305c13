#!/usr/bin/env node
// Entry of the command line. Checks the version of Node before importing code that old versions
// cannot parse.
import { existsSync } from 'fs';

const oldest = 22;
const built = new URL('../dist/main.js', import.meta.url);

const obstacle =
  Number(process.versions.node.split('.')[0]) < oldest
    ? `latchkey needs Node ${oldest} or newer, and this is ${process.versions.node}. Install a newer Node, then run it again.`
    : !existsSync(built)
      ? 'latchkey is not built yet: run "npm ci && npm run build" in its folder, then run it again.'
      : null;

if (obstacle === null) void import(built.href);
else {
  console.error(obstacle);
  process.exitCode = 1;
}
