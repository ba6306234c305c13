// Parameters that several operations on users take.
import { z } from 'zod';
import { maxMailLength } from '../limits.ts';
import { shortText } from '../primitives.ts';

export const planName = shortText;

/** Empty: none. */
export const email = z
  .string()
  .trim()
  .max(maxMailLength)
  .refine((text) => text === '' || /^[^@\s\p{Cc}\p{Cs}]+@[^@\s\p{Cc}\p{Cs}]+$/u.test(text));

/** Days; what is wrong with them has texts of its own, so that it is looked at later. */
export const expiryText = z.string().max(40).default('');

export const expiryFailures = [
  'Expiry not set correctly, must be number of days',
  'Subscription expiry must be set in the future!',
] as const;
