#!/usr/bin/env node
// The command line's entry: looks at the Node version before it imports anything that an old one could not read.
const oldest = 22;
const built = new URL('../out/cli/main.js', import.meta.url);

if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(
    `latchkey needs Node ${oldest} or newer, and this is ${process.versions.node}. Install a newer Node, then run it again.`,
  );
  process.exitCode = 1;
} else {
  const { existsSync } = await import('node:fs');
  if (existsSync(built)) await import(built.href);
  else {
    console.error(
      'latchkey is not built yet: run "npm ci && npm run build" in its folder, then run it again.',
    );
    process.exitCode = 1;
  }
}
