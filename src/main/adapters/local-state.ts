// Reads state.json, the non-secret state of the loader, at the start, and writes it after changes.
// A file that cannot be parsed is renamed. A file of a newer version, or one that cannot be read, is
// left alone.
import { readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { deviceParts } from '../../shared/device-parts.ts';
import { languageCodes } from '../../shared/languages.ts';
import { themes } from '../../shared/preferences.ts';
import { computerText, durationSeconds } from '@latchkey/protocol/primitives.ts';
import { createMutex } from '../core/mutex.ts';
import type { LocalState, Log } from '../core/ports.ts';
import {
  endStages,
  maxAccountDevices,
  maxShownNotices,
  maxRedeemedKeys,
  loaderUpdateStages,
  type SavedState,
} from '../core/saved-state.ts';
import { hiddenPart } from '../core/session/mask-key.ts';
import { isMissing } from './file-errors.ts';
import { isInUse } from './held-file.ts';
import { temporaryFilesOf, removeFiles, writePrivateFile } from './private-file.ts';

const maxFileBytes = 64 * 1024;

/** Schema of a list that drops damaged entries but keeps the others. */
function lenientList<Entry extends z.ZodType>(entry: Entry, maxEntries: number) {
  const read = (one: unknown): z.output<Entry>[] => {
    const parsed = entry.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  };
  return z
    .array(z.unknown())
    .catch([])
    .transform((all) => all.flatMap(read).slice(-maxEntries));
}

const hash = z.string().regex(/^[0-9a-f]{32}$/);
const time = z.int().min(1);
const noticeTold = z.object({
  subscription: hash,
  until: time,
  stage: z.enum(endStages),
  againAt: time.nullable(),
});

const redeemed = z.object({
  account: hash,
  id: time,
  // SECURITY: rejects a whole key, which must not be shown.
  maskedKey: z.string().max(100).includes(hiddenPart),
  redeemedAt: time,
  subscription: z.string().max(100).nullable(),
  addedSeconds: z.int().pipe(durationSeconds).nullable(),
  lifetime: z.boolean(),
  expiresAt: time.nullable(),
});

const hexOf = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));

const accountDevice = z.object({
  account: hash,
  parts: z.partialRecord(z.enum(deviceParts), hexOf(16)),
});

const pixels = z.int().min(-100_000).max(100_000);
const windowPlace = z.object({ x: pixels, y: pixels, width: pixels.min(1), height: pixels.min(1) });

const loaderRelease = z.object({ sequence: time, version: z.string().max(50) });
const count = z.int().min(0).max(100);
const loaderUpdate = z.object({
  ...loaderRelease.shape,
  stage: z.enum(loaderUpdateStages),
  attempts: count,
  starts: count,
  previousSha256: hexOf(64).nullable(),
});

// A damaged part gets its default; unknown parts of other versions are preserved.
const stateSchema = z.object({
  zoom: z.int().min(80).max(200).catch(100),
  theme: z.enum(themes).catch('system'),
  computerName: computerText.pipe(z.string().min(1)).nullable().catch(null),
  launchWhenSignedIn: z.boolean().nullable().catch(null),
  language: z.enum(languageCodes).nullable().catch(null),
  windowPlace: windowPlace.nullable().catch(null),
  install: hexOf(16).nullable().catch(null),
  loaderRelease: loaderRelease.nullable().catch(null),
  loaderUpdate: loaderUpdate.nullable().catch(null),
  highestSequence: z.record(z.string(), z.int().min(1)).catch({}),
  deviceRequestAt: z.record(z.string(), z.int().min(1)).catch({}),
  programFolder: z.record(z.string(), z.string()).catch({}),
  systemNotices: z.boolean().catch(false),
  endToldAt: time.nullable().catch(null),
  noticesTold: lenientList(noticeTold, maxShownNotices),
  updateToldAt: z.record(z.string(), time).catch({}),
  chatSeenAt: z.record(hash, time).catch({}),
  redeemed: lenientList(redeemed, maxRedeemedKeys),
  deviceParts: lenientList(accountDevice, maxAccountDevices),
});
const file = z.looseObject({ v: z.literal(1) });
const newerFile = z.looseObject({ v: z.number().min(2) });

