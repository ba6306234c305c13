// Defines the types of the seller API's operations: context, handlers and results.
import type { z } from 'zod';
import type { FailureFacts } from '@latchkey/protocol/seller-failures.ts';
import type { SellerScope } from '@latchkey/protocol/seller-scopes.ts';
import type { SellerGroup, SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import type { RequestContext } from './call.ts';
import type { ShopBody } from './parameters.ts';
import type { InTransaction } from '../database/transact.ts';
import type { FollowUp } from './follow-ups.ts';
import type { AccountRow } from '../database/schema-people.ts';
import type { Transaction } from '../database/schema.ts';

/** A seller key, or a person who acts through an account (docs/protocol.md#seller-keys). */
export interface KnownKey {
  /** Empty for a reseller, who may only use the operations for resellers. */
  readonly scopes: readonly SellerScope[];
  /** Null for the application's own key. */
  readonly label: string | null;
  /** SHA-256, hex. Empty without a seller key. */
  readonly hash: string;
  /** Identifies the actor for `findActor`. */
  readonly actor: string;
  /** Null for a key that belongs to no account. */
  readonly account: ActingAccount | null;
}

export interface SellerKey extends KnownKey {
  /** The scope that permits this operation. */
  readonly scope: SellerScope;
}

export type ActingAccount = Pick<AccountRow, 'id' | 'username' | 'role' | 'scopes' | 'keyLevels'>;

export interface SellerCall extends RequestContext {
  readonly key: SellerKey;
  /** Null unless the request is for `add` (http/shop-body.ts). */
  readonly shopBody: ShopBody | null;
  /**
   * Runs `work` after the commit, with a `db` outside the transaction. A rollback discards it. A
   * retry may pass the same function again; it still runs only once.
   */
  readonly afterwards: (work: FollowUp) => void;
  /** Stores the result for a repetition, or the job that makes it. Runs last in the transaction. */
  readonly storeResult: (
    transaction: Transaction,
    result: SuccessfulResult | { readonly job: string },
  ) => Promise<void>;
}

/** The context inside the transaction of a change, which ends with the audit row. */
export type SellerChange = InTransaction<SellerCall>;

interface Done<Spec extends SellerSpec> {
  readonly ok: true;
  /** Null if the specification's message applies. */
  readonly message: string | null;
  /** The text for `format=text`, instead of the message. */
  readonly text: string | null | undefined;
  readonly fields: z.input<Spec['answer']>;
  /** Text that is appended to the parameters in the audit row. */
  readonly audit?: string | undefined;
  /** The HTTP status, if it is not 200. */
  readonly sentAs?: 302 | undefined;
}

/** A failure that the operation's specification lists, which has its message. */
export interface Failed<Code extends string> {
  readonly ok: false;
  readonly code: Code;
  /** A sentence that is appended to the message. */
  readonly detail?: string;
  /** Facts of the detail. */
  readonly facts?: FailureFacts;
  /** Seconds until a retry of the valid request may succeed. */
  readonly retryAfter?: number;
}

/** A code that the specification does not list is a type error. */
export type FailedOf<Spec extends SellerSpec> = Failed<keyof Spec['failures'] & string>;
type Result<Spec extends SellerSpec> = Done<Spec> | FailedOf<Spec>;
export type AnyResult = Result<SellerSpec>;
export type SuccessfulResult = Done<SellerSpec>;

type Handler<Spec extends SellerSpec> = (
  call: Spec['changes'] extends null ? SellerCall : SellerChange,
  request: z.output<Spec['request']>,
) => Promise<Result<Spec>>;

/**
 * A handler with slow work such as hashing. `prepare` runs before the transaction and returns the
 * function that runs inside it.
 */
export interface PreparedHandler<Spec extends SellerSpec> {
  readonly prepare: (
    call: SellerCall,
    request: z.output<Spec['request']>,
  ) => Promise<FailedOf<Spec> | ((call: SellerChange) => Promise<Result<Spec>>)>;
}

/** The context of one batch. `db` is its transaction, and `now` the start of that transaction. */
export interface BatchCall extends Pick<SellerChange, 'db' | 'application' | 'now'> {
  /** Unix seconds at which the first batch began. */
  readonly startedAt: number;
  /** The subject that `begin` returned. */
  readonly subject: string;
  readonly key: Pick<KnownKey, 'label'>;
}

/** The result of one batch. `lastPosition` is null if the pass is complete. */
export interface BatchResult {
  readonly lastPosition: string | null;
  readonly passed: number;
  readonly changed: number;
}

/** Processes at most `limit` rows after the key `position`, which is '' at first. */
type Pass<Request> = (
  call: BatchCall,
  request: Request,
  position: string,
  limit: number,
) => Promise<BatchResult>;

/**
 * A change of any number of rows, in batches (docs/protocol.md#fair-shares). Other requests run
 * between the short transactions, and an interrupted change continues where it stopped. The request
 * must be JSON.
 */
export interface BulkChange<Spec extends SellerSpec> {
  /** Handler of requests that need no batches. Without it, every request runs in batches. */
  readonly shortHandler?: {
    readonly when: (request: z.output<Spec['request']>) => boolean;
    readonly run: Handler<Spec>;
  };
  /** Runs in the transaction of the first batch. */
  readonly begin: (
    call: SellerChange,
    request: z.output<Spec['request']>,
  ) => Promise<FailedOf<Spec> | { readonly subject: string }>;
  readonly passes: readonly Pass<z.output<Spec['request']>>[];
  /** May fail only if nothing was changed. */
  readonly end: (counts: Pick<BatchResult, 'passed' | 'changed'>) => Result<Spec>;
}

/** Rolls back the transaction of a change: a refusal, or the result of a dry run. */
export class RolledBack extends Error {
  override readonly name = 'RolledBack';
  readonly result: AnyResult;
  constructor(result: AnyResult) {
    super(result.ok ? 'Dry run' : result.code);
    this.result = result;
  }
}

export type SellerHandlers<Group extends SellerGroup> = {
  readonly [Type in keyof Group]:
    | Handler<Group[Type]>
    | PreparedHandler<Group[Type]>
    | BulkChange<Group[Type]>;
};

/** The `begin` of bulk changes that apply to a whole application. */
export const beginForAll = () => Promise.resolve({ subject: '' });

export function fail<const Code extends string>(
  code: Code,
  detail?: string,
  facts: FailureFacts = {},
): Failed<Code> {
  return { ok: false, code, ...(detail !== undefined && { detail }), facts };
}

/**
 * Returns a success. `message` is required if the specification has none. `text` replaces it for
 * `format=text`.
 */
export function done<Fields extends object = Readonly<Record<string, never>>>(
  fields?: Fields,
  options: {
    readonly message?: string;
    /** The answer with `format=text`; null: JSON, whatever the format. */
    readonly text?: string | null;
    readonly audit?: string | undefined;
    readonly sentAs?: 302 | undefined;
  } = {},
) {
  const { message = null, text, audit, sentAs } = options;
  // Without `fields`, the type `Fields` is empty.
  return { ok: true as const, message, text, audit, sentAs, fields: fields ?? ({} as Fields) };
}
