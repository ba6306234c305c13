// Reads pages of lists, with cursors for long lists. The caller's query must define the order;
// otherwise pages would overlap.
import type { SelectQueryBuilder } from 'kysely';
import { setImmediate as turn } from 'node:timers/promises';
import { maxListedRows } from '@latchkey/protocol/seller-page.ts';
import type { UnixMs } from '@latchkey/protocol/units.ts';

export interface Page {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** Reads one page. `more` is set if further rows follow; spread it into the answer. */
export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { offset = 0, limit = maxListedRows }: Page,
): Promise<{ rows: Row[]; more?: true }> {
  const rows: Row[] = await query
    .limit(limit + 1)
    .offset(offset)
    .execute();
  return rows.length > limit ? { rows: rows.slice(0, limit), more: true } : { rows };
}

/** The position of a row in a list that is sorted by two columns. */
export interface Cursor {
  readonly first: string | number | UnixMs;
  readonly second: string;
}

/** Returns the name of a cursor whose list is sorted by name. */
export function nameOf({ first }: Cursor): string {
  if (typeof first !== 'string') throw new Error('A list of names has another mark');
  return first;
}

/**
 * The start of a slice. `nothing`: at the first row. `ties`: after the cursor, among the rows that
 * share its first column. `first`: at the next value of the first column.
 */
export type SliceStart = { readonly after: 'nothing' | 'ties' | 'first'; readonly cursor: Cursor };

/** The part of Kysely's query builder that is used here. */
interface Limited<Row> {
  limit(rows: number): Limited<Row>;
  offset(rows: number): Limited<Row>;
  execute(): Promise<Row[]>;
}

/** A list that may be long, in the order of an index that covers both columns. */
export interface LongList<Row extends object> {
  readonly name: string;
  /** False if the first column alone is unique. */
  readonly hasTies: boolean;
  readonly cursors: (start: SliceStart) => Limited<Cursor>;
  readonly rows: (start: SliceStart) => Limited<Row & Cursor>;
}

/** Lowest offset with a stored cursor. Below it, skipping rows is cheap, and always exact. */
const minStoredOffset = 10_000;
const cursorLifeMs = 120_000;
const maxLists = 100;
const maxCursors = 2000;

interface StoredCursor extends Cursor {
  readonly atMs: number;
}

/**
 * Start positions of pages of long lists, so that the next page need not skip all earlier rows.
 * Cached in memory for some minutes; other processes skip the rows again.
 */
export class PageCursors {
  readonly #lists = new Map<string, Map<number, StoredCursor>>();
  readonly #first: number;

  /** `first` is the lowest offset with a cursor. */
  constructor(first = minStoredOffset) {
    this.#first = first;
  }

  /** Stores a cursor. `offset` is the number of rows up to the cursor, including its own. */
  store(list: string, offset: number, { first, second }: Cursor): void {
    if (offset < this.#first) return;
    const cursors = this.#lists.get(list) ?? new Map<number, StoredCursor>();
    this.#lists.delete(list);
    this.#lists.set(list, cursors);
    cursors.delete(offset);
    cursors.set(offset, { first, second, atMs: performance.now() });
    for (const [key] of cursors) if (cursors.size > maxCursors) cursors.delete(key);
    for (const [key] of this.#lists) if (this.#lists.size > maxLists) this.#lists.delete(key);
  }

  /** Returns the nearest cursor at or before the offset. */
  find(list: string, offset: number): { readonly offset: number; readonly cursor: Cursor } | null {
    let nearest: { readonly offset: number; readonly cursor: Cursor } | null = null;
    const oldest = performance.now() - cursorLifeMs;
    for (const [at, cursor] of this.#lists.get(list) ?? [])
      if (at <= offset && cursor.atMs >= oldest && at > (nearest?.offset ?? 0))
        nearest = { offset: at, cursor };
    return nearest;
  }
}

/** Like `readPage`, but starts from a stored cursor, so later pages are as fast as the first. */
export async function readLongPage<Row extends object>(
  {
    pages,
    application,
  }: { readonly pages: PageCursors; readonly application: { readonly id: string } },
  list: LongList<Row>,
  { offset = 0, limit = maxListedRows }: Page,
): Promise<{ rows: (Row & Cursor)[]; more?: true }> {
  const name = `${application.id}/${list.name}`;
  const begin = await cursorAt(pages, name, list, offset);
  if (begin === 'beyond') return { rows: [] };
  const rows: (Row & Cursor)[] = [];
  for (let after = begin; rows.length <= limit; after = rows.at(-1) ?? null) {
    if (rows.length > 0) await turn();
    const wantedRows = Math.min(rowsPerSlice, limit + 1 - rows.length);
    const slice = await rowsAfter(list, after, wantedRows);
    rows.push(...slice);
    if (slice.length < wantedRows) break;
  }
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (last !== undefined) pages.store(name, offset + page.length, last);
  return rows.length > limit ? { rows: page, more: true } : { rows: page };
}

/** Maximum rows that one statement reads, which takes some milliseconds. */
export const rowsPerSlice = 1000;

async function rowsAfter<Row extends object>(
  list: LongList<Row>,
  cursor: Cursor | null,
  limit: number,
): Promise<readonly (Row & Cursor)[]> {
  const rows: (Row & Cursor)[] = [];
  for (const start of startsAfter(cursor, list.hasTies))
    if (rows.length < limit)
      rows.push(
        ...(await list
          .rows(start)
          .limit(limit - rows.length)
          .execute()),
      );
  return rows;
}

function startsAfter(cursor: Cursor | null, hasTies: boolean): readonly SliceStart[] {
  if (cursor === null) return [{ after: 'nothing', cursor: { first: '', second: '' } }];
  const first = { after: 'first', cursor } as const;
  return hasTies ? [{ after: 'ties', cursor }, first] : [first];
}

/** Maximum rows that one statement skips, which takes some milliseconds. */
const rowsPerSkip = 10_000;

/**
 * Returns the cursor before the page, null for the first page, or 'beyond' after the list's end.
 */
async function cursorAt<Row extends object>(
  pages: PageCursors,
  name: string,
  list: LongList<Row>,
  offset: number,
): Promise<Cursor | null | 'beyond'> {
  const known = pages.find(name, offset);
  let [at, cursor] = [known?.offset ?? 0, known?.cursor ?? null];
  while (at < offset) {
    const wantedRows = Math.min(rowsPerSkip, offset - at);
    cursor = await skip(list, cursor, wantedRows);
    if (cursor === null) return 'beyond';
    at += wantedRows;
    pages.store(name, at, cursor);
    await turn();
  }
  return cursor;
}

/** Returns the cursor `rows` rows later, or null if the list ends earlier. Reads only the index. */
async function skip<Row extends object>(
  list: LongList<Row>,
  from: Cursor | null,
  rows: number,
): Promise<Cursor | null> {
  let left = rows;
  for (const start of startsAfter(from, list.hasTies)) {
    const [found] = await list
      .cursors(start)
      .limit(1)
      .offset(left - 1)
      .execute();
    if (found !== undefined) return found;
    // Fewer ties are left: count them, then skip the remaining rows after the ties.
    if (start.after === 'ties') left -= (await list.cursors(start).limit(left).execute()).length;
  }
  return null;
}
