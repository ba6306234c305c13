#!/usr/bin/env node
// Entry point of the service. Checks the Node version first: an old Node cannot parse the rest.
import { existsSync } from 'fs';

const oldest = 22;
const built = new URL('../dist/main.js', import.meta.url);

const obstacle =
  Number(process.versions.node.split('.')[0]) < oldest
    ? `latchkey-service needs Node ${oldest} or newer, and this is ${process.versions.node}. Install a newer Node, then run it again.`
    : !existsSync(built)
      ? 'latchkey-service is not built yet: run "npm ci && npm run build" in its folder, then run it again.'
      : null;

if (obstacle === null) void import(built.href);
else {
  console.error(obstacle);
  process.exitCode = 1;
}
