// Saves the device record of one application in a separate file, sealed with the key store.
// SECURITY: a copied file opens on no other computer, and proves nothing to the service.
import path from 'node:path';
import { z } from 'zod';
import type { DeviceRecord, DeviceRecords, Log } from '../core/ports.ts';
import { isPassing } from './file-errors.ts';
import { abilityOf, isAvailable, type KeyStoreParts, openSealed, sealText } from './key-store.ts';
import { readSmallFile, removeFiles, temporaryFilesOf, writePrivateFile } from './private-file.ts';

export interface DeviceRecordParts extends KeyStoreParts {
  /** The user's data folder for this program. */
  readonly folder: string;
  /** The hash of this loader's application. */
  readonly application: string;
  readonly log: Log;
}

const maxFileBytes = 8 * 1024;

const hexOf = (length: number) => z.string().regex(new RegExp(`^[0-9a-f]{${String(length)}}$`));
const hash = hexOf(16);

const file = z.object({
  v: z.literal(1),
  mark: hash.nullable(),
  /** Base64 of the key store's cipher text. */
  sealed: z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/),
  /** Whether the key store was locked at the last start that needed the record. */
  wasLocked: z.boolean().optional(),
});

/** SECURITY: this version cannot open it, and leaves it alone. */
const newerFile = z.object({ v: z.number().min(2) });

const sealedRecord = z.object({
  application: hexOf(64),
  deviceId: hexOf(64),
  facts: z.partialRecord(
    z.enum(['osId', 'boardVendor', 'boardModel', 'cpuBrand', 'platformUuid']),
    hash,
  ),
});

type SavedFile = z.infer<typeof file>;

export function createDeviceRecords(parts: DeviceRecordParts): DeviceRecords {
  const { folder, application, log } = parts;
  const place = path.join(folder, `device-record-${application.slice(0, 16)}.json`);
  // Electron asks the key store once per run, so a retry in the same run proves nothing.
  let isLockedInThisRun = false;
  const open = async (found: SavedFile) => {
    const record = await openFile(parts, found);
    const isLocked = record === 'locked';
    if (isLocked && found.wasLocked === true && !isLockedInThisRun) return 'given-up';
    isLockedInThisRun = isLocked;
    if (isLocked !== (found.wasLocked ?? false)) await replace({ ...found, wasLocked: isLocked });
    return record;
  };
  const replace = async (content: SavedFile) => {
    await removeFiles(await temporaryFilesOf(place));
    await writePrivateFile(place, `${JSON.stringify(content)}\n`).catch(() =>
      log.warn('device-record-not-saved'),
    );
  };
  return {
    async load(mark) {
      const found = await readFileAt(place);
      if (found === null) return null;
      if (typeof found !== 'string' && mark !== null && found.mark === mark) return 'same';
      // Without a key store, no retry helps, and a computed id is better than none.
      const canOpen = found !== 'damaged' && found !== 'newer' && abilityOf(parts).possible;
      const isUnavailable = found === 'unavailable' || mark === null;
      const record = !canOpen ? null : isUnavailable ? 'unavailable' : await open(found);
      if (record === null) log.warn('device-record-unreadable');
      else if (typeof record === 'string') log.warn(`device-record-${record}`);
      return record;
    },
    async save(record, mark) {
      try {
        if (!(await isAvailable(parts)) || (await readFileAt(place)) === 'newer') return;
        const sealed = await sealText(parts, JSON.stringify({ application, ...record }));
        await replace({ v: 1, mark, sealed });
      } catch {
        // The next sign-in tries again. SECURITY: the error is not logged; it may contain the id.
        log.warn('device-record-not-saved');
      }
    },
  };
}

/** Returns null without a file, 'unavailable' if it may be readable soon, 'damaged' if never. */
async function readFileAt(
  place: string,
): Promise<SavedFile | 'damaged' | 'newer' | 'unavailable' | null> {
  try {
    const bytes = await readSmallFile(place, maxFileBytes);
    if (bytes === null) return null;
    const content: unknown = JSON.parse(bytes.toString());
    const read = file.safeParse(content);
    if (read.success) return read.data;
    return newerFile.safeParse(content).success ? 'newer' : 'damaged';
  } catch (error) {
    return isPassing(error) ? 'unavailable' : 'damaged';
  }
}

/** SECURITY: accepts no record of another application, which has a different id. */
async function openFile(
  parts: DeviceRecordParts,
  found: SavedFile,
): Promise<DeviceRecord | 'locked' | null> {
  // A key store may prompt the user, who must see which program is asking.
  await parts.windowShown;
  if (!(await isAvailable(parts))) return 'locked';
  const opened = await openSealed(parts.safeStorage, found.sealed, sealedRecord);
  if (opened === 'unavailable') return 'locked';
  if (opened?.content.application !== parts.application) return null;
  const { deviceId, facts } = opened.content;
  return { deviceId, facts };
}
