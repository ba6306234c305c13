// Reads the raw facts of this computer in a worker, and keeps the install id of computers without a usable OS id.
// SECURITY: raw facts stay in the main process and its worker; nothing here logs a value.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Fact, HardwareSource, Log, RawFacts } from '../core/ports.ts';
import { readSmallFile, writePrivateFile } from './private-file.ts';

export interface HardwareParts {
  /** The built worker, out/hardware-worker/hardware-worker.cjs; may lie inside an asar. */
  readonly workerFile: string;
  /** The user's own folder for this program. */
  readonly dataFolder: string;
  readonly log: Log;
}

export function createHardwareSource({
  workerFile,
  dataFolder,
  log,
}: HardwareParts): HardwareSource {
  const file = path.join(dataFolder, 'device-id');
  let install: Promise<string | null> | null = null;
  return {
    read: (deadlineMs) => readInWorker(workerFile, deadlineMs, log),
    installId: () => {
      // One reading for all callers: two that make an id at the same time would each keep another one.
      install ??= readInstallId(file, log).then((id) => {
        if (id === null) install = null;
        return id;
      });
      return install;
    },
  };
}

const unread: Fact = { read: false };

const message = z.strictObject({
  name: z.enum(['osId', 'boardVendor', 'boardModel', 'cpuBrand', 'platformUuid']),
  fact: z.union([
    z.strictObject({ read: z.literal(true), value: z.string() }),
    z.strictObject({ read: z.literal(false) }),
  ]),
});

/** Each fact is taken as it comes; what has not come by the deadline, or before the worker ends, counts as not read. */
function readInWorker(workerFile: string, deadlineMs: number, log: Log): Promise<RawFacts> {
  return new Promise((resolve) => {
    const facts: { -readonly [Name in keyof RawFacts]: Fact | null } = {
      osId: null,
      boardVendor: null,
      boardModel: null,
      cpuBrand: null,
      platformUuid: null,
    };
    // The programs that are asked answer in the same words whatever the user's language.
    const worker = new Worker(workerFile, { env: { ...process.env, LC_ALL: 'C', LANG: 'C' } });
    const finish = (missing: string | null) => {
      clearTimeout(timer);
      worker.removeAllListeners();
      // A late error of a worker that is being ended has nobody to tell.
      worker.on('error', () => undefined);
      void worker.terminate();
      if (missing !== null) log.warn('hardware-not-read', { cause: missing });
      resolve({
        osId: facts.osId ?? unread,
        boardVendor: facts.boardVendor ?? unread,
        boardModel: facts.boardModel ?? unread,
        cpuBrand: facts.cpuBrand ?? unread,
        platformUuid: facts.platformUuid ?? unread,
      });
    };
    const timer = setTimeout(() => finish('deadline'), deadlineMs);
    worker.on('message', (given: unknown) => {
      const parsed = message.safeParse(given);
      if (!parsed.success) {
        finish('worker-error');
        return;
      }
      facts[parsed.data.name] = parsed.data.fact;
      if (Object.values(facts).every((value) => value !== null)) finish(null);
    });
    worker.on('error', () => finish('worker-error'));
    worker.on('exit', () => finish('worker-ended'));
  });
}

/**
 * 64 hex characters; made once. A damaged file is replaced, because no later start could mend it. null when the file or
 * its folder cannot be read or written: a second id would lock out a user who already has one.
 */
async function readInstallId(file: string, log: Log): Promise<string | null> {
  try {
    const bytes = await readSmallFile(file, 128);
    const text = Buffer.isBuffer(bytes) ? bytes.toString('latin1').trim() : '';
    if (/^[0-9a-f]{64}$/.test(text)) return text;
    if (bytes !== null) log.warn('install-id-damaged');
    const fresh = randomBytes(32).toString('hex');
    await writePrivateFile(file, `${fresh}\n`);
    return fresh;
  } catch {
    log.warn('install-id-unavailable');
    return null;
  }
}
