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
