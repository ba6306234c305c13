// Schemas for texts and numbers on the wire, shared by loader and service
// (docs/protocol.md#requests). No schema puts a value into an error, because values can be secrets.
import { z } from 'zod';
import {
  codeLength,
  emailPattern,
  maxEmailLength,
  maxNameLength,
  maxPasswordLength,
  maxComputerNameLength,
  forbiddenCharacters,
  recoveryAlphabet,
} from './limits.ts';
import { cleanText, compactCode, compactKey, oneLine, readRecoveryCode } from './typed-text.ts';
import type { Seconds, UnixSeconds } from './units.ts';

function trimmedText(max: number): z.ZodType<string, string> {
  return z
    .string()
    .max(max * 4)
    .transform(cleanText)
    .pipe(
      z
        .string()
        .min(1)
        .max(max)
        .refine((text) => !forbiddenCharacters.test(text)),
    );
}

/** 1 to 70 characters. Trimmed, then normalised to NFC. */
export const username = trimmedText(maxNameLength);
/** A new license key of 1 to 70 characters. Trimmed, then normalised to NFC. */
export const newKeyText = trimmedText(maxNameLength);
/**
 * A license key as people type it. The length limit applies to the key after cleaning. The service
 * stores keys as their seller wrote them, so it cleans keys when it compares them.
 */
export const keyText = trimmedText(maxNameLength * 4).refine((text) => {
  const { length } = compactKey(text);
  return length > 0 && length <= maxNameLength;
});
/** 1 to 1024 characters, never trimmed or normalised. */
export const password = z
  .string()
  .min(1)
  .max(maxPasswordLength)
  .refine((text) => !forbiddenCharacters.test(text));
/** An empty text means no e-mail. */
export const email = z
  .string()
  .trim()
  .max(maxEmailLength)
  .refine((text) => text === '' || emailPattern.test(text));
const codePattern = `[0-9]{${String(codeLength)}}|[${recoveryAlphabet}]{4}-[${recoveryAlphabet}]{4}`;

/**
 * A one-time code or a recovery code as people type it, with separators or digits of another script.
 * Parses to 6 ASCII digits, as text, because leading zeros count, or to `xxxx-xxxx`.
 */
export const code = z
  .string()
  .max(100)
  .transform((text) => readRecoveryCode(text) ?? compactCode(text))
  .pipe(z.string().regex(new RegExp(`^(?:${codePattern})$`)));
/** A recovery code as people type it. Parses to `xxxx-xxxx`. */
export const recoveryCode = z
  .string()
  .max(100)
  .transform((text) => readRecoveryCode(text) ?? '')
  .pipe(z.string().min(1));
/** Device id. The setting `minhwid` of the application decides the minimum length. */
export const hwid = z
  .string()
  .max(512)
  .refine((text) => !forbiddenCharacters.test(text));
/**
 * Name or system of a computer, for people. It is cleaned and cut to 60 characters, not refused,
 * because an unusual host name must not prevent a sign-in.
 */
export const computerText = z
  .string()
  .max(maxComputerNameLength * 4)
  .transform((text) => oneLine(text, maxComputerNameLength));
/** Name of an application, variable, channel or file. */
export const shortText = z
  .string()
  .min(1)
  .max(100)
  .refine((text) => !forbiddenCharacters.test(text));
export const ownerid = z.string().regex(/^[A-Za-z0-9]{10}$/);
export const sessionid = z.string().min(1).max(200);
/** 16 to 64 base64url characters. Our client sends 32 random bytes, which are 43 characters. */
export const challenge = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

/**
 * Ids of the one to three signing keys that a program trusts, separated by commas
 * (docs/protocol.md#signing-keys). An id is the first 16 hex characters of the SHA-256 of the raw
 * public key.
 */
export const keyIds = z
  .string()
  .regex(/^[0-9a-f]{16}(,[0-9a-f]{16}){0,2}$/)
  .transform((text): readonly string[] => text.split(','));

/** Unix seconds. Dates beyond the year 9999 are allowed. */
export const numericUnixSeconds = z
  .number()
  .refine(Number.isFinite)
  .transform((at) => at as unknown as UnixSeconds); // a number at run time

/** Unix seconds from servers that send text or a number. */
export const unixSeconds = z
  .union([z.number(), z.string().regex(/^-?[0-9]{1,15}(\.[0-9]+)?$/)])
  .transform(Number)
  .pipe(numericUnixSeconds);

/** A duration in seconds. */
export const durationSeconds = z.number().transform((seconds) => seconds as unknown as Seconds); // a number at run time

/** Text that may be missing or null. Parses to text or null. */
export const nullableText = z
  .string()
  .nullish()
  .transform((text) => text ?? null);
