// What sellers may turn on or off in loader.config.json beside the program itself.
import { z } from 'zod';
import { shortText } from './wire/primitives.ts';

export const accounts = z.strictObject({
  /** Redeeming a key on an account. */
  redeem: z.boolean().default(true),
  /** Creating an account with a key. */
  register: z.boolean().default(true),
  /** Signing in with a key alone; a fresh key becomes an account of its own. */
  keySignIn: z.boolean().default(false),
  /** A mail for a new password; `links.forgot` takes its place. */
  forgot: z.boolean().default(true),
  changeUsername: z.boolean().default(true),
  /** Turning two-step sign-in on and off. */
  twoFactor: z.boolean().default(true),
  /** Whether an account is created with a mail address. */
  email: z.enum(['required', 'optional', 'off']).default('off'),
});

/** What users are shown of each other. */
export const community = z.strictObject({
  /** Who is signed in. */
  online: z.boolean().default(false),
  /** How many users and keys there are. */
  stats: z.boolean().default(false),
});

/** Where the account belongs to another computer: the seller's webhook that hears of it. It must need no sign-in. */
export const deviceRequest = z.strictObject({ webid: shortText });
