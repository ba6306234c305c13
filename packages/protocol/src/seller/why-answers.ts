// What `why` answers (docs/helping.md#why-a-user-cannot-sign-in): the obstacles of a sign-in, each
// with its facts. Times are text in unix seconds.
import { z } from 'zod';

const time = z.string();
/** A computer that is bound to a user. */
export const boundComputer = z.object({
  /** As in the history. Never the device id. */
  id: z.string(),
  name: z.string(),
  system: z.string(),
  boundat: time,
  lastseen: time.nullable(),
  /** End of its offline pass, or null. */
  until: time.nullable(),
});

/** A computer that was removed and still runs offline, and whether it keeps its seat until then. */
export const removedComputer = z.object({ id: z.string(), until: time, held: z.boolean() });

/** A release that requires a feature which a user lacks. */
export const withheldRelease = z.object({
  version: z.string(),
  channel: z.string(),
  platform: z.string(),
  feature: z.string(),
});

export const whyAnswer = z.discriminatedUnion('code', [
  z.object({ code: z.literal('app-disabled') }),
  z.object({ code: z.literal('app-paused') }),
  z.object({ code: z.literal('device-id-invalid'), minhwid: z.string() }),
  z.object({
    code: z.literal('rate-limited'),
    until: time,
    /** What is limited: the address, this name, or refused sign-ins with the correct password. */
    limit: z.enum(['address', 'name', 'refused']),
  }),
  /** `nearest` has names that resemble the unknown one, only with the scope `all`. */
  z.object({ code: z.literal('user-unknown'), nearest: z.array(z.string()) }),
  z.object({
    code: z.literal('banned'),
    /** May be empty. */
    reason: z.string(),
    /** Null if the ban is older than the history. */
    since: time.nullable(),
    /** Label of the seller key; empty for the application's own key; null for the program. */
    by: z.string().nullable(),
    /** The license whose ban caused it, or null. */
    key: z.string().nullable(),
  }),
  z.object({ code: z.literal('blacklisted'), what: z.enum(['ip', 'computer']) }),
  z.object({
    code: z.literal('wrong-device'),
    /** Id and name of the computer of the attempt. Null and empty if they are not known. */
    device: z.string().nullable(),
    computer: z.string(),
    computers: z.array(boundComputer),
    /** Number of computers that the subscriptions allow. */
    allowed: z.number(),
  }),
  /** `until`: when a seat is free that a removed computer holds with its offline pass. */
  z.object({ code: z.literal('seat-held'), until: time }),
  z.object({
    code: z.literal('subscription-paused'),
    subscriptions: z.array(z.object({ subscription: z.string(), timeleft: z.number() })),
  }),
  /** `ended` is empty if the seller deleted the subscription. Latest end first. */
  z.object({
    code: z.literal('no-subscription'),
    ended: z.array(z.object({ subscription: z.string(), expiry: time })),
  }),
  z.object({ code: z.literal('never-redeemed') }),
  /** Not an obstacle for a user who has the authenticator app. */
  z.object({ code: z.literal('code-needed') }),
  z.object({ code: z.literal('codes-locked'), until: time }),
]);
export type WhyAnswer = z.output<typeof whyAnswer>;
export type WhyCode = WhyAnswer['code'];

/** Why a sign-in with the correct password is refused, with and without a one-time code. */
interface SignInReasons {
  readonly withoutCode: string;
  /** Null if a correct code removes the obstacle. */
  readonly withCode: string | null;
}

const same = (reason: string): SignInReasons => ({ withoutCode: reason, withCode: reason });

/** The reason of a refused sign-in for each obstacle. Some obstacles are more specific. */
export const reasonsOfWhy: Readonly<Record<WhyCode, SignInReasons>> = {
  'app-disabled': same('app-disabled'),
  'app-paused': same('app-paused'),
  'device-id-invalid': same('device-id-invalid'),
  'rate-limited': same('rate-limited'),
  'user-unknown': same('bad-credentials'),
  banned: same('banned'),
  blacklisted: same('blacklisted'),
  'wrong-device': same('wrong-device'),
  'seat-held': same('seat-held'),
  'subscription-paused': same('subscription-paused'),
  'no-subscription': same('no-subscription'),
  'never-redeemed': same('no-subscription'),
  'code-needed': { withoutCode: 'code-needed', withCode: null },
  'codes-locked': { withoutCode: 'code-needed', withCode: 'rate-limited' },
};

// The keys of a constant.
export const whyCodes = ['ok', ...(Object.keys(reasonsOfWhy) as WhyCode[])] as const;
