// Defines the demo application. Its passwords and license keys are public, and only for trying out
// the loader.

const day = 86_400;

export const demoApplication = {
  name: 'Northwind Studio',
  ownerid: 'nwDemo2026',
  version: '1.0',
} as const;

/** The name of its customers' page. */
export const demoPageName = 'northwind';

export const demoPlan = { name: 'Pro', level: '1' } as const;

export type DemoCase = 'normal' | 'two-factor' | 'expired' | 'banned' | 'none' | 'paused';

interface DemoUser {
  readonly case: DemoCase;
  readonly username: string;
  readonly password: string;
  readonly totpSecret: string | null;
  readonly bannedReason: string | null;
  /** Seconds until its end, or remaining seconds if paused. Null: never subscribed. */
  readonly subscription: { readonly seconds: number; readonly paused: boolean } | null;
}

const running = { seconds: 365 * day, paused: false };

/** The first user also redeemed the used license, which makes a year in total. */
export const demoUsers: readonly DemoUser[] = [
  user('normal', 'anna', 'anna-likes-tea', {
    subscription: { seconds: 335 * day, paused: false },
  }),
  user('two-factor', 'theo', 'theo-two-steps', {
    subscription: running,
    totpSecret: 'NRWGSZ3IORUGK43UMFZHGYLOMRZWKYLX',
  }),
  user('expired', 'erin', 'erin-was-here', { subscription: { seconds: -3 * day, paused: false } }),
  user('banned', 'bob', 'bob-is-banned', {
    subscription: running,
    bannedReason: 'Shared the account',
  }),
  user('none', 'nora', 'nora-is-new-here', {}),
  user('paused', 'paul', 'paul-on-a-break', { subscription: { seconds: 20 * day, paused: true } }),
];

function user(
  userCase: DemoCase,
  username: string,
  password: string,
  more: Partial<DemoUser>,
): DemoUser {
  const plain = { totpSecret: null, bannedReason: null, subscription: null };
  return { case: userCase, username, password, ...plain, ...more };
}

export const demoLicenses = [
  { key: 'NWDEMO-LIFE99-K3T7QX-ZP5M2H', days: 99_999, status: 'unused' },
  { key: 'NWDEMO-YEAR01-V8B4WD-R6J9CN', days: 365, status: 'unused' },
  { key: 'NWDEMO-QUART1-M2Y7SF-H5X3KT', days: 90, status: 'unused' },
  { key: 'NWDEMO-MONTH1-C9P4ZG-W7D2VB', days: 30, status: 'unused' },
  { key: 'NWDEMO-MONTH2-T6H3NR-J8M5QY', days: 30, status: 'unused' },
  { key: 'NWDEMO-WEEK01-X4K9FD-B2S7PW', days: 7, status: 'unused' },
  { key: 'NWDEMO-USED01-G5R8LC-N3V6TZ', days: 30, status: 'used' },
  { key: 'NWDEMO-BANNED-D7W2JM-Y9F4HX', days: 30, status: 'banned' },
] as const;

const announcement = {
  title: 'Workshop on Sunday',
  date: '2026-11-24',
  text: 'We draw clouds together, from sketch to print. Beginners are welcome.',
};

export const demoVariables = [
  { varid: 'announcement', value: JSON.stringify(announcement), authed: false },
  { varid: 'secret', value: 'The north wind sings at half past nine.', authed: true },
] as const;

export const demoWebhooks = ['nwHook0001', 'nwHook0002'] as const;
