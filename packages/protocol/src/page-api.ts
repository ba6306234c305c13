// Operations of the customers' page (docs/page.md): those of the client API that it may use, and its
// own ones.
import { z } from 'zod';
import type { ClientType } from './client-spec.ts';
import { maxHandleLength } from './limits.ts';
import { download, owned, seconds } from './page-owned.ts';
import { code, email, password, recoveryCode } from './primitives.ts';
import { button } from './seller/buttons.ts';

/** The name of a page in its URL. */
export const pageName = z.string().regex(/^[a-z0-9-]{3,40}$/);
/** Files of all pages are below this name, so no page has it. */
export const assetsName = 'assets';

/** How long after a sign-in the operations with `needs: 'confirmed'` are allowed. */
export const confirmedSeconds = 300;

/** Codes of failures with their messages, in addition to the reasons of the client API. */
export const pageTexts = {
  'cross-site': 'Only the page can send this request.',
  'https-needed': 'The page needs https, except on this machine.',
  'page-unknown': 'There is no page with this name.',
  'signed-out': 'Sign in first.',
  'other-person': 'Another user has signed in. Load the page again.',
  'password-needed': 'Sign in again first.',
  'name-unreadable': 'Programs cannot read this user name from the page.',
  'name-is-key': 'The user name is a license key, which the page gives to no program.',
} as const;
export type PageFailure = keyof typeof pageTexts;

interface Forwarded {
  /** `nothing` creates no session; `confirmed` needs a sign-in of the last five minutes. */
  readonly needs: 'nothing' | 'sign-in' | 'confirmed';
  /** Others are refused. */
  readonly parameters: readonly string[];
  /** Fields of a success that the page gets. */
  readonly answer?: readonly string[];
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
  register: { needs: 'nothing', parameters: ['username', 'pass', 'key', 'email'], signsIn: true },
  forgot: { needs: 'nothing', parameters: ['username', 'email'] },
  lostkey: { needs: 'nothing', parameters: ['email'] },
  upgrade: { needs: 'sign-in', parameters: ['key', 'challenge'], answer: ['redeemed'] },
  renamecomputer: { needs: 'sign-in', parameters: ['id', 'computer', 'challenge'] },
  endsession: { needs: 'sign-in', parameters: ['id', 'all', 'challenge'] },
  changepassword: { needs: 'sign-in', parameters: ['pass', 'newpass', 'code', 'challenge'] },
  '2faenable': {
    needs: 'confirmed',
    parameters: ['code', 'recovery', 'challenge'],
    answer: ['2fa', 'codes'],
  },
  '2fadisable': { needs: 'sign-in', parameters: ['pass', 'code', 'challenge'] },
  newrecoverycodes: {
    needs: 'sign-in',
    parameters: ['pass', 'code', 'confirm', 'challenge'],
    answer: ['codes', 'recovery'],
  },
} as const satisfies { readonly [Type in ClientType]?: Forwarded };
export type ForwardedType = keyof typeof forwarded;

const newEmail = email.refine((text) => text !== '');

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
  downloads: {
    summary:
      'Returns the newest package of the loader for each system. The URLs work for ten minutes.',
    needs: 'sign-in',
    request: z.strictObject({}),
    answer: z.object({ downloads: z.array(download) }),
  },
  programtoken: {
    summary:
      'Returns a token with which a program signs the user in, once and within 60 seconds, and the buttons of the program.',
    needs: 'confirmed',
    request: z.strictObject({}),
    answer: z.object({ user: z.string(), token: z.string(), buttons: z.array(button) }),
  },
  exportme: {
    summary:
      'Returns what `exportuser` of the seller API returns, without data that may be about others.',
    needs: 'confirmed',
    request: z.strictObject({}),
    answer: z.object({ person: z.record(z.string(), z.unknown()).nullable() }),
  },
  deleteme: {
    summary: 'Deletes the account of the signed-in user in seven days.',
    needs: 'confirmed',
    request: z.strictObject({}),
    answer: z.object({ deletesAt: seconds }),
  },
  keepme: {
    summary: 'Takes the request of `deleteme` back.',
    needs: 'sign-in',
    request: z.strictObject({}),
    answer: z.object({}),
  },
  confirm: {
    summary:
      'Signs the signed-in user in again, with a new cookie. `pass` is the key of an account that is a key.',
    needs: 'sign-in',
    request: z.strictObject({ pass: password, code: code.optional() }),
    answer: z.object({}),
  },
  changeemail: {
    summary: 'Mails a code to a new e-mail. The answer is the same for an e-mail that is taken.',
    needs: 'confirmed',
    request: z.strictObject({ email: newEmail }),
    answer: z.object({}),
  },
  confirmemail: {
    summary: 'Stores the new e-mail of the signed-in user. `code` is the one of the mail.',
    needs: 'sign-in',
    request: z.strictObject({ email: newEmail, code: recoveryCode }),
    answer: z.object({}),
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
export type PageRequest<Type extends PageType> = z.output<(typeof pageApi)[Type]['request']>;
export type PageAnswer<Type extends PageType> = z.output<(typeof pageApi)[Type]['answer']>;

export function isPageType(type: string): type is PageType {
  return Object.hasOwn(pageApi, type);
}

export function isForwarded(type: string): type is ForwardedType {
  return Object.hasOwn(forwarded, type);
}
