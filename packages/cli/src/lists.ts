// Reads complete lists from the seller API in pages. Services without paging send all rows in one
// answer.
import { rowsOf } from './answers.ts';
import type { AnswerTo, FieldOf, RowOf } from './answer-types.ts';
import type { AskAny } from './seller-client.ts';
import type { SellerType } from '@latchkey/protocol/seller-api.ts';

/** Number of rows in a request. */
const pageSize = 5000;

export async function* pagesOf<Type extends SellerType, Name extends FieldOf<AnswerTo<Type>>>(
  ask: AskAny,
  type: Type,
  list: Name,
  parameters: Readonly<Record<string, string | undefined>> = {},
  limit = pageSize,
): AsyncGenerator<readonly RowOf<Type, Name>[]> {
  for (let offset = 0; ;) {
    const page =
      offset === 0 ? { limit: String(limit) } : { offset: String(offset), limit: String(limit) };
    const answer = await ask(type, { ...parameters, ...page });
    const rows = rowsOf(answer, list) as readonly RowOf<Type, Name>[]; // the type names only the fields
    yield rows;
    offset += rows.length;
    if (answer['more'] !== true || rows.length === 0) return;
  }
}

export async function allRows<Type extends SellerType, Name extends FieldOf<AnswerTo<Type>>>(
  ask: AskAny,
  type: Type,
  list: Name,
  parameters: Readonly<Record<string, string | undefined>> = {},
): Promise<readonly RowOf<Type, Name>[]> {
  const all: RowOf<Type, Name>[] = [];
  for await (const rows of pagesOf(ask, type, list, parameters)) all.push(...rows);
  return all;
}
