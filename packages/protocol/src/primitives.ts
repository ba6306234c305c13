// The texts and numbers of the wire, checked the same way in the loader and in the service (contract 0.1).
// Schemas here take text from outside; none of them puts the value into an error.
import { z } from 'zod';
import {
  codeLength,
  mailForm,
  maxMailLength,
  maxNameLength,
  maxPasswordLength,
  unfit,
} from './limits.ts';
import type { Seconds, UnixSeconds } from './units.ts';

function outerTrimmed(max: number): z.ZodType<string, string> {
  return z
    .string()
    .max(max * 4)
    .transform((text) => text.trim().normalize('NFC'))
    .pipe(
      z
        .string()
        .min(1)
        .max(max)
        .refine((text) => !unfit.test(text)),
    );
}

/** 1 to 70 characters; outer white space removed, then NFC. */
export const username = outerTrimmed(maxNameLength);
/** A license key: 1 to 70 characters; outer white space removed, then NFC. */
export const keyText = outerTrimmed(maxNameLength);
/** 1 to 1024 characters, never trimmed or normalised. */
export const password = z
  .string()
  .min(1)
  .max(maxPasswordLength)
  .refine((text) => !unfit.test(text));
/** Empty: none. */
export const email = z
  .string()
  .trim()
  .max(maxMailLength)
  .refine((text) => text === '' || mailForm.test(text));
/** A one-time code: 6 ASCII digits; leading zeros count, so it is text. */
export const code = z.string().regex(new RegExp(`^[0-9]{${String(codeLength)}}$`));
/** Device id. The service's own minimum length is an application setting. */
export const hwid = z
  .string()
  .max(512)
  .refine((text) => !unfit.test(text));
/** Names of applications, variables and the like. */
export const shortText = z
  .string()
  .min(1)
  .max(100)
  .refine((text) => !unfit.test(text));
export const ownerid = z.string().regex(/^[A-Za-z0-9]{10}$/);
export const sessionid = z.string().min(1).max(200);
/** 32 random bytes in base64url from our client; the service takes 16 to 64 such characters. */
export const challenge = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

/**
 * The signing keys that a program knows, by their ids: one to three, joined by commas (contract 0.17). An id is the first 16 hex
 * characters of the SHA-256 of the raw public key.
 */
export const keyIds = z
  .string()
  .regex(/^[0-9a-f]{16}(,[0-9a-f]{16}){0,2}$/)
  .transform((text): readonly string[] => text.split(','));

/** Unix seconds. Far dates are allowed. */
export const numberOfUnixSeconds = z
  .number()
  .refine(Number.isFinite)
  .transform((at) => at as unknown as UnixSeconds); // just parsed as such

/** The same, from servers that send them as text or as a number. */
export const unixSeconds = z
  .union([z.number(), z.string().regex(/^-?[0-9]{1,15}(\.[0-9]+)?$/)])
  .transform(Number)
  .pipe(numberOfUnixSeconds);

/** A length of time. */
export const someSeconds = z.number().transform((seconds) => seconds as unknown as Seconds); // just parsed as such

/** Text that may be missing or null; comes out as text or null. */
export const maybeText = z
  .string()
  .nullish()
  .transform((text) => text ?? null);
