// Builds the loader and packs it with electron-builder. Passes on its arguments and exit code.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, root } from './build-if-stale.js';
import { checkConfiguration } from './check-configuration.js';
import { startChild } from './children.js';
import { schemeArguments } from './package-schemes.js';
import { runScript } from './refusal.js';

await runScript(async () => {
  checkConfiguration(join(root, 'loader.config.json'));
  await build();
  const builder = join(root, 'node_modules/electron-builder/cli.js');
  const given = process.argv.slice(2);
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-package-'));
  const links = schemeArguments({
    configuration: join(root, 'loader.config.json'),
    base: join(root, 'electron-builder.yml'),
    given,
    write: (text) => {
      const file = join(folder, 'electron-builder.json');
      writeFileSync(file, text);
      return file;
    },
  });
  const child = startChild(process.execPath, [builder, ...links, ...given], {
    cwd: root,
    stdout: 'inherit',
    stderr: 2,
  });
  const [exitCode] = await once(child, 'exit');
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = exitCode ?? 1;
});
