// The answer of `add`: the created licenses, or those of an existing order.
import { done, type SellerChange } from '../../api/seller-call.ts';

const lineEnd = '\r\n';

interface AnswerDetails {
  readonly order: string | undefined;
  readonly isRepeated?: true;
  /** The order exists, and one of its licenses is banned. */
  readonly isRefunded?: boolean;
  readonly warning?: string | undefined;
  readonly audit?: string | undefined;
}

export function createdAnswer(
  { application }: SellerChange,
  created: readonly string[],
  { order, isRepeated, isRefunded, warning, audit }: AnswerDetails,
) {
  // Sorted, so that a repeated order gets the same answer.
  const keys = order === undefined ? [...created] : created.toSorted();
  const [first] = keys;
  const more = {
    ...(order !== undefined && { order, repeated: isRepeated === true }),
    ...(isRefunded === true && { refunded: true as const }),
    ...(warning !== undefined && { warning }),
  };
  // A shop that asks for text would deliver banned keys, so a refunded order is answered as JSON.
  const text = isRefunded === true ? null : keys.join(lineEnd);
  const sentAs = application.severalKeysStatus === '302' ? 302 : undefined;
  const auditText =
    isRepeated === true ? (isRefunded === true ? 'repeated refunded' : 'repeated') : audit;
  return first !== undefined && keys.length === 1
    ? done(
        { key: first, ...more },
        { message: 'License Successfully Generated', text, audit: auditText },
      )
    : done(
        { keys, ...more },
        { message: 'Licenses successfully generated', text, audit: auditText, sentAs },
      );
}
