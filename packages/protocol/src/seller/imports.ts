// Seller API: imports of users and licenses of another service, many rows in one request
// (docs/moving.md). The rows are JSON, so that each can be refused alone.
import { z } from 'zod';
import { cappedDate } from '../dates.ts';
import { readFeatureValue } from '../features.ts';
import { maxComputers, maxFeatures, maxImportedRows, maxNote, settingBounds } from '../limits.ts';
import { hwid, newKeyText, password, username } from '../primitives.ts';
import { freeText, reasonText, type SellerGroup } from '../seller-spec.ts';
import { cleanText } from '../typed-text.ts';
import { maxDurationSeconds } from '../units.ts';
import { dryRunAnswer, dryRunRequest } from './dry-run.ts';
import { userFeature } from './features.ts';
import { grant, maxGrants } from './ledger.ts';
import { level, orderText } from './license-parameters.ts';
import { email, subscriptionName } from './user-parameters.ts';

/** Unix seconds. */
const date = z.number().int().min(0).max(999_999_999_999).transform(cappedDate);
const duration = z.number().int().min(1).max(maxDurationSeconds);

const importedSubscription = z
  .strictObject({
    subscription: subscriptionName,
    since: date.optional(),
    expiry: date.optional(),
    /** Time from the import on, instead of `expiry`. */
    seconds: duration.optional(),
    /** Time of a paused subscription. */
    timeleft: z.number().int().min(0).max(maxDurationSeconds).optional(),
    paused: z.boolean().default(false),
    grants: z.array(grant).max(maxGrants).optional(),
  })
  // A removed subscription has only its grants.
  .refine(({ expiry, seconds, timeleft, paused: isPaused, grants }) => {
    const { length } = [expiry, seconds, timeleft].filter((time) => time !== undefined);
    const hasOne = length === 1 || (length === 0 && grants !== undefined);
    return hasOne && isPaused === (timeleft !== undefined);
  });

const importedFeature = userFeature
  .strict()
  .partial({ kind: true, words: true, until: true })
  .transform(({ feature: name, value: text, kind, words = '', until = '' }, context) => {
    const value = readFeatureValue(text, kind);
    if (value === null) context.addIssue('no value of this kind');
    return { name, value: value ?? false, words, ...(until !== '' && { until: Number(until) }) };
  });

export const importedUser = z.strictObject({
  username,
  /** Without a hash and a password, nobody knows the password of the user. */
  passwordHash: z.string().max(300).optional(),
  password: password.optional(),
  email: email.optional(),
  hwids: z.array(hwid.min(1)).max(maxComputers).optional(),
  /** When the user may reset the computer. */
  cooldown: date.optional(),
  /** The reason of a ban; may be empty. */
  banned: reasonText.nullish(),
  subscriptions: z.array(importedSubscription).max(100).optional(),
  /** Features of this user alone, as `fetchallusers` lists them. Ended ones are left out. */
  features: z.array(importedFeature).max(maxFeatures).optional(),
});
export type ImportedUser = z.output<typeof importedUser>;

export const importedKey = z.strictObject({
  key: newKeyText,
  level: level.optional(),
  /** The time that the license gives. */
  expires: duration,
  status: z.enum(['Not Used', 'Used', 'Banned']).optional(),
  usedby: username.optional(),
  usedon: date.optional(),
  gendate: date.optional(),
  banned: reasonText.optional(),
  note: freeText(maxNote).optional(),
  genby: freeText(100).optional(),
  order: orderText.optional(),
});
export type ImportedKey = z.output<typeof importedKey>;

/** Why a row was not created. Sentences of the service follow these codes. */
const problemCode = z.enum([
  ...(['value-invalid', 'column-unknown', 'spelled-otherwise', 'differs', 'email-taken'] as const),
  ...(['username-too-short', 'username-reserved', 'password-hash-invalid'] as const),
  ...(['password-or-hash', 'subscription-unknown', 'subscription-twice'] as const),
  ...(['grants-too-short', 'level-unknown'] as const),
]);

const importedRow = z.object({
  /** `equal`: it exists with the same content. */
  state: z.enum(['created', 'equal', 'problem']),
  column: z.string().optional(),
  code: problemCode.optional(),
  reason: z.string().optional(),
  /** About the name of a created user, or the user of a created license. */
  warning: z.string().optional(),
});
export type ImportedRow = z.output<typeof importedRow>;
export type ImportProblemCode = z.output<typeof problemCode>;

/** What an import creates before these rows, so that its dry run finds it. */
const planned = z.strictObject({
  subscriptions: z
    .array(z.object({ name: subscriptionName, level }))
    .max(1000)
    .default([]),
  sharedemails: z.enum(['allow', 'refuse']).optional(),
  minusernamelength: z
    .number()
    .int()
    .min(settingBounds.minusernamelength[0])
    .max(settingBounds.minusernamelength[1])
    .optional(),
});
export type PlannedImport = z.output<typeof planned>;

/** Texts are cleaned as those of other requests are. */
function json<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text, (name, value: unknown) =>
          typeof value === 'string' && name !== 'password' ? cleanText(value) : value,
        ) as unknown;
      } catch {
        context.addIssue('not JSON');
        return z.NEVER;
      }
    })
    .pipe(schema);
}

export const importsApi = {
  importrows: {
    summary:
      'Imports up to 500 users or licenses. `rows` is a JSON list; [moving.md](moving.md#rows-of-an-import) describes its fields. Each row is created completely or not at all. The answer has the state of each row, in order: `created`, `equal` (it exists with the same content) or `problem`, with `column`, `code` and `reason`. Existing users and licenses never change, so an interrupted import can be repeated. With `dryrun=1`, the answer is the same and nothing is created; `planned` is JSON with the `subscriptions` and settings that the import creates first. It sends no webhooks.',
    request: z.object({
      kind: z.enum(['users', 'keys']),
      rows: json(z.array(z.unknown()).min(1).max(maxImportedRows)),
      planned: json(planned).optional(),
      ...dryRunRequest,
    }),
    answer: z.object({ rows: z.array(importedRow), ...dryRunAnswer }),
    message: 'Successfully imported rows',
    failures: {},
    json: true,
    scope: 'all',
    changes: ['kind'],
    isExtension: true,
  },
} as const satisfies SellerGroup;
