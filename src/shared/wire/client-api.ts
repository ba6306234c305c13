// The operations of the client API, one request and one success schema each: the service checks requests with them, the
// loader builds requests and reads answers with them. Tolerant in what servers vary, strict in what comes out.
import { z } from 'zod';
import { lapsed } from './envelope.ts';
import {
  challenge,
  code,
  hwid,
  keyText,
  maybeText,
  ownerid,
  password,
  sessionid,
  shortText,
  unixSeconds,
  username,
} from './primitives.ts';

/** Beside the operation's own parameters; every one of them is text in a query or a form. */
export const common = { name: shortText, ownerid, challenge: challenge.optional() };
export const inSession = { ...common, sessionid };

const maybeSeconds = unixSeconds
  .nullish()
  .transform((at) => at ?? null)
  .catch(null);

/** `expiry` comes as text or number; `timeleft` is ignored: it is recomputed from `expiry`. */
const subscription = z.object({
  subscription: z.string(),
  expiry: unixSeconds.nullish().transform((seconds) => seconds ?? null),
  level: z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .transform((level) => level ?? null),
  /** Ours: when it began (contract 0.9). */
  since: maybeSeconds,
});

/** Some servers send one object in place of a list (contract 2.1). */
const subscriptions = z.union([
  z.array(subscription),
  subscription.transform((single) => [single]),
]);

/** Who is signed in and what they own (contract 2.1). What is missing of what is ours (0.9) is unknown. */
export const info = z.object({
  username: z.string(),
  subscriptions,
  ip: maybeText.catch(null),
  hwid: maybeText.catch(null),
  createdate: maybeSeconds,
  lastlogin: maybeSeconds,
  /** Ours: those that have ended or are paused. */
  lapsed: z.array(lapsed).optional().catch(undefined),
  /** Ours: whether two-step sign-in is on. */
  twofactor: z.boolean().optional().catch(undefined),
  /** Ours: when the device that signed in was bound; null: it is not. Only where a sign-in is answered. */
  boundAt: unixSeconds.nullable().optional().catch(undefined),
});
export type Info = z.infer<typeof info>;

/** What a redeem added (contract 0.9). `before`: when it would have ended without this key, where one was running. */
const redeemed = z.object({
  subscription: z.string(),
  level: z.union([z.string(), z.number().transform(String)]),
  seconds: z.number(),
  until: maybeSeconds,
  before: maybeSeconds,
});

/** The signed-in version of the program is taken until `by` (unix seconds) only. */
const update = z.object({ version: z.string(), download: z.string(), by: z.number() });

export const success = { success: z.literal(true), message: z.string().catch('') };

export const clientApi = {
  init: {
    request: z.object({
      ...common,
      ver: z.string().max(50).optional(),
      hash: z.string().max(64).optional(),
    }),
    success: z.object({ ...success, sessionid }),
  },
  login: {
    request: z.object({
      ...inSession,
      username,
      pass: password,
      hwid: hwid.optional(),
      code: code.optional(),
    }),
    success: z.object({ ...success, info }),
  },
  upgrade: {
    request: z.object({ ...inSession, username, key: keyText }),
    success: z.object({
      ...success,
      redeemed: redeemed
        .nullish()
        .transform((given) => given ?? null)
        .catch(null),
      expiry: maybeSeconds,
    }),
  },
  var: {
    request: z.object({ ...inSession, varid: shortText }),
    /** The value is in `message`. */
    success: z.object({ success: z.literal(true), message: z.string() }),
  },
  check: {
    request: z.object(inSession),
    success: z.object({
      ...success,
      info: info
        .nullish()
        .transform((given) => given ?? null)
        .catch(null),
      update: update.optional().catch(undefined),
    }),
  },
  logout: {
    request: z.object(inSession),
    success: z.object(success),
  },
} as const;
