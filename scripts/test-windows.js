// Runs tests of the loader in Node for Windows: on Windows itself, else in Wine. Installs Wine on
// Debian as root or with CI=true; elsewhere, without Wine, nothing runs.
// LATCHKEY_WINDOWS_CACHE: the folder for Wine's drive, Node and packages; ~/.cache/latchkey/windows
import { spawnSync } from 'node:child_process';
import { build } from './build-if-stale.js';
import { runScript } from './refusal.js';
import { setUpMachine } from './test-machine.js';
import { prepareWindows, project, windowsNode } from './windows/prepare.js';
import { findWine, runInWindows } from './windows/wine.js';

const vitest = [
  ...['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/windows/vitest.config.ts'],
  ...process.argv.slice(2),
];

await runScript(async () => {
  if (process.platform === 'win32') {
    await build();
    const { status } = spawnSync(process.execPath, vitest, { stdio: 'inherit' });
    process.exitCode = status ?? 1;
    return;
  }
  if (!findWine().ok) setUpMachine();
  const wine = findWine();
  if (!wine.ok) {
    console.log(`test:windows: skipped, because ${wine.reason}`);
    if (process.env.CI === 'true') process.exitCode = 1;
    return;
  }
  await build();
  console.log(`Node ${await prepareWindows()} for Windows`);
  const summary = process.env.TEST_SUMMARY_FILE;
  const exitCode = await runInWindows([windowsNode, ...vitest], {
    cwd: project,
    env: {
      NODE_OPTIONS: '--require=C:/latchkey/test/windows/wine.cjs',
      ...(summary === undefined ? {} : { TEST_SUMMARY_FILE: `Z:${summary}` }),
    },
  });
  if (exitCode !== 0) process.exitCode = 1;
});
