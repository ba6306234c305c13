// Operations of the sellers' desk: sign-in, sessions, second factor and invitations. All other
// operations of the desk are those of the seller API, with the parameter `application`.
import { z } from 'zod';
import { minPersonPasswordLength } from './limits.ts';
import { password, shortText, username } from './primitives.ts';

/** How long the password counts as entered: after a sign-in, and after `confirm`. */
export const confirmedSeconds = 300;
/** The header that every request of the page has, with the value `1`. */
export const deskHeader = 'x-latchkey';
/**
 * The header with whom the page shows: the id of the person and, for operations of the seller API,
 * a slash and the id of the application. Only `me` works without it.
 */
export const shownHeader = 'x-latchkey-as';
/** The header with the part of the session id that is not in the cookie, over plain http. */
export const sessionHeader = 'x-latchkey-session';

/** Codes of failures with their messages. */
export const deskTexts = {
  'cross-site': 'Only the page of the desk can send this request.',
  'https-needed': 'The desk needs https, except on this machine.',
  'signed-out': 'Sign in first.',
  'other-person': 'The page shows another person or application. Load it again.',
  'password-needed': 'Enter your password again.',
  'application-unknown': 'You have no access to an application with this name.',
  'bad-request': 'The request is not valid.',
  'wrong-password': 'Owner id, name or password is wrong.',
  'code-needed': 'Enter a code of your second factor.',
  'bad-code': 'The code is wrong or was already used.',
  'rate-limited': 'Too many requests. Try again later.',
  overloaded: 'The service is busy. Try again soon.',
  internal: 'The service has a fault.',
  'session-unknown': 'This session has ended.',
  'second-factor-on': 'The second factor is already on.',
  'second-factor-off': 'The second factor is off.',
  'offer-expired': 'The offer has expired. Start again.',
  'invitation-over': 'The invitation was used, replaced or has expired.',
  'owner-needed': 'Only an owner can create applications.',
  'application-exists': 'You have an application with this name already.',
  'password-short': `A password has at least ${minPersonPasswordLength} characters.`,
} as const;
export type DeskFailure = keyof typeof deskTexts;

/** Failures of every operation of the desk, also of those of the seller API. */
export const commonDeskFailures = [
  ...(['cross-site', 'https-needed', 'bad-request'] as const),
  ...(['rate-limited', 'overloaded', 'internal'] as const),
] as const satisfies readonly DeskFailure[];

export interface DeskSpec {
  readonly summary: string;
  /** `confirmed`: a session in which the password was entered in the last five minutes. */
  readonly needs: 'nothing' | 'session' | 'confirmed';
  readonly request: z.ZodObject;
  /** Fields in addition to `success`. */
  readonly answer: z.ZodObject;
  /** In addition to `commonDeskFailures`, and to those of a session by `needs`. */
  readonly failures: readonly DeskFailure[];
}

/** A one-time code or a recovery code, as people type it. */
const code = z.string().min(1).max(100);
const token = z.string().min(1).max(200);

/** The signed-in person. */
export const me = z.object({
  id: z.string(),
  ownerid: z.string(),
  name: z.string(),
  isOwner: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Sorted by name. */
  applications: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      role: z.enum(['owner', 'manager', 'reseller']),
      /** The name of the account, which can differ in case from the person's. Empty of an owner. */
      account: z.string(),
      /** `all` of an owner; empty of a reseller. */
      scopes: z.array(z.string()),
      /** The levels of a reseller. */
      levels: z.array(z.string()),
    }),
  ),
  /** The version of the service. */
  version: z.string(),
});
export type Me = z.infer<typeof me>;

const checkFailures = ['wrong-password', 'code-needed', 'bad-code'] as const;

