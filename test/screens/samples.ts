// Sample data for the screens in the tests and in the gallery.
import { readFileSync } from 'node:fs';
import type { Failure, FailureCode, FailureFacts, Report } from '../../src/shared/failure.ts';
import { drawOffer } from '../../src/main/core/flows/two-factor-offer.ts';
import { languageCodes } from '../../src/shared/languages.ts';
import type { PartLicense } from '../../src/shared/licenses.ts';
import type { Receipt, RedeemedKey } from '../../src/shared/receipt.ts';
import type { Announcement } from '../../src/shared/announcement.ts';
import type { LoaderInfo } from '../../src/shared/loader-info.ts';
import type { SavedSignInSummary, Phase, SignedIn } from '../../src/shared/session.ts';
import type { TwoFactorOffer } from '../../src/shared/two-factor.ts';
import { durationSeconds } from '@latchkey/protocol/primitives.ts';

/** Saturday, 21 November 2026, 09:00 UTC. */
export const nowMs = Date.UTC(2026, 10, 21, 9);
export const dayMs = 86_400_000;
export const hourMs = 3_600_000;

const logo = readFileSync(new URL('../../examples/brand/logo.svg', import.meta.url)).toString(
  'base64',
);

export const demoInfo: LoaderInfo = {
  brand: {
    name: 'Northwind Studio',
    color: '#4f46e5',
    colorDark: '#625ff0',
    tagline: 'Draw with the wind.',
    price: '€19 a year',
    logo: `data:image/svg+xml;base64,${logo}`,
    cover: null,
  },
  service: { host: 'licenses.northwind.example' },
  links: {
    renew: 'https://northwind.example/renew',
    contact: 'https://northwind.example/contact',
    reset: 'https://northwind.example/reset',
    forgot: 'https://northwind.example/forgot',
    help: 'https://northwind.example/help',
  },
  loaderVersion: '5.2',
  commit: { hash: '20704d4f8a', isModified: false },
  keyPattern: null,
  remember: { possible: true },
  language: { offered: languageCodes, byDefault: null, current: 'en' },
  accounts: {
    redeem: true,
    register: true,
    keySignIn: true,
    ...{ forgot: true, lostKey: false },
    changeUsername: true,
    twoFactor: true,
    email: 'off',
  },
  ...{ computer: 'studio-pc', system: 'Linux' },
  deviceRequest: false,
  supportLog: false,
  community: { online: false, stats: false, chat: false },
  options: [],
};

const serviceKey = 'e950735cfbd1d97e'.repeat(4);
/** The trust after an answer that was verified four seconds ago. */
export const verified = { kind: 'verified', at: nowMs - 4000, signedBy: serviceKey } as const;

/** Redeeming is the only way to use a key, so the key form skips the choice. */
export const redeemAlone = {
  accounts: { ...demoInfo.accounts, register: false, keySignIn: false },
} as const satisfies Partial<LoaderInfo>;

/** The form for a forgotten password is shown only if the brand has no reset page. */
export const withoutForgotLink = {
  links: {
    renew: 'https://northwind.example/renew',
    contact: 'https://northwind.example/contact',
    reset: 'https://northwind.example/reset',
    help: 'https://northwind.example/help',
  },
} as const satisfies Partial<LoaderInfo>;

export const report: Report = { reportId: '7f3a2b1c'.padEnd(32, '0'), sellerText: null };

export function reportWith(sellerText: string): Report {
  return { ...report, sellerText };
}

export function failureOf<Code extends FailureCode>(
  facts: FailureFacts<Code>,
  sellerText: string | null = null,
): Failure<Code> {
  return { ...facts, ...report, sellerText } as unknown as Failure<Code>; // facts and report are all there is to a failure
}

/** The facts of a refused key for a service that reports no attempts left. */
export const unknownKey = { code: 'key-unknown', triesLeft: null, retryAt: null } as const;

/** The reply to a command with a key that another account has used. */
export const keyUsed = {
  result: {
    ok: false,
    failure: failureOf({
      code: 'key-used',
      usedByYou: false,
      expiresAt: null,
      afterLostAnswer: false,
    }),
  },
} as const;

/** The most recently used one comes first; one needs its password, and one is a key. */
export const savedSignIns: readonly [SavedSignInSummary, SavedSignInSummary, SavedSignInSummary] = [
  { id: 'a'.repeat(32), name: 'anna', byKey: false, complete: true, auto: true },
  { id: 'b'.repeat(32), name: 'bob', byKey: false, complete: false, auto: false },
  { id: 'c'.repeat(32), name: 'NWND-••••-91KD', byKey: true, complete: true, auto: false },
];

export const signedOut: Extract<Phase, { kind: 'signed-out' }> = {
  kind: 'signed-out',
  username: '',
  failure: null,
};

