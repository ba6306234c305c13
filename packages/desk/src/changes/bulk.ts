// Deleting many rows: they are counted first, and the button repeats the number.
import type { BulkType } from '@latchkey/protocol/seller/bulk.ts';
import type { ParametersOf } from '../client/seller.ts';
import type { Copy } from '../copy/copy.ts';
import { change, type MakeChange, type Words } from './change.ts';

interface Bulk<Type extends BulkType> extends Pick<Words, 'title' | 'text'> {
  readonly operation: Type;
  readonly parameters?: ParametersOf<Type>;
  /** The channel or variable that the change is limited to. */
  readonly subject?: string;
  /** What the rows are called; default: entries. */
  readonly words?: Pick<Copy['bulk'], 'delete' | 'deleted'>;
}

export function deleteMany<Type extends BulkType>({
  title,
  text,
  ...bulk
}: Bulk<Type>): MakeChange {
  const { operation, parameters = {}, subject } = bulk;
  return ({ copy }) => {
    const { counting, nothing, ...entries } = copy.bulk;
    const words = bulk.words ?? entries;
    return change<BulkType>({
      operation,
      parameters,
      danger: true,
      countOf: () => subject,
      words: (_, count) => ({
        title,
        text,
        submit: count.number === null ? counting : words.delete(count.text, count.number),
        done: words.deleted(count.text, count.number ?? 0),
        affected: count.number === 0 ? nothing : undefined,
      }),
    });
  };
}
