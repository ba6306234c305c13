// Kills an installing process at one of its worker's disk calls, checks what is left, and continues
// in another process. Does not depend on a test runner, because `npm run soak` uses it too.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildMainPart } from '../adapters/build-main-part.ts';
import { makeRelease, serveRelease, testKey, type MadeRelease } from './handmade-release.ts';
import { plainRun, plainStore, recordsOf, type PlainPlace } from './plain-store.ts';

const at = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export interface KillBench {
  /** Returns null, or what went wrong. */
  readonly round: (draw: () => number) => Promise<string | null>;
  /** The number of processes killed so far; the others ended before their kill. */
  readonly killed: () => number;
  readonly close: () => Promise<void>;
}

const same = 'kept as it is '.repeat(50);
const oldFiles = {
  'run.sh': '#!/bin/sh\n# one\n',
  'data/a': same,
  'data/b': 'before '.repeat(60),
  'gone/x': 'goes',
};
const newFiles = {
  'run.sh': '#!/bin/sh\n# two\n',
  'data/a': same,
  'data/b': 'after '.repeat(70),
  'data/empty': '',
  ...Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [`new/${index}`, `${index} new `.repeat(40)]),
  ),
};
const inFlight = 4;

export async function openKillBench(): Promise<KillBench> {
  const folder = mkdtempSync(path.join(tmpdir(), 'latchkey-kills-'));
  await buildMainPart(at('killing-worker.ts'), folder, 'killing-worker.cjs');
  await buildMainPart(at('killed-installer.ts'), folder, 'killed-installer.cjs');
  const workerFile = path.join(folder, 'killing-worker.cjs');
  const installer = path.join(folder, 'killed-installer.cjs');
  const key = testKey();
  const [before, after] = [makeRelease(key, 1, oldFiles), makeRelease(key, 2, newFiles)];
  const server = await serveRelease(before);
  const place: PlainPlace = {
    workerFile,
    url: server.url,
    publicKey: key.publicKey,
    folder: path.join(folder, 'base'),
  };
  const store = plainStore(place);
  await store.install(before.offer, plainRun(before.offer));
  server.serve = after;
  const newChunks = [...after.chunks.keys()].filter((hash) => !before.chunks.has(hash)).length;
  let killed = 0;
  const run = async (killAt: number, how: string, countFile: string): Promise<string | null> => {
    const env = { ...process.env, KILL_AT: String(killAt), KILL_HOW: how, KILL_COUNT: countFile };
    const job = JSON.stringify({ place, offer: after.offer });
    const child = spawn(process.execPath, [installer, job], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (text: Buffer) => (said += text.toString()));
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]; // Node's own
    if (signal === 'SIGKILL') killed += 1;
    return signal === 'SIGKILL' || code === 0 ? null : `the installer failed: ${said}`;
  };
  /** The number of disk calls in a complete run, by whether the run is an update. */
  const calls = new Map<boolean, number>();
  let count = 0;
  const begin = (isUpdate: boolean): void => {
    place.folder = path.join(folder, `round-${(count += 1)}`);
    const base = path.join(folder, 'base');
    if (isUpdate) cpSync(base, place.folder, { recursive: true });
    if (isUpdate) cpSync(recordsOf(base), recordsOf(place.folder), { recursive: true });
    else mkdirSync(place.folder);
    server.asked.clear();
  };
  const asked = (): number => [...server.asked.values()].reduce((sum, one) => sum + one, 0);
  return {
    async round(draw) {
      const isUpdate = draw() < 0.7;
      if (!calls.has(isUpdate)) {
        begin(isUpdate);
        const countFile = path.join(folder, 'count');
        const failed = await run(0, 'before', countFile);
        if (failed !== null) return failed;
        calls.set(isUpdate, Number(readFileSync(countFile, 'utf8')));
      }
      begin(isUpdate);
      const killAt = 1 + Math.floor(draw() * (calls.get(isUpdate) ?? 1));
      const how = ['before', 'after', 'half'][Math.floor(draw() * 3)] ?? 'before';
      const about = `${isUpdate ? 'update' : 'installation'}, ${how} call ${killAt}: `;
      const failed = await run(killAt, how, path.join(folder, 'unused'));
      if (failed !== null) return about + failed;
      const left = await looksLeft(store, place, isUpdate ? before : null, after);
      if (left !== null) return about + left;
      const installing = await store.install(after.offer, plainRun(after.offer));
      if (!installing.ok) return `${about}it did not go on: ${installing.problem.kind}`;
      const wrong = differs(place.folder, after);
      if (wrong !== null) return about + wrong;
      const most = (isUpdate ? newChunks : after.chunks.size) + inFlight;
      if (asked() > most) return `${about}${asked()} chunks were fetched, ${most} at most`;
      rmSync(place.folder, { recursive: true, force: true });
      return null;
    },
    killed: () => killed,
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Checks that the old or the new program can start after the kill, complete and unmixed. */
async function looksLeft(
  store: ReturnType<typeof plainStore>,
  place: PlainPlace,
  before: MadeRelease | null,
  after: MadeRelease,
): Promise<string | null> {
  const ready = await store.ready();
  if (!ready.ok) {
    if (ready.reason === 'none' && before === null) return null;
    return `nothing can be started (${ready.reason})`;
  }
  const started = ready.program.sequence === after.manifest.sequence ? after : before;
  if (started === null) return 'something else is installed';
  return differs(place.folder, started);
}

/** Returns null if `current/` contains exactly these files, else the difference. */
function differs(folder: string, { files, manifest }: MadeRelease): string | null {
  const root = path.join(folder, 'current');
  const names = existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : [];
  const found = names.filter((name) => statSync(path.join(root, name)).isFile()).sort();
  if (JSON.stringify(found) !== JSON.stringify(Object.keys(files).sort()))
    return `${manifest.version} has other files: ${found.join(' ')}`;
  const bad = found.find((name) => readFileSync(path.join(root, name), 'utf8') !== files[name]);
  return bad === undefined ? null : `${bad} is not as in ${manifest.version}`;
}

/** Returns a seeded generator of numbers from 0 to below 1 (mulberry32, in the public domain). */
export function drawsOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
