// Reads filtered lists. A filter without many matches may read most rows for one page.
import { hidesUnusedKeys } from '@latchkey/protocol/seller-scopes.ts';
import type { Database } from '../database/schema.ts';
import type { SellerCall } from './seller-call.ts';
import { maskRows } from './seller-masking.ts';
import { readLongPage, type LongList, type Page } from './seller-page.ts';

type Filters = Readonly<Record<string, unknown>>;

function isFiltered(filters: Filters): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}

/** Like `readLongPage`. With a filter it uses the connection for long reads. */
export function readFilteredPage<Row extends object>(
  call: SellerCall,
  filters: Filters,
  listOf: (db: Database) => LongList<Row>,
  page: Page,
): ReturnType<typeof readLongPage<Row>> {
  if (!isFiltered(filters)) return readLongPage(call, listOf(call.db), page);
  const list = listOf(call.reader);
  // Each filter has its own cursors.
  const name = `${list.name} ${JSON.stringify(filters)}`;
  return call.longReads.within(() => readLongPage(call, { ...list, name }, page));
}

/**
 * Returns whether a filter by this value may find rows.
 * SECURITY: a filter finds only what the list shows, so a value that the list masks finds nothing.
 */
export async function isShown(
  call: SellerCall,
  field: string,
  value: string | undefined,
): Promise<boolean> {
  if (value === undefined || !hidesUnusedKeys(call.key.scope)) return true;
  const [shown] = await maskRows(call, [{ [field]: value }]);
  return shown?.[field] === value;
}
