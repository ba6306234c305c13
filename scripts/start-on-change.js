// Restarts scripts/start.js with Node's watcher when a source changes.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root, sources } from './build-if-stale.js';
import { whenNpmIsGone } from './npm-gone.js';

const watched = [...sources, 'vite.config.ts', 'loader.config.json'];

const child = spawn(
  process.execPath,
  [
    '--watch-preserve-output',
    ...watched.map((path) => `--watch-path=${join(root, path)}`),
    join(root, 'scripts/start.js'),
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
);

const end = () => child.kill('SIGTERM');
// The terminal sends Ctrl-C to the watcher too. This process must not exit before the watcher.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.once(signal, end);
whenNpmIsGone(end);
child.once('exit', (exitCode) => process.exit(exitCode ?? 0));
