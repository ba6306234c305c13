// Seller API: parameters shared by operations on users.
import { z } from 'zod';
import { maxEmailLength } from '../limits.ts';
import { shortText } from '../primitives.ts';

export const subscriptionName = shortText;

/** An empty text means no e-mail. */
export const email = z
  .string()
  .trim()
  .max(maxEmailLength)
  .refine((text) => text === '' || /^[^@\s\p{Cc}\p{Cs}]+@[^@\s\p{Cc}\p{Cs}]+$/u.test(text));

/** A number of days. The operation validates it, to answer with messages that clients know. */
export const expiryText = z.string().max(40).default('');

export const expiryFailures = {
  'days-invalid': 'Expiry not set correctly, must be number of days',
  'days-not-positive': 'Subscription expiry must be set in the future!',
} as const;
