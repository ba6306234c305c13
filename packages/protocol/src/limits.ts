// Length limits of inputs, for schemas and form fields. Does not import zod, to keep the loader's
// page small.

/** Longest user name and license key, in UTF-16 units, as in other services of this API family. */
export const maxNameLength = 70;
/** Longest password, in UTF-16 units. The loader refuses longer ones before it sends them. */
export const maxPasswordLength = 1024;
/** Number of digits in a one-time code. */
export const codeLength = 6;
/** Number of characters of a recovery code, without its dash. */
export const recoveryCodeLength = 8;
/** Number of codes in a set of recovery codes. */
export const recoveryCodeCount = 10;
/** Digits of recovery codes: base32 without letters that look like others (Crockford). */
export const recoveryAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/** Largest input of a bridge call, in bytes of JSON. The largest legitimate input is a password. */
export const maxCallBytes = 64 * 1024;

/** Control characters and lone surrogates, which no name, key or password may contain. */
export const forbiddenCharacters = /[\p{Cc}\p{Cs}]/u;

/** Longest name and system of a computer, in UTF-16 units. */
export const maxComputerNameLength = 60;
/** Longest handle of a computer or session in a request. */
export const maxHandleLength = 100;
/** Most computers that a subscription can allow. */
export const maxComputers = 100;
/** Longest message in a chat, in UTF-16 units (docs/protocol.md#chats). */
export const maxMessageLength = 2000;
/** Longest e-mail (RFC 5321). */
export const maxEmailLength = 254;
/** Requires one @ and no characters that break a mail header. The mail server checks the rest. */
export const emailPattern = /^[^@\s\p{Cc}\p{Cs}<>(),;:"\\]+@[^@\s\p{Cc}\p{Cs}<>(),;:"\\]+$/u;
/** Longest pasted text that is searched for a key, in UTF-16 units. */
export const maxPastedLength = 4000;
/** Minimum characters of a search by a part of a key or device id. Fewer match too many rows. */
export const minSecretSearch = 4;
/** Longest reason of a ban, in UTF-16 units. */
export const maxReason = 99;
/** Longest note of a license, in UTF-16 units. */
export const maxNote = 69;
