// Saves the device record of one service in a file of its own, sealed with the key store.
// SECURITY: a copied file opens on no other computer, and proves nothing to the service.
import path from 'node:path';
import { z } from 'zod';
import type { DeviceRecord, DeviceRecords, Log } from '../core/ports.ts';
import { isAvailable, type KeyStoreParts, openSealed, sealText } from './key-store.ts';
import { readSmallFile, removeFiles, temporaryFilesOf, writePrivateFile } from './private-file.ts';

export interface DeviceRecordParts extends KeyStoreParts {
  /** The user's data folder for this program. */
  readonly folder: string;
  /** The hash of this loader's service. */
  readonly service: string;
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
});

const sealedRecord = z.object({
  service: hexOf(64),
  deviceId: hexOf(64),
  facts: z.partialRecord(
    z.enum(['osId', 'boardVendor', 'boardModel', 'cpuBrand', 'platformUuid']),
    hash,
  ),
});

export function createDeviceRecords(parts: DeviceRecordParts): DeviceRecords {
  const { folder, service, log } = parts;
  const place = path.join(folder, `device-record-${service.slice(0, 16)}.json`);
  return {
    async load(mark) {
      const found = await readFileAt(place).catch(() => 'damaged' as const);
      if (found === null) return null;
      if (found !== 'damaged' && found.mark === mark) return 'same';
      const record = found === 'damaged' ? null : await open(parts, found.sealed);
      if (record === null) log.warn('device-record-unreadable');
      return record;
    },
    async save(record, mark) {
      try {
        if (!(await isAvailable(parts))) return;
        const sealed = await sealText(parts, JSON.stringify({ service, ...record }));
        await removeFiles(await temporaryFilesOf(place));
        await writePrivateFile(place, `${JSON.stringify({ v: 1, mark, sealed })}\n`);
      } catch {
        // The next sign-in tries again. SECURITY: the error is not logged; it may contain the id.
        log.warn('device-record-not-saved');
      }
    },
  };
}

/** Returns null without a file. Throws if it is not readable, or not valid. */
async function readFileAt(place: string): Promise<z.infer<typeof file> | null> {
  const bytes = await readSmallFile(place, maxFileBytes);
  return bytes === null ? null : file.parse(JSON.parse(bytes.toString()));
}

/** SECURITY: accepts no record of another service, because each service knows a different id. */
async function open(parts: DeviceRecordParts, sealed: string): Promise<DeviceRecord | null> {
  // A key store may prompt the user, who must see which program is asking.
  await parts.windowShown;
  if (!(await isAvailable(parts))) return null;
  const opened = await openSealed(parts.safeStorage, sealed, sealedRecord);
  if (opened?.content.service !== parts.service) return null;
  const { deviceId, facts } = opened.content;
  return { deviceId, facts };
}
