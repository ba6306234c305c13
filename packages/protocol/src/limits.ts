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
/** How long after the request of its user an account is deleted. */
export const deletionSeconds = 7 * 86_400;
/** Days for which a subscription works after its end. */
export const maxGraceDays = 30;
/** Most days of a trial. */
export const maxTrialDays = 365;
/** Trials that one network can start in a day, so that it cannot make any number of accounts. */
export const trialsPerDay = 3;
/** How long the service knows that a computer had a trial. */
export const trialMemorySeconds = 730 * 86_400;
/** Most features of a subscription, and of a user. */
export const maxFeatures = 64;
/** Longest name of a feature. */
export const maxFeatureName = 32;
/**
 * Names of features, which programs compare.
 * SECURITY: in JavaScript, every object has a `constructor`, so every user would have that feature.
 */
export const featureNamePattern = new RegExp(
  `^(?!constructor$)[a-z][a-z0-9_-]{0,${maxFeatureName - 1}}$`,
);
/** Highest number of a feature. Every language represents it exactly. */
export const maxFeatureNumber = 999_999_999_999_999;
/** Longest text of a feature, in UTF-16 units. */
export const maxFeatureText = 64;
/** Longest words that users read about a feature, in UTF-16 units. */
export const maxFeatureWords = 60;
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
/** Shortest password of a person who works for a seller. */
export const minPersonPasswordLength = 10;
/** Longest reason of a ban, in UTF-16 units. */
export const maxReason = 99;
/** Longest note of a license, in UTF-16 units. */
export const maxNote = 69;
/** Longest order of licenses, in UTF-16 units. */
export const maxOrder = 200;
/** Longest order that is made in parts, because each part adds its number. */
export const maxOrderInParts = 180;
/** Most licenses that the service creates in one request. */
export const maxKeysPerRequest = 100;
/** Most licenses that one request can name. */
export const maxListedKeys = 500;
/** Most rows of one request of an import. */
export const maxImportedRows = 500;
/** Most days that one request can give or take. They are 821 years. */
export const maxDays = 300_000;
/** Longest value of a variable of the application, in UTF-16 units. */
export const maxVariableLength = 1000;
/** Longest text of a seller that users read instead of the usual one, in UTF-16 units. */
export const maxOwnTextLength = 100;
/** Most seconds between two messages of a user: 30 days. */
export const maxChatDelay = 2_592_000;
/** Most releases that `prunereleases` can keep. */
export const maxKeptReleases = 1000;

/** The least and the most of settings that are whole numbers. */
export const settingBounds = {
  /** Seconds, at most 10 years. */
  cooldown: [0, 315_360_000],
  /** Seconds, from a minute to 30 days. */
  sessionexpiry: [60, 2_592_000],
  sessionlimit: [0, 100],
  /** At most a week. */
  offlinehours: [0, 168],
  resets: [0, 31],
  minhwid: [1, 512],
  minusernamelength: [1, maxNameLength],
  historydays: [0, 36_500],
  logdays: [0, 36_500],
  auditdays: [0, 36_500],
} as const;
