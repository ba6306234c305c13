// Types of seller API operations: context, handlers and results.
import type { z } from 'zod';
import type { SellerScope } from '@latchkey/protocol/seller-scopes.ts';
import type { SellerGroup, SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import type { RequestContext } from './call.ts';
import type { Within } from '../database/transact.ts';
import type { Database } from '../database/schema.ts';

/** The scope and label of a seller key (docs/protocol.md#seller-keys). */
export interface SellerKey {
  readonly scope: SellerScope;
  /** null: the application's own key. */
  readonly label: string | null;
}

export interface SellerCall extends RequestContext {
  readonly key: SellerKey;
  /**
   * Runs `work` after the commit, with a `db` outside the transaction; a rollback discards it. A
   * function that a retry passes again runs once.
   */
  readonly afterwards: (work: (db: Database) => Promise<void>) => void;
}

/** The context inside the transaction of a change, which ends with the audit row. */
export type SellerChange = Within<SellerCall>;

interface Done<Spec extends SellerSpec> {
  readonly ok: true;
  /** null: the specification's message applies. */
  readonly message: string | null;
  /** What `format=text` prints in place of the message. */
  readonly text: string | undefined;
  readonly fields: z.input<Spec['answer']>;
  /** Appended to the parameters in the audit row. */
  readonly audit?: string | undefined;
}

export interface Failed<Message extends string> {
  readonly ok: false;
  readonly message: Message;
  /** A sentence that is appended to the message. */
  readonly about?: string;
  /** Seconds until a retry of the valid request may succeed. */
  readonly retryAfter?: number;
}

type Result<Spec extends SellerSpec> = Done<Spec> | Failed<Spec['failures'][number]>;

type Run<Spec extends SellerSpec> = (
  call: Spec['changes'] extends null ? SellerCall : SellerChange,
  request: z.output<Spec['request']>,
) => Promise<Result<Spec>>;

/** For slow work such as hashing: `prepare` runs before the transaction; its result runs inside. */
export interface PreparedRun<Spec extends SellerSpec> {
  readonly prepare: (
    call: SellerCall,
    request: z.output<Spec['request']>,
  ) => Promise<Failed<Spec['failures'][number]> | ((call: SellerChange) => Promise<Result<Spec>>)>;
}

/** `db` is the transaction of this part, and `now` its start. */
export interface PartCall extends Pick<SellerChange, 'db' | 'application' | 'now'> {
  /** When the first part began, unix seconds. */
  readonly startedAt: number;
  /** What `begin` returned. */
  readonly subject: string;
}

/** The last key that was processed; null: the pass is complete. */
export interface Part {
  readonly upTo: string | null;
  readonly passed: number;
  readonly changed: number;
}

/** Processes at most `most` rows after the key `place`, which is '' at first. */
type Pass<Request> = (
  call: PartCall,
  request: Request,
  place: string,
  most: number,
) => Promise<Part>;

/**
 * A change of any number of rows, part by part (docs/protocol.md#fair-shares): other requests run
 * between the short transactions, and an interrupted change continues where it was. Its request
 * must be JSON.
 */
export interface LongRun<Spec extends SellerSpec> {
  /** Short requests and their handler. Default: all requests are long. */
  readonly otherwise?: {
    readonly when: (request: z.output<Spec['request']>) => boolean;
    readonly run: Run<Spec>;
  };
  /** Runs in the transaction of the first part. */
  readonly begin: (
    call: SellerChange,
    request: z.output<Spec['request']>,
  ) => Promise<Failed<Spec['failures'][number]> | { readonly subject: string }>;
  readonly passes: readonly Pass<z.output<Spec['request']>>[];
  /** May fail only if nothing was changed. */
  readonly end: (counts: Pick<Part, 'passed' | 'changed'>) => Result<Spec>;
}

/** Rolls back the transaction of a change; `refusal` is the answer. */
export class RolledBack extends Error {
  override readonly name = 'RolledBack';
  readonly refusal: ReturnType<typeof fail>;
  constructor(refusal: ReturnType<typeof fail>) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

export type SellerRuns<Group extends SellerGroup> = {
  readonly [Type in keyof Group]:
    | Run<Group[Type]>
    | PreparedRun<Group[Type]>
    | LongRun<Group[Type]>;
};

/** For long changes of a whole application. */
export const aboutAll = () => Promise.resolve({ subject: '' });

export function fail<const Message extends string>(
  message: Message,
  about?: string,
): Failed<Message> {
  return { ok: false, message, ...(about !== undefined && { about }) };
}

/** `message`: needed if the specification has none. `text`: what `format=text` prints instead. */
export function done<Fields extends object = Readonly<Record<string, never>>>(
  fields?: Fields,
  more: {
    readonly message?: string;
    readonly text?: string;
    readonly audit?: string | undefined;
  } = {},
) {
  const { message = null, text, audit } = more;
  // `Fields` is empty if there are none.
  return { ok: true as const, message, text, audit, fields: fields ?? ({} as Fields) };
}