/** The announcement of a seller who does not use JSON. */
export const plainAnnouncement: Announcement = {
  title: null,
  text: 'Maintenance on Sunday, 02:00 to 03:00. You can keep working.',
  date: null,
  link: null,
};

export const anna: SignedIn = {
  account: {
    username: 'anna',
    dates: 'current',
    subscriptions: [
      {
        name: 'Pro',
        expiresAt: Date.UTC(2027, 2, 14, 12),
        startedAt: Date.UTC(2026, 8, 12, 12),
        lifetime: false,
      },
      {
        name: 'Render add-on',
        expiresAt: Date.UTC(2026, 10, 26, 18),
        startedAt: Date.UTC(2026, 9, 26, 18),
        lifetime: false,
      },
    ],
  },
  announcement: plainAnnouncement,
};

/** Signed in, with two-factor sign-in on or off. */
export const withTwoFactor = (on: boolean): Extract<Phase, { kind: 'ready' }> => ({
  ...ready,
  account: { ...anna.account, twoFactor: on },
});

const secret = 'NWND5ECRETKEY7Q2MXX4T91KD'.replaceAll(/[^A-Z2-7]/g, 'A').padEnd(40, 'Z2');
export const offer: TwoFactorOffer = {
  secret,
  qr: drawOffer(secret, demoInfo.brand.name, anna.account.username),
  expiresAt: nowMs + 300_000,
};
export const offered = { offerTwoFactor: [{ result: { ok: true, value: offer } }] } as const;

/** The receipt of a service that reports only success. */
export const bareReceipt: Receipt = {
  username: 'anna',
  maskedKey: 'NWND-••••-91KD',
  redeemedAt: nowMs,
  subscription: null,
  addedSeconds: null,
  lifetime: false,
  expiresAt: null,
  previousExpiresAt: null,
};

export const ready: Extract<Phase, { kind: 'ready' }> = { kind: 'ready', ...anna };

/** An account with one of everything that the page can show. */
export const wholeAccount: typeof ready = {
  ...ready,
  account: {
    ...anna.account,
    twoFactor: true,
    subscriptions: [
      ...anna.account.subscriptions.map((one, index) =>
        index === 0 ? { ...one, level: '2' } : one,
      ),
      {
        name: 'Sample library',
        expiresAt: Date.UTC(2090, 0, 1),
        startedAt: null,
        lifetime: true,
        level: '9',
      },
    ],
    lapsed: [
      { name: 'Plugins', expiresAt: null, paused: true },
      { name: 'Early access', expiresAt: Date.UTC(2026, 9, 1, 12), paused: false },
    ],
    boundAt: Date.UTC(2026, 8, 12, 12),
  },
};

/** Newest first; one entry has no subscription and no date. */
export const redeemedHere: readonly RedeemedKey[] = [
  {
    ...{ id: 3, maskedKey: 'NWND-••••-91KD', redeemedAt: nowMs - 86_400_000 },
    ...{ subscription: 'Pro', addedSeconds: durationSeconds.parse(2_592_000), lifetime: false },
    expiresAt: Date.UTC(2027, 2, 14, 12),
  },
  {
    ...{ id: 2, maskedKey: 'NWND-••••-77QX', redeemedAt: Date.UTC(2026, 9, 2, 8) },
    ...{ subscription: 'Sample library', addedSeconds: null, lifetime: true, expiresAt: null },
  },
  {
    ...{ id: 1, maskedKey: 'NWND-••••-0A1B', redeemedAt: Date.UTC(2026, 8, 12, 12) },
    ...{ subscription: null, addedSeconds: null, lifetime: false, expiresAt: null },
  },
];

/** A text of 200 characters by a seller. */
export const longSellerText =
  'We moved to new servers this week and some accounts still need a hand. '.repeat(3).slice(0, 200);

export const longName = 'Maximiliana-Alexandrina.von-und-zu-Hohenlohe-Langenburg@studio.example';
export const rightToLeftName = 'مريم الزهراء';

/** The reply to a redeem that added a month of Pro. */
export const added = {
  result: {
    ok: true,
    value: {
      ...bareReceipt,
      subscription: 'Pro',
      addedSeconds: durationSeconds.parse(30 * 86_400),
      lifetime: false,
      expiresAt: null,
    },
  },
} as const;

/** The third-party parts of the loader: one without and two with a text. */
export const licenses: readonly PartLicense[] = [
  { name: 'Electron', version: '45.4.1', identifier: 'MIT', text: null },
  { name: 'react', version: '19.3.1', identifier: 'MIT', text: 'MIT License\n\nCopyright (c)' },
  { name: 'zod', version: '4.6.7', identifier: null, text: 'MIT License' },
];
