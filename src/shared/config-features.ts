// Schemas of the features in loader.config.json that sellers turn on or off.
import { z } from 'zod';
import { shortText } from '@latchkey/protocol/primitives.ts';

export const accounts = z.strictObject({
  redeem: z.boolean().default(true),
  register: z.boolean().default(true),
  /** Users can sign in with a key alone. An unused key then becomes a separate account. */
  keySignIn: z.boolean().default(false),
  /** Users can request an e-mail with a link for a new password. `links.forgot` replaces this. */
  forgot: z.boolean().default(true),
  /** Buyers can request the keys of their orders by e-mail. Needs a shop that the service knows. */
  lostKey: z.boolean().default(false),
  changeUsername: z.boolean().default(true),
  twoFactor: z.boolean().default(true),
  /** Whether an account is created with an e-mail address. */
  email: z.enum(['required', 'optional', 'off']).default('off'),
});

export const community = z.strictObject({
  /** The users who are signed in. */
  online: z.boolean().default(false),
  stats: z.boolean().default(false),
  /** The channel of the service in which users write to each other. */
  chatChannel: shortText.optional(),
});

/** The service stores values trimmed and in NFC, so other spellings would never match. */
const optionValue = shortText.refine(
  (text) => text === text.trim().normalize('NFC'),
  'must be NFC, without leading or trailing spaces',
);

const option = z.strictObject({
  /** The service stores the value as variable `option.<name>`; the program gets it as `<name>`. */
  name: z
    .string()
    .regex(
      /^[a-z][a-z0-9-]{0,29}$/,
      'must be 1 to 30 lower-case letters, digits and hyphens, a letter first',
    ),
  label: shortText,
  /** The first value is the default. */
  values: z
    .array(optionValue)
    .min(2, 'must name two values at least')
    .max(20, 'must name twenty values at most')
    .refine((values) => new Set(values).size === values.length, 'must name each value once'),
});

/** Users choose values in the settings on any computer; the launched program gets them. */
export const options = z
  .array(option)
  .max(10, 'must name ten options at most')
  .refine(
    (all) => new Set(all.map(({ name }) => name)).size === all.length,
    'must name each option once',
  );

/** The seller's webhook for moving an account to this computer. It must work without a sign-in. */
export const deviceRequest = z.strictObject({ webid: shortText });
