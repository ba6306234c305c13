// Runs the license service in this process, so that the service gets signals and sets the exit
// code.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale, root } from './build-if-stale.js';
import { whenNpmIsGone } from './npm-gone.js';
import { runScript } from './refusal.js';

await runScript(async () => {
  await buildIfStale();
  // npm runs scripts in the project's folder, but `--data DIR` is relative to the user's folder.
  const { INIT_CWD: userFolder, npm_lifecycle_event: script } = process.env;
  if (script === 'service' && userFolder !== undefined) process.chdir(userFolder);
  const entry = join(root, 'packages/service/dist/main.js');
  process.argv[1] = entry;
  whenNpmIsGone(() => process.kill(process.pid, 'SIGTERM'));
  await import(pathToFileURL(entry).href);
});
