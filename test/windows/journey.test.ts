// The life of a program: the built preview with its workers, the real service, and releases that the
// command line makes. Killed, and beside files that are held, where Windows differs.
import {
  closeSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openReleases } from '../../packages/service/test/releases-parts.ts';
import { temporaryFolder } from '../../packages/cli/test/support/cli.ts';
import { hold } from '../support/held-file.ts';
import { startHoldingProxy, type HoldingProxy } from '../support/holding-proxy.ts';
import { noise } from '../support/noise.ts';
import { startPreview, type PreviewProcess } from './preview-process.ts';

vi.setConfig({ testTimeout: 120_000, expect: { poll: { timeout: 60_000 } } });

const platform = `${process.platform}-${process.arch}`;
const done = { ok: true, value: null };

interface Journey {
  readonly network: HoldingProxy;
  /** The folder on another drive that Move chooses. */
  readonly otherFolder: string;
  readonly publish: (sequence: number, text: string) => Promise<void>;
  /** Starts a loader and signs in. */
  readonly start: () => Promise<PreviewProcess>;
  /** The only file below the folders of loader and program whose path ends like this. */
  readonly find: (end: string) => string;
}

async function begin(): Promise<Journey> {
  const releases = await openReleases();
  const { service } = releases;
  const network = await startHoldingProxy(service.url);
  onTestFinished(() => network.close());
  const user = await service.addUser();
  const folder = temporaryFolder();
  const otherDrive = mkdtempSync(path.join(existsSync('D:\\') ? 'D:\\' : tmpdir(), 'latchkey-'));
  onTestFinished(() => rmSync(otherDrive, { recursive: true, force: true }));
  const otherFolder = path.join(otherDrive, 'program');
  const { name, ownerid, version } = service.app;
  const config = {
    service: { baseUrl: network.url, name, ownerid, version, publicKey: service.publicKey },
    brand: { name: 'Northwind Studio', color: '#4f46e5' },
    delivery: { publisherKeys: [releases.publicKey], runner: '{node}' },
  };
  writeFileSync(path.join(folder, 'loader.config.json'), JSON.stringify(config));
  return {
    network,
    otherFolder,
    async publish(sequence, text) {
      const words = { platform, entry: 'run.cjs' };
      const pushed = await releases.push(await releases.made(sequence, filesOf(text), words));
      expect(pushed.exitCode, pushed.stderr).toBe(0);
    },
    async start() {
      const preview = await startPreview(folder, otherFolder);
      const { username, password } = user;
      await expect.poll(async () => (await preview.session()).phase.kind).toBe('signed-out');
      const signIn = { username, password, remember: false };
      expect(await preview.call('signIn', signIn)).toMatchObject({ ok: true });
      await expect.poll(() => nextOf(preview)).toMatch(/install|update|launch/);
      return preview;
    },
    find(end) {
      const found = [path.join(folder, 'data'), otherDrive].flatMap((place) =>
        filesBelow(place).filter((file) => file.endsWith(path.normalize(`/${end}`))),
      );
      if (found.length > 1) throw new Error(found.join(' '));
      return found[0] ?? '';
    },
  };
}

/** The program is a script for Node that writes the file `started` into its working folder. */
function filesOf(text: string) {
  return {
    'run.cjs': `require('node:fs').writeFileSync('started', '${text}');\n`,
    'data.bin': noise(200_000, 7),
    'version.bin': Buffer.concat([noise(200_000, text.length), Buffer.from(text)]),
  };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    path.join(folder, name),
  );
}

async function nextOf(preview: PreviewProcess) {
  return (await preview.session()).program?.next;
}

async function expectInstalled(preview: PreviewProcess, version: string): Promise<void> {
  const state = async () => {
    const { program, tasks } = await preview.session();
    return { version: program?.installed?.version, next: program?.next, tasks };
  };
  await expect.poll(state).toEqual({ version, next: 'launch', tasks: [] });
}

async function launch({ find }: Journey, preview: PreviewProcess, text: string): Promise<void> {
  expect(await preview.call('launch')).toMatchObject({ ok: true });
  const written = () => (find('started') === '' ? '' : readFileSync(find('started'), 'utf8'));
  await expect.poll(written).toBe(text);
  await expect.poll(async () => (await preview.session()).phase.kind).toBe('ready');
}

/** A scanner holds the record: the update waits, says so, and completes once the record is free. */
async function updateBesideHeldRecord(journey: Journey): Promise<void> {
  const { publish, start, find } = journey;
  await publish(2, 'two');
  const preview = await start();
  const record = hold(find('program.json'));
  expect(await preview.call('installProgram')).toEqual(done);
  // Other systems have no such locks.
  if (process.platform === 'win32')
    await expect.poll(async () => (await preview.session()).tasks[0]?.stage).toBe('held');
  closeSync(record);
  await expectInstalled(preview, '1.2');
  await launch(journey, preview, 'two');
  await preview.kill();
}

/** Kills a loader that downloads, and lets the next one continue. */
async function updateAfterKill(journey: Journey): Promise<PreviewProcess> {
  const { publish, start, network } = journey;
  await publish(3, 'three');
  const killed = await start();
  const before = network.downloadedParts.length;
  network.release(1);
  expect(await killed.call('installProgram')).toEqual(done);
  await expect.poll(() => network.downloadedParts.length).toBe(before + 1);
  await killed.kill();
  network.release(Infinity);
  const preview = await start();
  const tasks = async () => (await preview.session()).tasks;
  await expect.poll(tasks).toMatchObject([{ kind: 'update', state: 'paused' }]);
  expect((await preview.session()).program?.installed?.version).toBe('1.2');
  const [task] = await tasks();
  expect(await preview.call('resumeTask', { id: task?.id })).toEqual(done);
  await expectInstalled(preview, '1.3');
  return preview;
}

test('a program is installed, updated, repaired, moved and removed beside kills', async () => {
  const journey = await begin();
  const { publish, start, find, otherFolder } = journey;
  await publish(1, 'one');
  const first = await start();
  expect(await first.call('installProgram')).toEqual(done);
  await expectInstalled(first, '1.1');
  await launch(journey, first, 'one');
  await first.kill();

  await updateBesideHeldRecord(journey);
  const preview = await updateAfterKill(journey);
  await launch(journey, preview, 'three');

  writeFileSync(find('current/run.cjs'), 'altered');
  expect(await preview.call('launch')).toMatchObject({ ok: false });
  expect(await nextOf(preview)).toBe('repair');
  expect(await preview.call('repairProgram')).toEqual(done);
  await expectInstalled(preview, '1.3');
  await launch(journey, preview, 'three');

  expect(await preview.call('moveProgram')).toEqual(done);
  await expect.poll(async () => (await preview.session()).program?.folder).toBe(otherFolder);
  await expectInstalled(preview, '1.3');
  expect(find('current/run.cjs')).toBe(path.join(otherFolder, 'current', 'run.cjs'));
  rmSync(find('started'));
  await launch(journey, preview, 'three');

  expect(await preview.call('uninstallProgram')).toMatchObject({ ok: true });
  await expect.poll(async () => (await preview.session()).program?.installed).toBeNull();
  expect(find('run.cjs')).toBe('');
  expect(find('started')).not.toBe('');
});
