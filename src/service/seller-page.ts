// Reads the part of a list that a seller asked for. The caller's query says in which order; without one, parts would overlap.
import type { SelectQueryBuilder } from 'kysely';
import { mostListed } from '../shared/wire/seller-page.ts';

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
