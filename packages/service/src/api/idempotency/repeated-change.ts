// Makes a change of the seller API idempotent (docs/protocol.md#repeated-changes). Its result is
// stored in its own transaction, so a repetition has no effect.
import { createHmac } from 'node:crypto';
import { challenge } from '@latchkey/protocol/primitives.ts';
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { openText, sealText } from '../../secrets/at-rest.ts';
import type { Database, Transaction } from '../../database/schema.ts';
import type { ParameterRefusal } from '../../outcome.ts';
import { refuseParameter } from '../parameters.ts';
import type { SellerCall, SuccessfulResult } from '../seller-call.ts';
import { claim, DuplicateRequest, expiryOf, settleOutcome, type RequestKey } from './claims.ts';

/** Seconds for which a result is replayed. */
const storedSeconds = 86_400;

/** The stored result of a change, the job that makes it, or null if the result was secret. */
export type StoredChange = SuccessfulResult | { readonly job: string } | null;

/** An earlier request with the same challenge. */
type Earlier =
  | { readonly isSame: false }
  | { readonly isSame: true; readonly stored: StoredChange };

export class RepeatedChange {
  readonly #key: RequestKey;
  readonly #sealingKey: Uint8Array;
  readonly #secrets: readonly string[];
  readonly #now: number;

  constructor(key: RequestKey, sealingKey: Uint8Array, secrets: readonly string[], now: number) {
    this.#key = key;
    this.#sealingKey = sealingKey;
    this.#secrets = secrets;
    this.#now = now;
  }

  async findEarlier(db: Database): Promise<Earlier | null> {
    const row = await db
      .selectFrom('repeats')
      .select(['content', 'outcome'])
      .where('request', '=', this.#key.request)
      .where('expiresAt', '>', this.#now)
      .where('expiresAt', '<=', expiryOf(storedSeconds, this.#now).maxExpiresAt)
      .executeTakeFirst();
    if (row === undefined) return null;
    if (row.content !== this.#key.content) return { isSame: false };
    await settleOutcome(db, this.#key);
    const text = openText(this.#sealingKey, this.#key.request, row.outcome ?? '');
    if (text === null) throw new Error('A stored result cannot be read');
    return { isSame: true, stored: JSON.parse(text) as StoredChange }; // sealed by `store` alone
  }

  /** Stores the result in the transaction of the change. Throws DuplicateRequest if one is stored. */
  async store(transaction: Transaction, result: SuccessfulResult | { job: string }): Promise<void> {
    const isSecret =
      'fields' in result && this.#secrets.some((name) => Object.hasOwn(result.fields, name));
    const text = JSON.stringify(isSecret ? null : result);
    const claimed = await claim(transaction, {
      ...this.#key,
      claim: '',
      now: this.#now,
      claimedUntil: this.#now,
      outcome: sealText(this.#sealingKey, this.#key.request, text),
      ...expiryOf(storedSeconds, this.#now),
    });
    if (claimed.length === 0) throw new DuplicateRequest();
  }
}

/**
 * Returns null for a request without a challenge, a reading, and a request that is idempotent by
 * another parameter.
 * SECURITY: the hashes are keyed, because some parameters are passwords.
 */
export function repeatedChangeOf(
  { secret, application, key, now }: Pick<SellerCall, 'secret' | 'application' | 'key' | 'now'>,
  type: string,
  { changes, isLookUp, repeatedBy, secrets = [] }: SellerSpec,
  sent: ReadonlyMap<string, string>,
): RepeatedChange | ParameterRefusal | null {
  const text = sent.get('challenge');
  if (text === undefined || changes === null || isLookUp === true) return null;
  if (repeatedBy !== undefined && (sent.get(repeatedBy) ?? '') !== '') return null;
  if (!challenge.safeParse(text).success) return refuseParameter('challenge', 'invalid');
  const hashKey = secret.deriveKey('repeated changes');
  const hash = (fields: unknown) =>
    createHmac('sha256', hashKey).update(JSON.stringify(fields)).digest('hex');
  const parameters = [...sent].filter(([name]) => name !== 'sellerkey' && name !== 'format');
  const repeatKey: RequestKey = {
    request: hash([application.id, key.actor, text]),
    content: hash([type, parameters.sort(([one], [other]) => (one < other ? -1 : 1))]),
  };
  return new RepeatedChange(repeatKey, secret.deriveKey('kept outcomes'), secrets, now);
}
