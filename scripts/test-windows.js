// Runs tests of the loader in Node for Windows, in Wine. Installs Wine on
// Debian as root or with CI=true; elsewhere, without Wine, nothing runs.
// LATCHKEY_WINDOWS_CACHE: the folder for Wine's drive, Node and packages; ~/.cache/latchkey/windows
import { build } from './build-if-stale.js';
import { runScript } from './refusal.js';
import { setUpMachine } from './test-machine.js';
import { prepareWindows, project, windowsNode } from './windows/prepare.js';
import { findWine, runInWindows } from './windows/wine.js';

await runScript(async () => {
  if (!findWine().ok) setUpMachine();
  const wine = findWine();
  if (!wine.ok) {
    console.log(`test:windows: skipped, because ${wine.reason}`);
    if (process.env.CI === 'true') process.exitCode = 1;
    return;
  }
  await build();
  console.log(`Node ${await prepareWindows()} for Windows`);
  const vitest = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'test/windows/vitest.config.ts',
  ];
  const summary = process.env.TEST_SUMMARY_FILE;
  const exitCode = await runInWindows([windowsNode, ...vitest, ...process.argv.slice(2)], {
    cwd: project,
    env: {
      NODE_OPTIONS: '--require=C:/latchkey/test/windows/wine.cjs',
      ...(summary === undefined ? {} : { TEST_SUMMARY_FILE: `Z:${summary}` }),
    },
  });
  if (exitCode !== 0) process.exitCode = 1;
});
