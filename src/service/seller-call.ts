// What an operation of the seller API is given and what it may come to.
import type { z } from 'zod';
import type { SellerScope } from '../shared/wire/seller-scopes.ts';
import type { SellerGroup, SellerSpec } from '../shared/wire/seller-spec.ts';
import type { Parts } from './call.ts';
import type { Passwords } from './secrets/passwords.ts';
import type { ApplicationRow, Database } from './database/schema.ts';

/** What a seller key is (contract 0.18). */
export interface SellerKey {
  readonly scope: SellerScope;
  /** null: the application's own. */
  readonly label: string | null;
}

/** `db` is a transaction wherever the operation changes something; the audit row is written in it. */
export interface SellerCall extends Parts {
  readonly application: ApplicationRow;
  /** What it came with. */
  readonly key: SellerKey;
  /** Its share of hashing. */
  readonly passwords: Passwords;
  /** Unix seconds. */
  readonly now: number;
  readonly ip: string;
  /**
   * For what lies outside of the database and must wait until the change is in it; gets the database without a transaction.
   * Not run where the change is undone. The same function given twice, as by a transaction that runs again, runs once.
   */
  readonly afterwards: (work: (db: Database) => Promise<void>) => void;
}

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

interface Failed<Message extends string> {
  readonly ok: false;
  readonly message: Message;
  /** A sentence that follows it. */
  readonly about?: string;
}

type Result<Spec extends SellerSpec> = Done<Spec> | Failed<Spec['failures'][number]>;

type Run<Spec extends SellerSpec> = (
  call: SellerCall,
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
  ) => Promise<Failed<Spec['failures'][number]> | ((call: SellerCall) => Promise<Result<Spec>>)>;
}

/** What runs each operation of a group. */
export type SellerRuns<Group extends SellerGroup> = {
  readonly [Type in keyof Group]: Run<Group[Type]> | PreparedRun<Group[Type]>;
};

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
