// Shared types, texts and schemas of the seller API (docs/protocol.md#seller-requests).
import { z } from 'zod';
import { maxDays, maxReason } from './limits.ts';
import { defaultTexts } from './reasons.ts';
import type { SellerNeed } from './seller-scopes.ts';

/** Kind of record that a parameter names. */
export type RecordKind =
  | 'user'
  | 'license'
  | 'account'
  | 'subscription'
  | 'channel'
  | 'variable'
  | 'user-variable';

export interface SellerSpec {
  readonly summary: string;
  /** Parameters in addition to `sellerkey`, `type`, `format` and `challenge` of every operation. */
  readonly request: z.ZodObject;
  /**
   * Parameters that name an existing record. The lookup ignores case (docs/protocol.md#names).
   * A `user-variable` must come after the parameter `user`.
   */
  readonly names?: Readonly<Record<string, RecordKind>>;
  /** Optional parameters that may be empty. All other empty parameters count as missing. */
  readonly mayBeEmpty?: readonly string[];
  /**
   * Maps the second name of a parameter, which other tools send, to its name. Different values under
   * both names are refused.
   */
  readonly also?: Readonly<Record<string, string>>;
  /**
   * Optional parameters that bots send as `null`, `undefined`, `NaN` or `None` if no option was
   * chosen. With such a value, in any case, the parameter counts as missing.
   */
  readonly mayBeUnset?: readonly string[];
  /** Fields in addition to `success` and `message`. */
  readonly answer: z.ZodObject;
  /** Message of a success, or null if the message is a value or depends on the request. */
  readonly message: string | null;
  /**
   * Messages of failures by code, in addition to `sellerTexts` and those about invalid parameters.
   * Details may follow a message. Messages never change, because other tools compare them.
   */
  readonly failures: Readonly<Record<string, string>>;
  /** The operation ignores `format=text`, because no single text represents its answer. */
  readonly json?: true;
  /** Scopes that may use the operation. `user=all` always needs `all`. */
  readonly scope: SellerNeed;
  /** Resellers may use it, for their own keys, customers and balance. */
  readonly resellers?: true;
  /**
   * Parameters that the audit log stores, or null if the operation is not logged.
   * SECURITY: the list must not include a parameter with a secret.
   */
  readonly changes: readonly string[] | null;
  /** The audit log records it although it changes nothing. */
  readonly isLookUp?: true;
  /**
   * Fields of the answer that are secrets. A repetition with the same `challenge` is refused instead
   * of answered with them.
   */
  readonly secrets?: readonly string[];
  /** Parameter with which the operation is idempotent anyway: a `challenge` is ignored. */
  readonly repeatedBy?: string;
  /** Logged parameters of which the audit log stores only the last four characters. */
  readonly masked?: readonly string[];
  /** No public client or server of this API family has the operation. */
  readonly isExtension?: true;
}

export type SellerGroup = Readonly<Record<string, SellerSpec>>;

/** Messages with which any operation can fail, by code. */
export const sellerTexts = {
  'seller-key-invalid': 'Invalid seller key',
  /** The scopes that the operation accepts follow this message. */
  'scope-missing': 'The scope of this seller key does not allow this operation',
  'address-not-allowed': 'The setting selleraddress does not allow your IP',
  'type-missing': 'Type not specified',
  'type-unknown': "Type doesn't exist",
  'rate-limited': "You've been rate limited, you're sending too many requests",
  overloaded: defaultTexts.overloaded,
  /** Only for bulk operations. The running operation and its progress follow this message. */
  'bulk-running': 'Another bulk operation is running. Try again when it is done',
  /** Only for bulk operations. The rows that it passed follow this message. */
  'bulk-cancelled': 'The operation was cancelled. What it has done stays',
  /** Only for changes with a `challenge`. */
  'challenge-used': 'The parameter "challenge" was already used for a different request',
  /** Only for changes with a `challenge`, if their answer is not stored. */
  'already-made': 'This change was already made. Its answer is not repeated',
  internal: 'Unhandled Error! Contact us if you need help',
  /** The seller who runs the service can fix these. */
  'disk-full': 'The disk of the service is full. Free some space on it',
  'database-unreachable': 'The service cannot reach its database. Check that the database runs',
  'read-only': 'The service cannot write its data. Check whether disk or database are read-only',
} as const;

/** Answer while a bulk operation runs: to a repeated request, or if the service is stopping. */
export const bulkRunningText = 'The operation is still running and continues automatically';

/** Progress of a running bulk operation: `rows` done, and its start `since` in unix seconds. */
export const bulkProgress = z.object({ rows: z.string(), since: z.string() });

/**
 * Rewrites a whole number without its fraction of zeros. JSON has one kind of numbers, so some
 * libraries write 1 as `1.0`. Other texts stay unchanged.
 */
export function wholeDigits(text: string): string {
  return /^-?[0-9]+\.0{1,15}$/.test(text) ? text.replace(/\..*/, '') : text;
}

/** Matches the words that programs send in place of a value they do not have. */
export const unsetWord = /^(null|undefined|nan|none)$/i;

/** Whole number from `min` to `max`, sent as text. */
export function wholeNumber(min: number, max: number) {
  return z
    .string()
    .overwrite(wholeDigits)
    .regex(/^-?[0-9]{1,15}$/)
    .transform(Number)
    .pipe(z.number().int().min(min).max(max));
}

const yes = ['1', 'true', 'yes'];
const no = ['0', 'false', 'no'];

/** `1`, `true` or `yes`, or `0`, `false` or `no`, in any case. Parses to 1 or 0. */
export const flag = z
  .string()
  .transform((text) => wholeDigits(text).toLowerCase())
  .pipe(z.enum([...yes, ...no]))
  .transform((text): 0 | 1 => (yes.includes(text) ? 1 : 0));

/** Days as text, up to 300 000, with up to 12 decimals for shops. Parses to whole seconds. */
export const daysAsSeconds = z
  .string()
  .regex(/^[0-9]{1,6}(\.[0-9]{1,12})?$/)
  .transform((days) => Math.round(Number(days) * 86_400))
  .pipe(
    z
      .number()
      .int()
      .min(0)
      .max(maxDays * 86_400),
  );

/** Fields that seller tools require but this service does not use. Their value is always empty. */
export function emptyFields<const Name extends string>(names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, z.literal('')])) as {
    readonly [Field in Name]: z.ZodLiteral<''>;
  }; // Object.fromEntries loses the names
}

/** Bounded text without lone surrogates or control characters, except line ends and tabs. */
export function freeText(max: number, min = 0) {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((text) => !/[\p{Cs}]|[^\P{Cc}\n\r\t]/u.test(text));
}

/** The reason of a ban or a refund. */
export const reasonText = freeText(maxReason);
