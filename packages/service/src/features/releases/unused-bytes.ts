// Limits an application's uploads that no release needs: manifests whose release was not begun. The
// sweep deletes them after one to two hours.
import type { Database } from '../../database/schema.ts';
import { addToCount, scopeOf, type Slot } from '../../secrets/throttles.ts';
import { toUnixSeconds, type UnixMs } from '@latchkey/protocol/units.ts';

const maxUnusedBytes = 128 * 1024 * 1024;
/** As long as the sweep may take, so that at most twice the bytes are on disk. */
const windowSeconds = 2 * 3600;

interface Reservation extends Slot {
  readonly size: number;
}

/**
 * Counts the bytes before they arrive, so that parallel uploads cannot exceed the bound. Returns
 * null if they would.
 */
export async function reserveUnused(
  db: Database,
  upload: { readonly applicationId: string; readonly size: number; readonly now: number },
): Promise<Reservation | null> {
  const { size, now } = upload;
  const scope = scopeOfApplication(upload.applicationId);
  const { count, endsAt } = await addToCount(db, scope, size, now + windowSeconds, now);
  const reservation = { scope, endsAt, size };
  if (count <= maxUnusedBytes) return reservation;
  await returnUnused(db, reservation);
  return null;
}

/** Gives the bytes back to the budget, unless its window has restarted meanwhile. */
export async function returnUnused(
  db: Database,
  { scope, endsAt, size }: Reservation,
): Promise<void> {
  await updateCount(db, scope, size).where('endsAt', '=', endsAt).execute();
}

/** Gives back the bytes of an upload that a release needs now, if this window counted them. */
export async function returnUsed(
  db: Database,
  applicationId: string,
  { size, storedAtMs }: { readonly size: number; readonly storedAtMs: UnixMs },
): Promise<void> {
  await updateCount(db, scopeOfApplication(applicationId), size)
    .where('endsAt', '<=', toUnixSeconds(storedAtMs) + windowSeconds)
    .execute();
}

function updateCount(db: Database, scope: string, size: number) {
  return db
    .updateTable('throttles')
    .set(({ eb }) => ({ count: eb('count', '-', size) }))
    .where('scope', '=', scope)
    .where('count', '>=', size);
}

function scopeOfApplication(applicationId: string): string {
  return scopeOf('unused uploads', applicationId);
}
