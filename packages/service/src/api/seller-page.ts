// Reads the part of a list that a seller asked for. The caller's query says in which order; without one, parts would overlap.
import type { SelectQueryBuilder } from 'kysely';
import { setImmediate as turn } from 'node:timers/promises';
import { mostListed } from '@latchkey/protocol/seller-page.ts';
import type { UnixMs } from '@latchkey/protocol/units.ts';

export interface Page {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** `more` is there where rows follow: spread it into the answer as it is. */
export async function readPage<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { offset = 0, limit = mostListed }: Page,
): Promise<{ rows: Row[]; more?: true }> {
  const rows: Row[] = await query
    .limit(limit + 1)
    .offset(offset)
    .execute();
  return rows.length > limit ? { rows: rows.slice(0, limit), more: true } : { rows };
}

/** Where a row stands in a list: by its first column, and by its second one among those that are the same in the first. */
export interface Mark {
  readonly first: string | number | UnixMs;
  readonly second: string;
}

/** Of a list whose first column is one. */
export function nameIn({ first }: Mark): string {
  if (typeof first !== 'string') throw new Error('A list of names has another mark');
  return first;
}

/** All of a list, what follows a mark among the same in the first column, or what follows all of those. */
export type SliceStart = { readonly after: 'nothing' | 'ties' | 'first'; readonly mark: Mark };

/** What is left of a query when it is built: a builder of Kysely. */
interface Limited<Row> {
  limit(rows: number): Limited<Row>;
  offset(rows: number): Limited<Row>;
  execute(): Promise<Row[]>;
}

/** A list that may be long, in the order of an index that has all of its columns. */
export interface LongList<Row extends object> {
  readonly name: string;
  /** false: the first column alone is unique. */
  readonly hasTies: boolean;
  readonly marks: (place: SliceStart) => Limited<Mark>;
  readonly rows: (place: SliceStart) => Limited<Row & Mark>;
}

/** Up to there leaving rows out costs nothing, and is exact whatever was changed meanwhile. */
const firstMarked = 10_000;
const goodForMs = 120_000;
const mostLists = 100;
const mostMarks = 2000;

interface Noted extends Mark {
  readonly atMs: number;
}

/**
 * Where pages of long lists began, so that the next ones begin there and not at the first row: a page of a later number is what
 * follows the one before. Kept for some minutes, in memory: whoever asks another process has the way counted once more.
 */
export class PageMarks {
  readonly #lists = new Map<string, Map<number, Noted>>();
  readonly #first: number;

  /** `first`: the lowest offset that a mark is kept of. */
  constructor(first = firstMarked) {
    this.#first = first;
  }

  /** `offset`: how many rows come before and with the mark. */
  note(list: string, offset: number, { first, second }: Mark): void {
    if (offset < this.#first) return;
    const marks = this.#lists.get(list) ?? new Map<number, Noted>();
    this.#lists.delete(list);
    this.#lists.set(list, marks);
    marks.delete(offset);
    marks.set(offset, { first, second, atMs: performance.now() });
    for (const [key] of marks) if (marks.size > mostMarks) marks.delete(key);
    for (const [key] of this.#lists) if (this.#lists.size > mostLists) this.#lists.delete(key);
  }

  /** The nearest one before. */
  find(list: string, offset: number): { readonly offset: number; readonly mark: Mark } | null {
    let nearest: { readonly offset: number; readonly mark: Mark } | null = null;
    const oldest = performance.now() - goodForMs;
    for (const [at, mark] of this.#lists.get(list) ?? [])
      if (at <= offset && mark.atMs >= oldest && at > (nearest?.offset ?? 0))
        nearest = { offset: at, mark };
    return nearest;
  }
}

/** The same as `readPage`, of which any page takes as long as the first one. */
export async function readLongPage<Row extends object>(
  {
    pages,
    application,
  }: { readonly pages: PageMarks; readonly application: { readonly id: string } },
  list: LongList<Row>,
  { offset = 0, limit = mostListed }: Page,
): Promise<{ rows: (Row & Mark)[]; more?: true }> {
  const name = `${application.id}/${list.name}`;
  const begin = await markAt(pages, name, list, offset);
  if (begin === 'beyond') return { rows: [] };
  const rows: (Row & Mark)[] = [];
  for (let after = begin; rows.length <= limit; after = rows.at(-1) ?? null) {
    if (rows.length > 0) await turn();
    const wanted = Math.min(inSlice, limit + 1 - rows.length);
    const some = await rowsAfter(list, after, wanted);
    rows.push(...some);
    if (some.length < wanted) break;
  }
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (last !== undefined) pages.note(name, offset + page.length, last);
  return rows.length > limit ? { rows: page, more: true } : { rows: page };
}

/** Rows that are read in one statement: some milliseconds. */
export const inSlice = 1000;

async function rowsAfter<Row extends object>(
  list: LongList<Row>,
  mark: Mark | null,
  most: number,
): Promise<readonly (Row & Mark)[]> {
  const rows: (Row & Mark)[] = [];
  for (const place of placesAfter(mark, list.hasTies))
    if (rows.length < most)
      rows.push(
        ...(await list
          .rows(place)
          .limit(most - rows.length)
          .execute()),
      );
  return rows;
}

function placesAfter(mark: Mark | null, hasTies: boolean): readonly SliceStart[] {
  if (mark === null) return [{ after: 'nothing', mark: { first: '', second: '' } }];
  const first = { after: 'first', mark } as const;
  return hasTies ? [{ after: 'ties', mark }, first] : [first];
}

/** Rows that are left out in one statement: some milliseconds. */
const inStep = 10_000;

/** The mark of the row before the page; null: the page is the first one. */
async function markAt<Row extends object>(
  pages: PageMarks,
  name: string,
  list: LongList<Row>,
  offset: number,
): Promise<Mark | null | 'beyond'> {
  const known = pages.find(name, offset);
  let [at, mark] = [known?.offset ?? 0, known?.mark ?? null];
  while (at < offset) {
    const wanted = Math.min(inStep, offset - at);
    mark = await skip(list, mark, wanted);
    if (mark === null) return 'beyond';
    at += wanted;
    pages.note(name, at, mark);
    await turn();
  }
  return mark;
}

/** The row so many after the mark, found in the index alone. */
async function skip<Row extends object>(
  list: LongList<Row>,
  from: Mark | null,
  rows: number,
): Promise<Mark | null> {
  let left = rows;
  for (const place of placesAfter(from, list.hasTies)) {
    const [found] = await list
      .marks(place)
      .limit(1)
      .offset(left - 1)
      .execute();
    if (found !== undefined) return found;
    // Only ties are followed by others: few enough of them are left to be counted.
    if (place.after === 'ties') left -= (await list.marks(place).limit(left).execute()).length;
  }
  return null;
}