const defaults: SavedState = {
  zoom: 100,
  theme: 'system',
  computerName: null,
  launchWhenSignedIn: null,
  language: null,
  windowPlace: null,
  install: null,
  loaderRelease: null,
  loaderUpdate: null,
  highestSequence: {},
  deviceRequestAt: {},
  programFolder: {},
  systemNotices: false,
  endToldAt: null,
  noticesTold: [],
  updateToldAt: {},
  chatSeenAt: {},
  redeemed: [],
  deviceParts: [],
};

export interface LocalStateParts {
  /** The user's data folder for this program. */
  readonly folder: string;
  /** If false, all changes are lost when the program ends. */
  readonly writable: boolean;
  readonly log: Log;
  /** Blocks this thread. */
  readonly pause?: typeof block;
}

/** Reads synchronously, because the window depends on the content. */
export function openLocalState({ folder, writable, log, pause }: LocalStateParts): LocalState {
  const stateFile = path.join(folder, 'state.json');
  const initial = writable ? read(stateFile, log, pause) : { content: {}, writes: false };
  let content = initial.content;
  let state: SavedState = { ...defaults, ...stateSchema.parse({ ...defaults, ...content }) };
  const mutex = createMutex();
  // Queued with the writes, because it would remove the temporary file of a write in progress.
  if (writable) void mutex(() => removeTemporaryFiles(stateFile));
  let dirty = false;
  let isSaved = true;

  const write = async (): Promise<void> => {
    if (!dirty) return; // one write covers all changes before it
    dirty = false;
    isSaved = await save(stateFile, content, log);
  };
  return {
    get: () => state,
    change(change) {
      state = { ...state, ...change };
      content = { ...content, ...change };
      if (initial.writes) {
        dirty = true;
        void mutex(write);
      } else isSaved = false;
    },
    settled: () => mutex(() => isSaved),
  };
}

/** Returns false if the content was not saved. */
async function save(stateFile: string, content: object, log: Log): Promise<boolean> {
  const text = `${JSON.stringify({ ...content, v: 1 })}\n`;
  const isTooLarge = Buffer.byteLength(text) > maxFileBytes;
  const isSaved =
    !isTooLarge &&
    (await writePrivateFile(stateFile, text).then(
      () => true,
      () => false,
    ));
  if (!isSaved) log.warn(isTooLarge ? 'state-too-large' : 'state-not-saved');
  return isSaved;
}

/** Runs after the window's creation, because the first read of a folder starts threads. */
async function removeTemporaryFiles(stateFile: string): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await removeFiles(await temporaryFilesOf(stateFile));
}

interface InitialState {
  readonly content: Readonly<Record<string, unknown>>;
  readonly writes: boolean;
}

function read(stateFile: string, log: Log, pause = block): InitialState {
  let text: string;
  try {
    text = readUnlessHeld(stateFile, pause);
  } catch (error) {
    if (isMissing(error)) return { content: {}, writes: true };
    log.warn('state-unreadable');
    return { content: {}, writes: false };
  }
  try {
    const json: unknown = JSON.parse(text);
    if (newerFile.safeParse(json).success) {
      log.warn('state-newer');
      return { content: {}, writes: false };
    }
    return { content: file.parse(json), writes: true };
  } catch {
    log.warn('state-broken');
    return { content: {}, writes: renameBroken(stateFile) };
  }
}

const readTries = 20;
const readPauseMs = 25;

/**
 * Returns '' for a file that is too large. Blocks for half a second at most, before there is a
 * window, while another program holds the file.
 */
function readUnlessHeld(stateFile: string, pause: typeof block): string {
  for (let tries = 1; ; tries += 1) {
    try {
      return statSync(stateFile).size > maxFileBytes ? '' : readFileSync(stateFile, 'utf8');
    } catch (error) {
      if (tries === readTries || !isInUse(process.platform, error)) throw error;
      pause(readPauseMs);
    }
  }
}

function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Returns false if the rename fails. The file must not be overwritten then. */
function renameBroken(stateFile: string): boolean {
  try {
    rmSync(`${stateFile}.broken`, { force: true, recursive: true });
    renameSync(stateFile, `${stateFile}.broken`);
    return true;
  } catch {
    return false;
  }
}
