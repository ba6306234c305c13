// The device id in a real Electron, in its worker and as an unprivileged user, equals the one in
// Node.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { buildMainPart } from '../../adapters/build-main-part.ts';
import type { ReadIdIn } from '../../hardware/electron-main.ts';
import { giveToElectronUser, removeHome, startElectron } from '../../support/electron-process.ts';

const source = (file: string) => fileURLToPath(new URL(`../../../${file}`, import.meta.url));

test('reads the same device id in Electron and in Node', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-device-'));
  const [worker, data] = [path.join(folder, 'worker.cjs'), path.join(folder, 'data')];
  await mkdir(data);
  await giveToElectronUser(folder);
  await giveToElectronUser(data);
  await buildMainPart(source('src/main/adapters/hardware-worker.ts'), folder, 'worker.cjs');
  await buildMainPart(source('test/hardware/electron-main.ts'), folder, 'main.cjs');
  await buildMainPart(source('test/hardware/probe.ts'), folder, 'probe.cjs');

  const target = path.join(folder, 'main.cjs');
  const electron = await startElectron({ target, home: path.join(folder, 'home') });
  try {
    const inElectron = await electron.evaluate(
      async (_electron, given) => {
        // Set by the main script.
        const { readIdIn } = globalThis as unknown as { readIdIn: ReadIdIn };
        return readIdIn(given.worker, given.data);
      },
      { worker, data },
    );
    const node = await promisify(execFile)(process.execPath, [
      path.join(folder, 'probe.cjs'),
      worker,
      data,
    ]);
    expect(inElectron).toEqual(JSON.parse(node.stdout));
    expect(inElectron).toMatchObject({ ok: true });
  } finally {
    await electron.close();
    await removeHome(folder);
  }
});
