// What one operation of the seller API is (contract 7): request, answer, texts, and what a change leaves in the audit log.
// The loader never speaks it: it needs the seller's key.
import { z } from 'zod';
import { defaultTexts } from './reasons.ts';
import type { SellerNeed } from './seller-scopes.ts';

/** What a parameter names. */
export type NamedThing =
  | 'user'
  | 'license'
  | 'subscription'
  | 'channel'
  | 'variable'
  | 'user-variable';

export interface SellerSpec {
  readonly summary: string;
  /** Beside `sellerkey`, `type` and `format`, which all of them take. */
  readonly request: z.ZodObject;
  /**
   * Parameters that name what is there already, in whatever case (contract 0.19); the name of a new thing is none. A
   * `user-variable` comes after the parameter `user`.
   */
  readonly names?: Readonly<Record<string, NamedThing>>;
  /** Parameters that may be left out, and yet an empty text in them says something. In all others it is as if they were not there. */
  readonly empties?: readonly string[];
  /** Second name of a parameter, which other tools send -> ours. Where both say different things, it is given twice. */
  readonly also?: Readonly<Record<string, string>>;
  /** Beside `success` and `message`. */
  readonly answer: z.ZodObject;
  /** The message of a success; null: it is a value, or differs. */
  readonly message: string | null;
  /** The messages of its failures beside `sellerTexts` and those of parameters that do not fit; some are followed by what is meant. */
  readonly failures: readonly string[];
  /** `format=text` is not read: its answer has no text that says it. */
  readonly json?: true;
  /** Which seller keys may do it; `user=all` always needs `all`. */
  readonly scope: SellerNeed;
  /** null: it changes nothing, and nobody need know. Else the parameters that the audit log keeps. SECURITY: never one that holds a secret. */
  readonly changes: readonly string[] | null;
  /** Those of `changes` that are secrets: the audit log keeps the last four characters of each. */
  readonly masked?: readonly string[];
  /** Not evidenced by public clients or servers of this API family: our own, in the style of its neighbours. */
  readonly own?: true;
}

export type SellerGroup = Readonly<Record<string, SellerSpec>>;

/** Messages that any operation may answer. */
export const sellerTexts = {
  invalidKey: 'Invalid seller key',
  /** Followed by the scopes that are enough. */
  scope: 'This seller key may not do that',
  wrongAddress: 'This seller key may not be used from your address',
  typeMissing: 'Type not specified',
  typeUnknown: "Type doesn't exist",
  rateLimited: "You've been rate limited, you're sending too many requests",
  overloaded: defaultTexts.overloaded,
  /** Of a change to everything of a kind; followed by which one is under way, and how far it is. */
  busy: 'Another change of everything is under way: try again when it is done',
  fault: 'Unhandled Error! Contact us if you need help',
} as const;

/** The message of a success that is not done yet, followed by how many rows are: it was asked for again meanwhile, or the service ends. */
export const underWayText = 'It is under way, and goes on by itself';

/** Beside the fields of an operation that goes part by part, where it is under way still: rows so far, and since when, unix seconds. */
export const underWay = z.object({ rows: z.string(), since: z.string() });

/** Numbers that come as text; whole, from `min` to `max`. */
export function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^-?[0-9]{1,15}$/)
    .transform(Number)
    .pipe(z.number().int().min(min).max(max));
}

const yes = ['1', 'true', 'yes'];
const no = ['0', 'false', 'no'];

/** `1` or `0`; also `true`, `false`, `yes` and `no`, in any case. */
export const flag = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(z.enum([...yes, ...no]))
  .transform((text): 0 | 1 => (yes.includes(text) ? 1 : 0));

/** Days as text, up to 12 decimals, as shops divide; comes out as whole seconds. Up to 300 000 days. */
export const daysAsSeconds = z
  .string()
  .regex(/^[0-9]{1,6}(\.[0-9]{1,12})?$/)
  .transform((days) => Math.round(Number(days) * 86_400))
  .pipe(
    z
      .number()
      .int()
      .min(0)
      .max(300_000 * 86_400),
  );

/** Fields that tools of sellers read and that say nothing here: empty texts. */
export function nothing<const Name extends string>(names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, z.literal('')])) as {
    readonly [Field in Name]: z.ZodLiteral<''>;
  }; // made from exactly these names
}

/** Bounded text; line ends and tabs are allowed, no other control characters and no lone surrogates. */
export function freeText(max: number, min = 0) {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((text) => !/[\p{Cs}]|[^\P{Cc}\n\r\t]/u.test(text));
}
