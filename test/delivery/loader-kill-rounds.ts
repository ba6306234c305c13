// Kills a loader that updates itself from version 1.0.0 to 1.1.0, and checks what starts then. Each
// process is real and is killed by SIGKILL, at one of its steps or after some milliseconds.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestPublisher } from '../../packages/cli/test/support/publish-release.ts';
import { startTestService, type TestService } from '../../packages/service/test/support/service.ts';
import { buildMainPart } from '../adapters/build-main-part.ts';
import { noise } from '../support/noise.ts';
import {
  brandId,
  imageName,
  restartCode,
  type KillPoint,
  type LoaderJob,
} from './killed-loader-job.ts';

/**
 * The parts of an update. `download`: the old version finds and downloads it. `now`: it does the
 * same, then "Restart now". `next-start`: the old version installs it before the window opens.
 * `first-start`: the new version starts for the first time.
 */
export const updateParts = ['download', 'now', 'next-start', 'first-start'] as const;
export type UpdatePart = (typeof updateParts)[number];

export interface Survivor {
  /** What is wrong; null if nothing is. */
  readonly problem: string | null;
  readonly wasKilled: boolean;
  /** The version of the AppImage after the kill. */
  readonly left: string | null;
  /** The first version that opened its window after the kill. */
  readonly version: string | null;
}

export interface LoaderKillBench {
  /** The steps of a part, in order. */
  readonly stepsOf: (part: UpdatePart) => readonly string[];
  readonly killAtStep: (part: UpdatePart, kill: KillPoint) => Promise<Survivor>;
  /** Kills this part after a share of its duration. */
  readonly killAfter: (part: UpdatePart, share: number) => Promise<Survivor>;
  /** Kills two installations in a row at this step. */
  readonly killTwice: (kill: KillPoint) => Promise<Survivor>;
  readonly close: () => Promise<void>;
}

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  /** What the window showed; null if it did not open. */
  readonly shown: { readonly version: string; readonly username: string | null } | null;
  readonly log: string;
}

