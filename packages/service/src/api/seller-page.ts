// Reads a page of a list. The caller's query must define the order, or pages would overlap.
import type { SelectQueryBuilder } from 'kysely';
import { setImmediate as turn } from 'node:timers/promises';
import { mostListed } from '@latchkey/protocol/seller-page.ts';
import type { UnixMs } from '@latchkey/protocol/units.ts';

export interface Page {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** `more` is set if rows follow: spread it into the answer. */
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

/** The place of a row: its first column, and its second among rows that share the first. */
export interface Mark {
  readonly first: string | number | UnixMs;
  readonly second: string;
}

/** For lists whose first column is a name. */
export function nameIn({ first }: Mark): string {
  if (typeof first !== 'string') throw new Error('A list of names has another mark');
  return first;
}

/** All rows, those after the mark that share its first column, or those after all of these. */
export type SliceStart = { readonly after: 'nothing' | 'ties' | 'first'; readonly mark: Mark };

/** The part of Kysely's query builder that is used here. */
interface Limited<Row> {
  limit(rows: number): Limited<Row>;
  offset(rows: number): Limited<Row>;
  execute(): Promise<Row[]>;
}

/** A list that may be long, in the order of an index that has all columns of the order. */
export interface LongList<Row extends object> {
  readonly name: string;
  /** false: the first column alone is unique. */
  readonly hasTies: boolean;
  readonly marks: (place: SliceStart) => Limited<Mark>;
  readonly rows: (place: SliceStart) => Limited<Row & Mark>;
}

/** Below this offset, skipping rows is cheap, and exact whatever was changed meanwhile. */
const firstMarked = 10_000;
const goodForMs = 120_000;
const mostLists = 100;
const mostMarks = 2000;

interface Noted extends Mark {
  readonly atMs: number;
}

/**
 * Where pages of long lists began, so that the next page continues there and not at the first row.
 * Held in memory for some minutes; another process skips the rows once more.
 */
export class PageMarks {
  readonly #lists = new Map<string, Map<number, Noted>>();
  readonly #first: number;

  /** `first`: the lowest offset with a mark. */
  constructor(first = firstMarked) {
    this.#first = first;
  }

  /** `offset`: the number of rows up to the mark, including it. */
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

  /** The nearest one at or before the offset. */
  find(list: string, offset: number): { readonly offset: number; readonly mark: Mark } | null {
    let nearest: { readonly offset: number; readonly mark: Mark } | null = null;
    const oldest = performance.now() - goodForMs;
    for (const [at, mark] of this.#lists.get(list) ?? [])
      if (at <= offset && mark.atMs >= oldest && at > (nearest?.offset ?? 0))
        nearest = { offset: at, mark };
    return nearest;
  }
}

/** Like `readPage`, but every page takes as long as the first one. */
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

/** Rows read in one statement: some milliseconds. */
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

/** Rows skipped in one statement: some milliseconds. */
const inStep = 10_000;

/** The mark before the page; null: it is the first page; 'beyond': the list ends earlier. */
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

/** Reads the index alone. */
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
    // Fewer ties are left than that: counts them, and skips the rest behind them.
    if (place.after === 'ties') left -= (await list.marks(place).limit(left).execute()).length;
  }
  return null;
}
