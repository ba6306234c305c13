// All failure reasons of the client API. The reasons that the loader never handles are declared
// here and not in reasons.ts, so that the loader does not ship their texts.
import { defaultTexts, type Reason } from './reasons.ts';

/**
 * ASCII text of each reason. Never change a text that clients of this API family compare
 * (docs/protocol.md#failure-reasons).
 */
export const otherTexts = {
  'program-altered': "This program hash does not match, make sure you're using latest version",
  'token-missing': 'Token Must Be Provided',
  'token-hash-missing': 'Hash Must Be Provided',
  'token-banned': 'The Token Has Been Blacklisted',
  'token-unknown': 'Token Invalid',
  'token-hash-differs': 'Token File Hashes Must Be The Same',
  'user-variable-unknown': 'Variable not found for user',
  'variable-not-set': 'Failed to set variable',
  'not-blacklisted': 'Client is not blacklisted',
  'file-unknown': 'File not Found',
  'file-broken': 'File no longer works, please notify the application developer.',
  'webhook-unknown': 'Webhook Not Found.',
  'webhook-failed': 'The webhook did not answer as expected.',
  'nobody-online': 'No online users found!',
  'two-factor-code-missing': 'Please provide the 2fa code to disable 2fa',
  'two-factor-bad-code': 'Invalid code please try again',
} as const;

export const allTexts = { ...defaultTexts, ...otherTexts } as const;
export type AnyReason = Reason | keyof typeof otherTexts;

/** These messages name the setting that causes the refusal. */
export const deviceIdMissingText = 'HWID is missing (setting forcehwid).';
export function deviceIdTooShortText(minLength: number): string {
  return `HWID is too short: at least ${minLength} characters (setting minhwid).`;
}
export const programAlteredText = `${otherTexts['program-altered']} (setting hashcheck)`;

/**
 * Maps a setting of the seller API to the reason whose text the setting replaces
 * (docs/protocol.md#seller-operations).
 */
export const textSettings = {
  disabledmsg: 'app-disabled',
  apppausedmsg: 'app-paused',
  usernametakenmsg: 'username-taken',
  licenseinvalidmsg: 'key-unknown',
  keytakenmsg: 'key-used',
  keybannedmsg: 'key-banned',
  nosubmsg: 'no-plan-for-level',
  userinvalidmsg: 'user-unknown',
  passinvalidmsg: 'bad-credentials',
  hwidmismatchmsg: 'wrong-device',
  noactivesubmsg: 'no-subscription',
  blackedmsg: 'blacklisted',
  bannedmsg: 'banned',
  pausedmsg: 'subscription-paused',
  hashcheckfailmsg: 'program-altered',
  tokeninvalidmsg: 'token-unknown',
  sessionunauthedmsg: 'not-signed-in',
  chatdelaymsg: 'chat-too-fast',
} as const satisfies Record<string, AnyReason>;

/**
 * Texts that a seller changed, by reason. `expired` (setting `expiredmsg`) replaces
 * `no-subscription` for users who had a subscription.
 */
export type CustomTexts = Partial<Record<AnyReason | 'expired', string>>;
