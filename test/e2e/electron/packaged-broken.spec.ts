// A packaged program whose own files are broken says so in a dialog, on stderr and in its log, and
// ends with exit code 1.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createPackage, extractAll } from '@electron/asar';
import { expect } from '@playwright/test';
import { program as english } from '../../../src/copy/en/program.ts';
import { brandName } from '../../support/electron-app.ts';
import { display } from '../../support/electron-process.ts';
import { startPackaged, test } from '../../support/packaged-app.ts';
import { type Packaged, printDialogsVariable } from '../../support/packaged.ts';

const run = promisify(execFile);

test.describe.configure({ mode: 'default' });

interface Break {
  readonly name: string;
  /** Changes the extracted archive. */
  readonly change: (archive: string) => Promise<void>;
  readonly reason: string;
  /** A line in the dialog's list; null if the reason is not a list. */
  readonly fact: string | null;
}

const removed = (file: string) => ({
  name: `without ${file}`,
  change: (archive: string) => rm(path.join(archive, file), { recursive: true }),
});
const brokenFile = (file: string) => ({
  reason: english.brokenFiles,
  fact: file.replace('out/', ''),
});
const configuration = (fact: string) => ({ reason: english.configuration, fact });

/** Keeps the size, so that only Electron notices. */
async function garble(file: string): Promise<void> {
  const { size } = await stat(file);
  await writeFile(file, ')'.repeat(size));
}

const breaks: readonly Break[] = [
  ...[
    ...['out/client/index.html', 'out/preload/index.cjs', 'out/main/files.json'],
    'out/delivery-worker/delivery-worker.cjs',
  ].map((file) => ({ ...removed(file), ...brokenFile(file) })),
  // The dialog lists the first eight files.
  { ...removed('out/client'), ...brokenFile('out/client/assets/') },
  {
    name: 'with an empty page',
    change: (archive) => writeFile(path.join(archive, 'out/client/index.html'), ''),
    ...brokenFile('out/client/index.html'),
  },
  {
    name: 'with a garbled preload script',
    change: (archive) => garble(path.join(archive, 'out/preload/index.cjs')),
    reason: english.startDefect,
    fact: null,
  },
  { ...removed('loader.config.json'), ...configuration('the file is missing') },
  {
    name: 'with a configuration that is not JSON',
    change: (archive) => writeFile(path.join(archive, 'loader.config.json'), '{'),
    ...configuration('the file'),
  },
  {
    name: 'without its logo',
    change: async (archive) => {
      const file = path.join(archive, 'loader.config.json');
      const config = JSON.parse(await readFile(file, 'utf8')) as { brand: object }; // written by packLoader
      const brand = { ...config.brand, logo: 'logo.png' };
      await writeFile(file, JSON.stringify({ ...config, brand }));
    },
    ...configuration('brand.logo: the image is missing'),
  },
];

for (const { name, change, reason, fact } of breaks)
  test(`reports that it cannot start ${name}`, async ({ made, home }) => {
    test.setTimeout(60_000);
    await withBroken(made, change, async (program) => {
      const env = { [printDialogsVariable]: '1' };
      const started = await startPackaged({ program }, home, { env });
      expect(await once(started.program, 'close')).toEqual([1, null]);
      const [, text = '{}'] = /^dialog (.*)$/m.exec(started.output()) ?? [];
      const { message, detail } = JSON.parse(text) as { message?: string; detail: string }; // by the test entry
      expect(message).toBe("Northwind Loader can't start");
      expect(detail).toContain(reason);
      if (fact !== null) expect(detail).toContain(`\n• ${fact}`);
      const [, code = ''] = /\n\nSupport code: ([0-9A-F]{4}-[0-9A-F]{4})$/.exec(detail) ?? [];
      expect(started.output()).toContain(`Northwind Loader: ${fact === null ? 'the start' : ''}`);
      const log = await readFile(
        path.join(home, '.config/Northwind Loader/logs/loader.log'),
        'utf8',
      );
      expect(log).toContain('"event":"start-failed"');
      expect(log).toContain(`"reportId":"${code.replace('-', '').toLowerCase()}`);
    });
  });

for (const { name, change } of breaks.filter(({ name }) => /client$|preload script/.test(name)))
  test(`shows the reason in the only window ${name}`, async ({ made, home }) => {
    await withBroken(made, change, async (program) => {
      const started = await startPackaged({ program }, home);
      const windows = async () =>
        (await run('xwininfo', ['-root', '-tree', '-display', await display()])).stdout;
      const dialog = /"Northwind Loader": \("northwind-loader"/;
      await expect.poll(windows, { timeout: 15_000 }).toMatch(dialog);
      // The page's window has the name of the brand.
      expect(await windows()).not.toContain(`"${brandName}"`);
      await started.kill();
    });
  });

/** Copies the program with a changed archive for the duration of `use`. */
async function withBroken(
  made: Packaged,
  change: Break['change'],
  use: (program: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(made.output, 'broken-'));
  const unpacked = path.join(folder, 'program');
  await run('cp', ['-al', path.dirname(made.program), unpacked]);
  const extracted = path.join(folder, 'archive');
  extractAll(made.archive, extracted);
  await change(extracted);
  const archive = path.join(unpacked, 'resources/app.asar');
  await rm(archive);
  await createPackage(extracted, archive);
  await run('chmod', ['-R', 'a+rX', folder]);
  await use(path.join(unpacked, path.basename(made.program)));
  await rm(folder, { recursive: true });
}