export const deskApi = {
  signin: {
    summary: 'Signs a person in. The session is in a cookie, and always a new one.',
    needs: 'nothing',
    request: z.strictObject({
      ownerid: shortText,
      name: username,
      password,
      code: code.optional(),
    }),
    answer: me,
    failures: checkFailures,
  },
  signout: {
    summary: 'Ends the session.',
    needs: 'session',
    request: z.strictObject({}),
    answer: z.object({}),
    failures: [],
  },
  me: {
    summary: 'Returns the signed-in person.',
    needs: 'session',
    request: z.strictObject({}),
    answer: me,
    failures: [],
  },
  confirm: {
    summary: 'Checks the password again, for five minutes of dangerous operations.',
    needs: 'session',
    request: z.strictObject({ password }),
    answer: z.object({}),
    failures: ['wrong-password'],
  },
  sessions: {
    summary: 'Lists the running sessions of the person, newest first.',
    needs: 'session',
    request: z.strictObject({}),
    answer: z.object({
      sessions: z.array(
        z.object({
          handle: z.string(),
          /** The network of an IPv6 address. */
          ip: z.string(),
          /** What the browser calls itself. */
          agent: z.string(),
          /** Unix seconds. */
          createdAt: z.number(),
          lastSeenAt: z.number(),
          isCurrent: z.boolean(),
        }),
      ),
    }),
    failures: [],
  },
  endsession: {
    summary: 'Ends one session of the person.',
    needs: 'session',
    request: z.strictObject({ handle: shortText }),
    answer: z.object({}),
    failures: ['session-unknown'],
  },
  offersecondfactor: {
    summary: 'Returns a secret for an authenticator app, which is valid for five minutes.',
    needs: 'confirmed',
    request: z.strictObject({}),
    answer: z.object({
      /** Base32. Shown only once. */
      secret: z.string(),
      /** The URL that a QR code shows. */
      url: z.string(),
    }),
    failures: ['second-factor-on'],
  },
  confirmsecondfactor: {
    summary: 'Turns the second factor on with a first code. Returns ten recovery codes.',
    needs: 'confirmed',
    request: z.strictObject({ code }),
    /** Shown only once. */
    answer: z.object({ recoveryCodes: z.array(z.string()) }),
    failures: ['second-factor-on', 'offer-expired', 'bad-code'],
  },
  endsecondfactor: {
    summary: 'Turns the second factor off with a code.',
    needs: 'confirmed',
    request: z.strictObject({ code }),
    answer: z.object({}),
    failures: ['second-factor-off', 'bad-code'],
  },
  changepassword: {
    summary: 'Changes the password. Ends all other sessions, and replaces the id of this one.',
    needs: 'session',
    request: z.strictObject({ password, newPassword: password, code: code.optional() }),
    answer: z.object({}),
    failures: [...checkFailures, 'password-short'],
  },
  createapplication: {
    summary: 'Creates an application of the owner, with a first subscription of level 1.',
    needs: 'confirmed',
    request: z.strictObject({ name: shortText, subscription: shortText }),
    answer: z.object({
      name: z.string(),
      ownerid: z.string(),
      /** The public signing key, 64 hex characters. */
      publicKey: z.string(),
      /** Shown only once. */
      sellerkey: z.string(),
    }),
    failures: ['owner-needed', 'application-exists'],
  },
  invitation: {
    summary: 'Returns what an invitation is for.',
    needs: 'nothing',
    request: z.strictObject({ token }),
    answer: z.object({
      ownerid: z.string(),
      name: z.string(),
      /** null for an invitation that resets a person. */
      application: z.string().nullable(),
      /** The person proves a password of another application, and chooses none. */
      needsPassword: z.boolean(),
    }),
    failures: ['invitation-over'],
  },
  acceptinvitation: {
    summary: 'Accepts an invitation. It is not a sign-in.',
    needs: 'nothing',
    request: z.strictObject({ token, password, code: code.optional() }),
    answer: z.object({ ownerid: z.string(), name: z.string() }),
    failures: ['invitation-over', 'password-short', ...checkFailures],
  },
} as const satisfies Readonly<Record<string, DeskSpec>>;

export type DeskType = keyof typeof deskApi;
export type DeskRequest<Type extends DeskType> = z.output<(typeof deskApi)[Type]['request']>;
export type DeskAnswer<Type extends DeskType> = z.output<(typeof deskApi)[Type]['answer']>;

export function isDeskType(type: string): type is DeskType {
  return Object.hasOwn(deskApi, type);
}
