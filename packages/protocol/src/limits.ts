// How long things may be, once each: schemas, fields and words use these. Free of zod, so that the page can hold it.

/** Longest user name and license key, in UTF-16 units: the columns of the API family are 70 wide. */
export const maxNameLength = 70;
/** Longest password, in UTF-16 units; more is refused before it is sent. */
export const maxPasswordLength = 1024;
/** Digits of a one-time code. */
export const codeLength = 6;
/** Most bytes of JSON that one call of the bridge may bring; the largest honest input is a password. */
export const maxCallBytes = 64 * 1024;

/** Control characters and lone surrogates: never part of a name, key or password. */
export const unfit = /[\p{Cc}\p{Cs}]/u;

/** Longest message in a chat, in UTF-16 units (contract 1.12). */
export const maxMessageLength = 2000;
/** Longest mail address (RFC 5321). */
export const maxMailLength = 254;
/** What is before and after the one @ is up to the mail server. */
export const mailForm = /^[^@\s\p{Cc}\p{Cs}<>(),;:"\\]+@[^@\s\p{Cc}\p{Cs}<>(),;:"\\]+$/u;
/** Longest text that a key is looked for in, in UTF-16 units. */
export const maxPastedLength = 4000;
