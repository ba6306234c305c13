// Every failure that there is, with the places where it can be met. A code without a row does not compile.
import { dayMs, failureOf, longSellerText, nowMs } from '../screens/samples.ts';
import { plain, type FailureTable } from './failure-table.ts';
import { programFailures } from './program-failures.ts';

const minute = 60_000;

export const failureTable: FailureTable = {
  'invalid-input': plain(
    failureOf({ code: 'invalid-input', fields: ['username', 'password'] }),
    'sign-in',
  ),
  busy: plain(failureOf({ code: 'busy' }), 'sign-in'),
  'out-of-order': plain(failureOf({ code: 'out-of-order' }), 'sign-in', 'kept'),
  cancelled: plain(failureOf({ code: 'cancelled' }), 'sign-in', 'redeem'),
  'bad-credentials': [
    {
      failure: failureOf({ code: 'bad-credentials', triesLeft: 2, retryAt: null }),
      at: ['sign-in'],
    },
    {
      failure: failureOf({ code: 'bad-credentials', triesLeft: 0, retryAt: nowMs + 15 * minute }),
      at: ['sign-in'],
    },
    ...plain(
      failureOf({ code: 'bad-credentials', triesLeft: null, retryAt: null }),
      'sign-in',
      'kept',
    ),
  ],
  'code-needed': plain(failureOf({ code: 'code-needed' }), 'sign-in'),
  'bad-code': [
    {
      failure: failureOf({
        code: 'bad-code',
        failures: 1,
        clockOffsetMs: null,
        triesLeft: null,
        retryAt: null,
      }),
      at: ['code'],
    },
    {
      failure: failureOf({
        code: 'bad-code',
        failures: 2,
        clockOffsetMs: 900,
        triesLeft: 1,
        retryAt: null,
      }),
      at: ['code'],
    },
    {
      failure: failureOf({
        code: 'bad-code',
        failures: 3,
        clockOffsetMs: -4 * minute,
        triesLeft: null,
        retryAt: null,
      }),
      at: ['code'],
    },
  ],
  'rate-limited': plain(
    failureOf({ code: 'rate-limited', retryAt: nowMs + 14.5 * minute }),
    'sign-in',
    'kept',
    'code',
    'redeem',
    'screen',
  ),
  'key-unknown': plain(failureOf({ code: 'key-unknown' }), 'redeem'),
  'key-used': [
    {
      failure: failureOf({
        code: 'key-used',
        usedByYou: true,
        expiresAt: nowMs + 113 * dayMs,
        afterLostAnswer: false,
      }),
      at: ['redeem'],
    },
    {
      failure: failureOf({
        code: 'key-used',
        usedByYou: false,
        expiresAt: null,
        afterLostAnswer: true,
      }),
      at: ['redeem'],
    },
    {
      failure: failureOf({
        code: 'key-used',
        usedByYou: false,
        expiresAt: null,
        afterLostAnswer: false,
      }),
      at: ['redeem'],
    },
  ],
  'key-banned': plain(failureOf({ code: 'key-banned' }), 'redeem'),
  'user-unknown': plain(failureOf({ code: 'user-unknown' }), 'redeem'),
  'username-taken': plain(failureOf({ code: 'username-taken' }), 'register'),
  'username-too-short': plain(failureOf({ code: 'username-too-short' }), 'register'),
  'username-reserved': plain(failureOf({ code: 'username-reserved' }), 'register'),
  'new-username-taken': plain(failureOf({ code: 'new-username-taken' }), 'new-name'),
  'forgot-user-unknown': plain(failureOf({ code: 'forgot-user-unknown' }), 'forgot'),
  'email-missing': plain(failureOf({ code: 'email-missing' }), 'forgot'),
  'email-wrong': plain(failureOf({ code: 'email-wrong' }), 'forgot'),
  'mail-unavailable': plain(failureOf({ code: 'mail-unavailable' }), 'forgot'),
  'two-factor-on': plain(failureOf({ code: 'two-factor-on' }), 'offer', 'turn-on'),
  'two-factor-off': plain(failureOf({ code: 'two-factor-off' }), 'turn-off'),
  'two-factor-expired': plain(failureOf({ code: 'two-factor-expired' }), 'turn-on'),
  'two-factor-unproven': [
    ...plain(failureOf({ code: 'two-factor-unproven', turning: 'on' }), 'turn-on'),
    ...plain(failureOf({ code: 'two-factor-unproven', turning: 'off' }), 'turn-off'),
  ],
  'two-factor-unchanged': [
    ...plain(failureOf({ code: 'two-factor-unchanged', turning: 'on' }), 'turn-on'),
    ...plain(failureOf({ code: 'two-factor-unchanged', turning: 'off' }), 'turn-off'),
  ],
  'no-plan-for-level': plain(failureOf({ code: 'no-plan-for-level' }), 'redeem'),
  'no-subscription': plain(failureOf({ code: 'no-subscription' }), 'launch'),
  'subscription-paused': plain(failureOf({ code: 'subscription-paused' }), 'launch'),
  'wrong-device': plain(failureOf({ code: 'wrong-device' }), 'launch'),
  'device-id-invalid': plain(failureOf({ code: 'device-id-invalid' }), 'sign-in'),
  banned: plain(failureOf({ code: 'banned', reason: 'Key shared in public' }), 'launch'),
  blacklisted: plain(failureOf({ code: 'blacklisted' }), 'launch'),
  'app-paused': plain(failureOf({ code: 'app-paused' }), 'redeem'),
  'app-disabled': plain(failureOf({ code: 'app-disabled' }), 'redeem'),
  'app-unknown': plain(failureOf({ code: 'app-unknown' }), 'screen', 'redeem'),
  'update-required': plain(
    failureOf({ code: 'update-required', version: '6.0', download: null }),
    'redeem',
  ),
  'session-gone': plain(failureOf({ code: 'session-gone' }), 'launch'),
  'not-signed-in': plain(failureOf({ code: 'not-signed-in' }), 'launch'),
  'variable-read-only': plain(failureOf({ code: 'variable-read-only' })),
  'variable-unknown': plain(failureOf({ code: 'variable-unknown' }), 'background'),
  'type-unknown': plain(failureOf({ code: 'type-unknown' }), 'screen'),
  'bad-request': plain(failureOf({ code: 'bad-request' }), 'redeem'),
  refused: plain(failureOf({ code: 'refused' }, longSellerText), 'sign-in', 'redeem', 'screen'),
  offline: plain(failureOf({ code: 'offline' }), 'screen', 'redeem', 'launch', 'background'),
  dns: plain(failureOf({ code: 'dns' }), 'screen', 'redeem'),
  'refused-connection': plain(failureOf({ code: 'refused-connection' }), 'screen', 'launch'),
  timeout: plain(failureOf({ code: 'timeout' }), 'screen', 'redeem', 'turn-on'),
  tls: plain(failureOf({ code: 'tls' }), 'screen', 'launch'),
  'proxy-auth': plain(failureOf({ code: 'proxy-auth' }), 'screen'),
  'captive-portal': plain(failureOf({ code: 'captive-portal' }), 'screen', 'redeem'),
  'server-down': plain(
    failureOf({ code: 'server-down', retryAt: nowMs + 30_000 }),
    'screen',
    'launch',
    'background',
  ),
  overloaded: plain(
    failureOf({ code: 'overloaded', retryAt: nowMs + 5_000 }),
    'redeem',
    'screen',
    'launch',
  ),
  'bad-reply': plain(failureOf({ code: 'bad-reply' }), 'screen', 'redeem'),
  'bad-signature': plain(failureOf({ code: 'bad-signature' }), 'screen', 'redeem', 'launch'),
  'clock-skew': plain(failureOf({ code: 'clock-skew', clockOffsetMs: 12 * minute }), 'screen'),
  'vault-unavailable': plain(failureOf({ code: 'vault-unavailable' }), 'background'),
  'kept-not-changed': plain(failureOf({ code: 'kept-not-changed' }), 'background'),
  'vault-unreadable': plain(failureOf({ code: 'vault-unreadable' }), 'kept'),
  'kept-by-older-version': plain(failureOf({ code: 'kept-by-older-version' }), 'kept'),
  'kept-not-removed': plain(
    failureOf({
      code: 'kept-not-removed',
      file: '/home/anna/.config/Northwind/kept-sign-ins.json',
    }),
    'background',
    'told-at-form',
  ),
  'sandbox-off': plain(failureOf({ code: 'sandbox-off' }), 'told-at-form'),
  'data-folder-unusable': plain(
    failureOf({ code: 'data-folder-unusable', folder: '/home/anna/.config/Northwind Studio' }),
    'told-at-form',
  ),
  'hardware-unavailable': plain(failureOf({ code: 'hardware-unavailable' }), 'screen'),
  'app-missing': plain(failureOf({ code: 'app-missing' }), 'launch'),
  'app-altered': plain(failureOf({ code: 'app-altered' }), 'launch'),
  'spawn-failed': plain(failureOf({ code: 'spawn-failed' }), 'launch'),
  ...programFailures,
  internal: plain(failureOf({ code: 'internal' }), 'sign-in', 'redeem', 'launch', 'background'),
};
