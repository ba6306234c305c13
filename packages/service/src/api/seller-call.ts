// What an operation of the seller API is given and what it may come to.
import type { z } from 'zod';
import type { SellerScope } from '@latchkey/protocol/seller-scopes.ts';
import type { SellerGroup, SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import type { RequestContext } from './call.ts';
import type { Within } from '../database/transact.ts';
import type { Database } from '../database/schema.ts';

/** What a seller key is (contract 0.18). */
export interface SellerKey {
  readonly scope: SellerScope;
  /** null: the application's own. */
  readonly label: string | null;
}

/** One request of the seller API. */
export interface SellerCall extends RequestContext {
  /** What it came with. */
  readonly key: SellerKey;
  /**
   * Runs work outside of the database after the commit, and not after a rollback; `db` is outside of the transaction. The same
   * function given twice, as by a transaction that is retried, runs once.
   */
  readonly afterwards: (work: (db: Database) => Promise<void>) => void;
}

/** A call inside the transaction of a change; the audit row is written in it. */
export type SellerChange = Within<SellerCall>;

interface Done<Spec extends SellerSpec> {
  readonly ok: true;
  /** null: the one of the specification. */
  readonly message: string | null;
  /** What `format=text` prints in place of the message. */
  readonly text: string | undefined;
  readonly fields: z.input<Spec['answer']>;
  /** What the audit row says beside the parameters. */
  readonly audit?: string | undefined;
}

export interface Failed<Message extends string> {
  readonly ok: false;
  readonly message: Message;
  /** A sentence that follows it. */
  readonly about?: string;
  /** Seconds after which it may be tried again: nothing is wrong with it. */
  readonly retryAfter?: number;
}

type Result<Spec extends SellerSpec> = Done<Spec> | Failed<Spec['failures'][number]>;

type Run<Spec extends SellerSpec> = (
  call: Spec['changes'] extends null ? SellerCall : SellerChange,
  request: z.output<Spec['request']>,
) => Promise<Result<Spec>>;

/**
 * For what is slow or lies outside of the database (hashing, a download): `prepare` runs before the transaction, outside of
 * it, and gives the request that `run` gets. Make one with `prepared`.
 */
export interface PreparedRun<Spec extends SellerSpec> {
  readonly prepare: (
    call: SellerCall,
    request: z.output<Spec['request']>,
  ) => Promise<Failed<Spec['failures'][number]> | ((call: SellerChange) => Promise<Result<Spec>>)>;
}

/** What one part of a long change is given: its own transaction, and the time it begins. */
export interface PartCall extends Pick<SellerChange, 'db' | 'application' | 'now'> {
  /** When the first part was begun, unix seconds. */
  readonly startedAt: number;
  /** What `begin` found. */
  readonly subject: string;
}

/** What was done of a pass: up to this key, null where nothing follows. */
export interface Part {
  readonly upTo: string | null;
  readonly passed: number;
  readonly changed: number;
}

/** At most `most` rows beyond the key `place`, '' at first. */
type Pass<Request> = (
  call: PartCall,
  request: Request,
  place: string,
  most: number,
) => Promise<Part>;

/**
 * For what changes any number of rows: part by part, each in a short transaction that notes how far it is (contract 0.21), so
 * that nobody waits for it, and whoever is interrupted goes on where it was. Its request must be JSON.
 */
export interface LongRun<Spec extends SellerSpec> {
  /** Whether it is long at all, and what runs where it is not; where nothing is said, it always is. */
  readonly otherwise?: {
    readonly when: (request: z.output<Spec['request']>) => boolean;
    readonly run: Run<Spec>;
  };
  /** In the transaction of the first part. What it finds goes along with every part. */
  readonly begin: (
    call: SellerChange,
    request: z.output<Spec['request']>,
  ) => Promise<Failed<Spec['failures'][number]> | { readonly subject: string }>;
  /** One after the other. */
  readonly passes: readonly Pass<z.output<Spec['request']>>[];
  /** A failure is one that changed nothing. */
  readonly end: (counts: Pick<Part, 'passed' | 'changed'>) => Result<Spec>;
}

/** Thrown inside a change to roll its transaction back; `refusal` is the answer. */
export class RolledBack extends Error {
  override readonly name = 'RolledBack';
  readonly refusal: ReturnType<typeof fail>;
  constructor(refusal: ReturnType<typeof fail>) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** What runs each operation of a group. */
export type SellerRuns<Group extends SellerGroup> = {
  readonly [Type in keyof Group]:
    | Run<Group[Type]>
    | PreparedRun<Group[Type]>
    | LongRun<Group[Type]>;
};

/** Of a long change that is about the application alone. */
export const aboutAll = () => Promise.resolve({ subject: '' });

export function fail<const Message extends string>(
  message: Message,
  about?: string,
): Failed<Message> {
  return { ok: false, message, ...(about !== undefined && { about }) };
}

/**
 * A success. Without fields: nothing but its message. `more.message`: where the specification has none; `more.text`: what
 * `format=text` prints in its place.
 */
export function done<Fields extends object = Readonly<Record<string, never>>>(
  fields?: Fields,
  more: {
    readonly message?: string;
    readonly text?: string;
    readonly audit?: string | undefined;
  } = {},
) {
  const { message = null, text, audit } = more;
  return { ok: true as const, message, text, audit, fields: fields ?? ({} as Fields) }; // none is what it means then
}
