// Builds the loader and packs it with electron-builder.yml; arguments go to electron-builder as they are. Ends with its exit code.
import { once } from 'node:events';
import { join } from 'node:path';
import { build, root } from './build-if-stale.js';
import { startChild } from './children.js';
import { runScript } from './refusal.js';

await runScript(async () => {
  await build();
  const builder = join(root, 'node_modules/electron-builder/cli.js');
  const given = process.argv.slice(2);
  const child = startChild(process.execPath, [builder, ...given], {
    cwd: root,
    stdout: 'inherit',
    stderr: 2,
  });
  const [exitCode] = await once(child, 'exit');
  process.exitCode = exitCode ?? 1;
});
