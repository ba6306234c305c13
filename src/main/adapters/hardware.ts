// Reads the raw facts of this computer in a worker, and saves the install id, a random fallback id.
// SECURITY: raw facts stay in the main process and its worker; nothing here logs a value.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Fact, HardwareSource, Log, RawFacts } from '../core/ports.ts';
import { isPassing } from './file-errors.ts';
import { readSmallFile, writePrivateFile } from './private-file.ts';

export interface HardwareParts {
  /** The built worker, out/hardware-worker/hardware-worker.cjs; may be inside an asar. */
  readonly workerFile: string;
  readonly dataFolder: string;
  readonly log: Log;
}

export function createHardwareSource({
  workerFile,
  dataFolder,
  log,
}: HardwareParts): HardwareSource {
  const file = path.join(dataFolder, 'device-id');
  let installIdRead: Promise<string | null> | null = null;
  let isBusy = false;
  return {
    read: (deadlineMs) => readInWorker(workerFile, deadlineMs, log),
    installId: () => {
      // Callers share one reading, because concurrent ones would each create a different id.
      installIdRead ??= readInstallId(file, log).then((read) => {
        if (read.id === null) installIdRead = null;
        isBusy = read.id === null && read.isBusy;
        return read.id;
      });
      return installIdRead;
    },
    isInstallIdBusy: () => isBusy,
  };
}

const unreadFact: Fact = { read: false };

const message = z.strictObject({
  name: z.enum(['osId', 'boardVendor', 'boardModel', 'cpuBrand', 'platformUuid']),
  fact: z.union([
    z.strictObject({ read: z.literal(true), value: z.string() }),
    z.strictObject({ read: z.literal(false) }),
  ]),
});

/** Facts that do not arrive before the deadline, or before the worker ends, count as not read. */
function readInWorker(workerFile: string, deadlineMs: number, log: Log): Promise<RawFacts> {
  return new Promise((resolve) => {
    const facts: { -readonly [Name in keyof RawFacts]: Fact | null } = {
      osId: null,
      boardVendor: null,
      boardModel: null,
      cpuBrand: null,
      platformUuid: null,
    };
    // The C locale keeps the output of the tools that the worker runs untranslated.
    const worker = new Worker(workerFile, { env: { ...process.env, LC_ALL: 'C', LANG: 'C' } });
    const finish = (missing: string | null) => {
      clearTimeout(timer);
      worker.removeAllListeners();
      // Swallows late errors of a worker that is being terminated.
      worker.on('error', () => undefined);
      void worker.terminate();
      if (missing !== null) log.warn('hardware-not-read', { cause: missing });
      resolve({
        osId: facts.osId ?? unreadFact,
        boardVendor: facts.boardVendor ?? unreadFact,
        boardModel: facts.boardModel ?? unreadFact,
        cpuBrand: facts.cpuBrand ?? unreadFact,
        platformUuid: facts.platformUuid ?? unreadFact,
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

type InstallIdReading =
  | { readonly id: string }
  /** `isBusy`: the file may be accessible soon. */
  | { readonly id: null; readonly isBusy: boolean };

/**
 * Returns 64 hex characters, created on first use. Replaces a damaged file, because its id is
 * lost. Returns null if the file is not accessible: a new id would lock the user out.
 */
async function readInstallId(file: string, log: Log): Promise<InstallIdReading> {
  try {
    const bytes = await readSmallFile(file, 128);
    const text = Buffer.isBuffer(bytes) ? bytes.toString('latin1').trim() : '';
    if (/^[0-9a-f]{64}$/.test(text)) return { id: text };
    if (bytes !== null) log.warn('install-id-damaged');
    const newId = randomBytes(32).toString('hex');
    await writePrivateFile(file, `${newId}\n`);
    return { id: newId };
  } catch (error) {
    log.warn('install-id-unavailable');
    return { id: null, isBusy: isPassing(error) };
  }
}
