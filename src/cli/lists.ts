// Reads the long lists of the seller API whole: ours come in parts (`more`), those of other services at once.
import { rowsOf, type Row } from './answers.ts';
import type { AskAny } from './seller-client.ts';
import type { SellerType } from '../shared/wire/seller-api.ts';

/** Rows in one answer. */
const part = 5000;

/** In the order of the service. `field`: what a row that is only a text is called. */
export async function* partsOf(
  ask: AskAny,
  type: SellerType,
  list: string,
  parameters: Readonly<Record<string, string | undefined>> = {},
  field?: string,
): AsyncGenerator<readonly Row[]> {
  for (let offset = 0; ;) {
    const page =
      offset === 0 ? { limit: String(part) } : { offset: String(offset), limit: String(part) };
    const answer = await ask(type, { ...parameters, ...page });
    const rows = rowsOf(answer, list, field);
    yield rows;
    offset += rows.length;
    if (answer['more'] !== true || rows.length === 0) return;
  }
}

export async function allRows(
  ask: AskAny,
  type: SellerType,
  list: string,
  parameters: Readonly<Record<string, string | undefined>> = {},
): Promise<readonly Row[]> {
  const all: Row[] = [];
  for await (const rows of partsOf(ask, type, list, parameters)) all.push(...rows);
  return all;
}
