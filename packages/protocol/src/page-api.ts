// Operations of the customers' page (docs/page.md): those of the client API that it may use, and its
// own ones.
import { z } from 'zod';
import type { ClientType } from './client-spec.ts';
import { maxHandleLength } from './limits.ts';

/** The name of a page in its URL. */
export const pageName = z.string().regex(/^[a-z0-9-]{3,40}$/);
/** Files of all pages are below this name, so no page has it. */
export const assetsName = 'assets';

/** How long after a sign-in whole keys are shown. */
export const confirmedSeconds = 300;

/** Codes of failures with their messages, in addition to the reasons of the client API. */
export const pageTexts = {
  'cross-site': 'Only the page can send this request.',
  'https-needed': 'The page needs https, except on this machine.',
  'page-unknown': 'There is no page with this name.',
  'signed-out': 'Sign in first.',
  'other-person': 'Another user has signed in. Load the page again.',
  'password-needed': 'Sign in again first.',
} as const;
export type PageFailure = keyof typeof pageTexts;

interface Forwarded {
  /** `nothing` creates no session; `sign-in` needs a signed-in one. */
  readonly needs: 'nothing' | 'sign-in';
  /** Others are refused. */
  readonly parameters: readonly string[];
  /** A success signs the browser in. */
  readonly signsIn?: true;
}

/**
 * Operations of the client API that the page may use. The service adds the application, the session
 * and, for `upgrade`, the user. `username` of `login` is a name or an e-mail.
 */
export const forwarded = {
  login: { needs: 'nothing', parameters: ['username', 'pass', 'code'], signsIn: true },
  license: { needs: 'nothing', parameters: ['key', 'code'], signsIn: true },
  forgot: { needs: 'nothing', parameters: ['username', 'email'] },
  lostkey: { needs: 'nothing', parameters: ['email'] },
  upgrade: { needs: 'sign-in', parameters: ['key', 'challenge'] },
  renamecomputer: { needs: 'sign-in', parameters: ['id', 'computer', 'challenge'] },
  endsession: { needs: 'sign-in', parameters: ['id', 'all', 'challenge'] },
  changepassword: { needs: 'sign-in', parameters: ['pass', 'newpass', 'code', 'challenge'] },
} as const satisfies { readonly [Type in ClientType]?: Forwarded };
export type ForwardedType = keyof typeof forwarded;

const seconds = z.number();

/** What the signed-in user owns. Times are unix seconds. */
const owned = z.object({
  /** Names the user in `x-latchkey-as`. */
  id: z.string(),
  /** Masked if it is a license key. */
  name: z.string(),
  isKey: z.boolean(),
  hasSecondFactor: z.boolean(),
  subscriptions: z.array(
    z.object({
      name: z.string(),
      /** The end; null while it is paused. */
      until: seconds.nullable(),
      state: z.enum(['running', 'paused', 'ended']),
    }),
  ),
  /** Keys that the user redeemed, newest first, as their last characters. At most 100. */
  keys: z.array(
    z.object({
      key: z.string(),
      state: z.enum(['used', 'banned']),
      redeemedAt: seconds.nullable(),
    }),
  ),
  /** Missing if computers are not limited. */
  computers: z
    .object({
      allowed: z.number(),
      /** `until`: the end of its offline pass. */
      list: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          system: z.string(),
          lastSeen: seconds.nullable(),
          until: seconds.optional(),
        }),
      ),
      /** Ends of passes of removed computers whose seats are not free yet. */
      held: z.array(seconds),
      /** Missing if users cannot remove computers. */
      resets: z.object({ left: z.number(), next: seconds.nullable() }).optional(),
    })
    .optional(),
  /** Missing if users cannot list their sessions. */
  sessions: z
    .array(
      z.object({
        id: z.string(),
        computer: z.string(),
        system: z.string(),
        version: z.string().nullable(),
        since: seconds.nullable(),
        lastSeen: seconds.nullable(),
        current: z.boolean(),
      }),
    )
    .optional(),
  /** Changes of the account, newest first. */
  events: z.array(
    z.object({ event: z.string(), at: seconds, computer: z.string(), by: z.string() }),
  ),
  canChangePassword: z.boolean(),
});

interface PageSpec {
  readonly summary: string;
  /** `confirmed`: a sign-in of the last five minutes. */
  readonly needs: 'nothing' | 'sign-in' | 'confirmed';
  readonly request: z.ZodObject;
  /** Fields in addition to `success`. */
  readonly answer: z.ZodObject;
}

/** The page's own operations. */
export const pageApi = {
  about: {
    summary: 'Returns whose page it is, and what works without a sign-in.',
    needs: 'nothing',
    request: z.strictObject({}),
    answer: z.object({
      application: z.string(),
      /** The URL of "Renew", or null. */
      renew: z.string().nullable(),
      /** Whether the service sends mail, which `forgot` and `lostkey` need. */
      hasMail: z.boolean(),
    }),
  },
  me: {
    summary: 'Returns what the signed-in user owns.',
    needs: 'sign-in',
    request: z.strictObject({}),
    answer: owned,
  },
  keys: {
    summary: 'Returns the whole keys of the signed-in user, in the order of `me`.',
    needs: 'confirmed',
    request: z.strictObject({}),
    answer: z.object({ keys: z.array(z.string()) }),
  },
  removecomputer: {
    summary:
      'Removes a computer of the signed-in user. `until` is the end of its offline pass, if its seat is free only then.',
    needs: 'sign-in',
    request: z.strictObject({ id: z.string().min(1).max(maxHandleLength) }),
    answer: z.object({ until: seconds.nullable() }),
  },
  signout: {
    summary: 'Ends this session of the page.',
    needs: 'nothing',
    request: z.strictObject({}),
    answer: z.object({}),
  },
} as const satisfies Readonly<Record<string, PageSpec>>;

export type PageType = keyof typeof pageApi;
export type PageAnswer<Type extends PageType> = z.output<(typeof pageApi)[Type]['answer']>;

export function isPageType(type: string): type is PageType {
  return Object.hasOwn(pageApi, type);
}

export function isForwarded(type: string): type is ForwardedType {
  return Object.hasOwn(forwarded, type);
}
