// What sellers may turn on or off in loader.config.json beside the program itself.
import { z } from 'zod';
import { shortText } from '@latchkey/protocol/primitives.ts';

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
  /** The channel of the service in which users write to each other. */
  chatChannel: shortText.optional(),
});

/** As the service keeps it: it trims, and composes. */
const optionValue = shortText.refine(
  (text) => text === text.trim().normalize('NFC'),
  'must have no space around it, and composed letters',
);

const option = z.strictObject({
  /** Kept as the variable `option.<name>` of the account, and handed to the program under this name. */
  name: z
    .string()
    .regex(
      /^[a-z][a-z0-9-]{0,29}$/,
      'must be 1 to 30 lower-case letters, digits and hyphens, a letter first',
    ),
  label: shortText,
  /** What can be chosen; the first one counts until somebody has chosen. */
  values: z
    .array(optionValue)
    .min(2, 'must name two values at least')
    .max(20, 'must name twenty values at most')
    .refine((values) => new Set(values).size === values.length, 'must name each value once'),
});

/** What users choose on the account screen, on whichever computer; the program gets it at its launch. */
export const options = z
  .array(option)
  .max(10, 'must name ten options at most')
  .refine(
    (all) => new Set(all.map(({ name }) => name)).size === all.length,
    'must name each option once',
  );

/** Where the account belongs to another computer: the seller's webhook that hears of it. It must need no sign-in. */
export const deviceRequest = z.strictObject({ webid: shortText });
