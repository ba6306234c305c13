// Reads and writes kept-sign-ins.json. Each entry is an encrypted sign-in with its service's hash.
// SECURITY: a loader decrypts, changes and removes only the entries of its own service.
import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { readSmallFile, writePrivateFile } from './private-file.ts';

/** Five of the longest sign-ins need 64 KiB, and several services may share the file. */
const maxFileBytes = 512 * 1024;
/** The limit for one service. */
export const maxOwnEntries = 5;

const entry = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  service: z.string().regex(/^[0-9a-f]{64}$/),
  /** Base64 of the key store's cipher text. */
  sealed: z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/),
});
const file = z.object({ v: z.literal(2), entries: z.array(z.unknown()) });
const newerFile = z.object({ v: z.number().min(3) });

export type SealedEntry = z.infer<typeof entry>;

export type SavedSignInsFile =
  | {
      readonly kind: 'entries';
      readonly own: readonly SealedEntry[];
      readonly others: readonly unknown[];
    }
  /** A newer version wrote the file, so it is left alone. */
  | { readonly kind: 'newer' }
  | { readonly kind: 'damaged' };

/** Throws if the file exists but is not readable. A missing file has no entries. */
export async function readSavedSignIns(path: string, service: string): Promise<SavedSignInsFile> {
  const bytes = await readSmallFile(path, maxFileBytes);
  if (bytes === null) return { kind: 'entries', own: [], others: [] };
  const content = Buffer.isBuffer(bytes) ? parse(bytes) : null;
  if (newerFile.safeParse(content).success) return { kind: 'newer' };
  const parsed = file.safeParse(content);
  if (!parsed.success) return { kind: 'damaged' };
  const own: SealedEntry[] = [];
  const others: unknown[] = [];
  for (const given of parsed.data.entries) {
    const read = entry.safeParse(given);
    if (read.success && read.data.service === service) own.push(read.data);
    // Other entries stay unchanged, even if this version does not understand them.
    else others.push(given);
  }
  return { kind: 'entries', own: own.slice(0, maxOwnEntries), others };
}

/** Replaces the file, or removes it if `entries` is empty. Throws if it would be too large. */
export async function writeSavedSignIns(path: string, entries: readonly unknown[]): Promise<void> {
  if (entries.length === 0) return rm(path, { force: true });
  const content = Buffer.from(`${JSON.stringify({ v: 2, entries })}\n`);
  if (content.length > maxFileBytes) throw new Error('more than the file may hold');
  await writePrivateFile(path, content);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