const [oldVersion, newVersion] = ['1.0.0', '1.1.0'];
const versions = [oldVersion, newVersion];
const at = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export async function openLoaderKillBench(): Promise<LoaderKillBench> {
  const folder = mkdtempSync(path.join(tmpdir(), 'latchkey-loader-kills-'));
  await buildMainPart(at('killed-loader.ts'), folder, 'killed-loader.cjs');
  const worker = '../../src/main/adapters/delivery/delivery-worker.ts';
  await buildMainPart(at(worker), folder, 'delivery-worker.cjs');
  const service = await startTestService({ requestsPerMinute: 100_000 });
  const publisher = await createTestPublisher(service);
  const account = await service.addUser();
  const computer = createComputer(folder, configOf(service, publisher.publicKey));
  const { run } = computer;
  const survivor = createSurvivor(computer, folder, account.username);
  await prepare(computer, account, () =>
    publisher.publishLoader(scriptOf(folder, newVersion), newVersion, brandId),
  );
  const kill = async (part: UpdatePart, point: KillPoint): Promise<boolean> =>
    (await run({ kill: point, restartsNow: part === 'now' })).signal === 'SIGKILL';
  return {
    stepsOf: (part) => computer.steps.get(part) ?? [],
    async killAtStep(part, point) {
      computer.restore(part);
      return survivor(await kill(part, point));
    },
    async killAfter(part, share) {
      // A run can be faster than the one that was measured.
      for (let left = share; ; left /= 2) {
        computer.restore(part);
        if (await computer.killAfter(part, left)) return survivor(true);
      }
    },
    async killTwice(point) {
      computer.restore('next-start');
      const killed = [await kill('next-start', point), await kill('next-start', point)];
      return survivor(killed.every(Boolean));
    },
    async close() {
      await publisher.close();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts what a kill has left, until a window opens. */
function createSurvivor(
  { image, pending, run }: ReturnType<typeof createComputer>,
  folder: string,
  account: string,
) {
  const versionOnDisk = (): string | null => {
    const content = existsSync(image) ? readFileSync(image, 'utf8') : null;
    return versions.find((version) => content === scriptOf(folder, version)) ?? null;
  };
  const problemOf = ({ code, shown, log }: Ended): string | null => {
    if (code !== 0 || shown === null) return `no window: ${log}`;
    if (shown.username !== account) return `signed in as ${shown.username}: ${log}`;
    if (shown.version !== newVersion) return null;
    const names = readdirSync(path.dirname(image)).sort().join(' ');
    if (names !== `${imageName} ${imageName}.previous`) return `left behind: ${names}`;
    return pending() === null ? null : 'the new version is not confirmed';
  };
  return async (wasKilled: boolean): Promise<Survivor> => {
    const left = versionOnDisk();
    const found = { wasKilled, left, version: null };
    if (left === null) return { ...found, problem: 'the AppImage is neither version' };
    for (let starts = 0; starts < 3; starts += 1) {
      const ended = await run();
      if (ended.code === restartCode) continue;
      return { ...found, problem: problemOf(ended), version: ended.shown?.version ?? null };
    }
    return { ...found, problem: 'three starts without a window' };
  };
}

/** A shell script of more than a megabyte, so that its copy takes several writes. */
function scriptOf(folder: string, version: string): string {
  const filling = noise(600_000, Number(version.replaceAll('.', ''))).toString('hex');
  const program = path.join(folder, 'killed-loader.cjs');
  return `#!/bin/sh\nexec "${process.execPath}" "${program}" ${version}\n# ${filling}\n`;
}

function configOf(
  { app, url, publicKey }: Pick<TestService, 'app' | 'url' | 'publicKey'>,
  publisherKey: string,
): object {
  const { name, ownerid, version } = app;
  return {
    service: { name, ownerid, version, baseUrl: url, publicKey },
    brand: { name: 'Fjord', color: '#4f46e5' },
    launch: { path: 'app' },
    updates: { publisherKeys: [publisherKey] },
  };
}

function createComputer(folder: string, config: object) {
  const home = path.join(folder, 'home');
  const image = path.join(home, 'apps', imageName);
  const steps = new Map<UpdatePart, readonly string[]>();
  const durations = new Map<UpdatePart, number>();
  mkdirSync(path.dirname(image), { recursive: true });
  writeFileSync(image, scriptOf(folder, oldVersion), { mode: 0o755 });
  const base = { home, config, workerFile: path.join(folder, 'delivery-worker.cjs') };
  const start = (more: Partial<LoaderJob>) => {
    const job: LoaderJob = {
      account: null,
      restartsNow: false,
      traceFile: null,
      kill: null,
      ...base,
      ...more,
    };
    const cache = path.join(folder, 'compiled');
    const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: cache };
    return spawn(image, { env: { ...env, LOADER_JOB: JSON.stringify(job) } });
  };
  const run = async (more: Partial<LoaderJob> = {}): Promise<Ended> => endOf(start(more));
  return {
    image,
    steps,
    run,
    pending: () => {
      const text = readFileSync(path.join(home, 'data/state.json'), 'utf8');
      return (JSON.parse(text) as { readonly loaderUpdate?: unknown }).loaderUpdate ?? null; // the loader wrote it
    },
    /** Saves the state of the computer before this part. */
    save: (part: UpdatePart) => cpSync(home, path.join(folder, part), { recursive: true }),
    restore(part: UpdatePart) {
      rmSync(home, { recursive: true, force: true });
      cpSync(path.join(folder, part), home, { recursive: true });
    },
    async trace(part: UpdatePart, more: Partial<LoaderJob> = {}) {
      const traceFile = path.join(folder, `${part}.trace`);
      const startedAt = performance.now();
      const ended = await run({ traceFile, ...more });
      durations.set(part, performance.now() - startedAt);
      steps.set(part, readFileSync(traceFile, 'utf8').trim().split('\n'));
      return ended;
    },
    /** Returns false if the process has ended before. */
    async killAfter(part: UpdatePart, share: number) {
      const child = start({ restartsNow: part === 'now' });
      const ended = endOf(child);
      const timer = setTimeout(() => child.kill('SIGKILL'), share * (durations.get(part) ?? 0));
      const { signal } = await ended;
      clearTimeout(timer);
      return signal === 'SIGKILL';
    },
  };
}

async function endOf(child: ReturnType<typeof spawn>): Promise<Ended> {
  let [said, log] = ['', ''];
  child.stdout?.on('data', (text: Buffer) => (said += text.toString()));
  child.stderr?.on('data', (text: Buffer) => (log += text.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]; // Node's own
  const shown = said === '' ? null : (JSON.parse(said) as Ended['shown']); // killed-loader.ts wrote it
  return { code, signal, shown, log };
}

/** Signs in and saves the account, and goes through the update once to learn its steps. */
async function prepare(
  computer: ReturnType<typeof createComputer>,
  account: LoaderJob['account'],
  publish: () => Promise<void>,
): Promise<void> {
  const expectCode = ({ code, log }: Ended, expected: number): void => {
    if (code !== expected) throw new Error(`exit code ${code}, not ${expected}: ${log}`);
  };
  expectCode(await computer.run({ account }), 0);
  await publish();
  computer.save('download');
  computer.save('now');
  expectCode(await computer.trace('now', { restartsNow: true }), restartCode);
  computer.restore('download');
  expectCode(await computer.trace('download'), 0);
  computer.save('next-start');
  expectCode(await computer.trace('next-start'), restartCode);
  computer.save('first-start');
  expectCode(await computer.trace('first-start'), 0);
}
