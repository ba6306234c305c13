// `npm run verify:engine [-- ARGUMENTS FOR PLAYWRIGHT]`: runs the window tests on the pinned
// Electron (docs/engineering/engine.md).
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildIfStale, root } from './build-if-stale.js';
import { startChild } from './children.js';
import { electronVersion, findElectron } from './electron-binary.js';
import { Refusal, runScript } from './refusal.js';

await runScript(async () => {
  if (process.platform !== 'linux') throw new Refusal('The window tests run on Linux only.');
  const distribution = await pinnedDistribution();
  await buildIfStale();
  if (process.getuid?.() !== 0) return runTests(distribution);
  // As root, the tests start Electron as a user without access to the project.
  const readable = mkdtempSync(join(tmpdir(), 'latchkey-engine-'));
  try {
    chmodSync(readable, 0o755);
    cpSync(distribution, join(readable, 'electron'), { recursive: true, verbatimSymlinks: true });
    await runTests(join(readable, 'electron'));
  } finally {
    rmSync(readable, { recursive: true, force: true });
  }
});

async function pinnedDistribution() {
  const electron = await findElectron();
  if (!electron.ok)
    throw new Refusal(
      `Nothing was verified: ${electron.reason}. Run this where Electron's download host can be reached.`,
    );
  const manifest = readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8');
  const { version: pinned } = JSON.parse(manifest);
  const distribution = dirname(electron.program);
  const version = electronVersion(distribution);
  if (version !== pinned)
    throw new Refusal(
      `Nothing was verified: Electron ${pinned} is pinned and ${distribution} holds ${version}. ` +
        'Unset ELECTRON_OVERRIDE_DIST_PATH to download the pinned version.',
    );
  return distribution;
}

/** @param {string} distribution */
async function runTests(distribution) {
  console.error(`Window tests on Electron ${electronVersion(distribution)}`);
  const playwright = join(root, 'node_modules/@playwright/test/cli.js');
  const args = [playwright, 'test', '--project=electron', ...process.argv.slice(2)];
  const env = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: distribution };
  const child = startChild(process.execPath, args, {
    cwd: root,
    env,
    stdout: 'inherit',
    stderr: 2,
  });
  const [exitCode] = await once(child, 'exit');
  process.exitCode = exitCode ?? 1;
}
