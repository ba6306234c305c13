// Failure reasons that the loader handles (docs/protocol.md#failure-reasons): stable names and
// default texts, which sellers may change. The loader decides by the name of the reason, and by the
// text only if an answer has no reason.

/** ASCII text of each reason. Never correct typing errors, because clients compare these texts. */
export const defaultTexts = {
  'bad-credentials': 'Invalid username or password.',
  'code-needed': '2FA code required.',
  'bad-code': 'Invalid 2FA code.',
  'rate-limited': "You've been rate limited, you're sending too many requests",
  overloaded: 'The service is busy, try again in a moment',
  'key-unknown': 'Invalid license key',
  'key-used': 'License key has already been used',
  'key-banned': 'Your license is banned',
  'user-unknown': 'Invalid username',
  'no-plan-for-level':
    'There is no subscription created for your key level. Contact application developer.',
  'no-subscription': 'No active subscription(s) found',
  'subscription-paused': "Your subscription is paused and can't be used right now",
  'wrong-device': "HWID doesn't match. Ask for a HWID reset",
  'device-id-invalid': 'HWID is missing or too short.',
  banned: 'The user is banned',
  blacklisted: "You've been blacklisted from our application",
  'app-paused': 'Application is currently paused, please wait for the developer to say otherwise.',
  'app-disabled': 'This application is disabled',
  'app-unknown': 'KeyAuth_Invalid',
  'update-required': 'invalidver',
  'session-gone': 'Session not found. Use latest code. You can only have app opened 1 at a time.',
  'not-signed-in': 'Session is not validated',
  'variable-unknown': 'Variable not found.',
  'variable-read-only': 'Variable is read only',
  'username-taken': 'Username already taken, choose a different one',
  'username-too-short': 'Username too short, try longer one.',
  'username-reserved': 'This username is reserved, choose a different one',
  'email-taken': 'This e-mail is already used by another account',
  'trial-used': 'This computer has already had a free trial',
  'trial-limit': 'No more free trials can be started from this network today',
  'forgot-user-unknown': 'No user found with that username!',
  'email-missing':
    'Email address not provided during register, ask developer to edit your account and change email.',
  'email-wrong': "Email address doesn't match!",
  'mail-unavailable': 'This service cannot send mail. Contact application developer.',
  'new-username-taken': 'Username already used!',
  'two-factor-on': '2fa is already enabled on this account',
  'two-factor-off': '2fa is not enabled on this account',
  'two-factor-expired': '2fa session has expired',
  'recovery-expired': 'No new recovery codes to confirm. Make new ones.',
  'session-unknown': 'The user has no other session with this id.',
  'ticket-unknown': 'Ticket not found. Sign in again.',
  'computer-unknown': 'Computer not found.',
  'no-resets-left': 'No computer can be removed until some time has passed.',
  'seat-held': 'A removed computer keeps its seat until its offline pass ends.',
  'channel-unknown': 'Chat channel not found',
  'chat-too-fast': "Chat slower, you've hit the delay limit",
  'chat-muted': "You're muted from chat",
  'message-blank': "Message can't be blank",
  'message-too-long': 'Message too long!',
  'type-unknown': 'The value inputted for type paramater was not found',
  'bad-request': 'The request is not valid.',
  internal: 'Internal error.',
} as const;

export type Reason = keyof typeof defaultTexts;

export const reasons = Object.keys(defaultTexts) as readonly Reason[]; // Object.keys loses the literal types

export function isReason(text: string): text is Reason {
  return Object.hasOwn(defaultTexts, text);
}

/**
 * Texts that no seller can change (docs/protocol.md#fixed-texts). Clients match `session-gone` by
 * its prefix.
 */
export const protocolTexts = {
  initialized: 'Initialized',
  upgraded: 'Upgraded successfully',
  sessionValid: 'Session is validated.',
  sessionGonePrefix: 'Session not found.',
  appUnknown: 'KeyAuth_Invalid',
  versionRefused: 'invalidver',
  codeNeeded: '2FA code required.',
} as const;
