// Pictures of every phase, with all its causes and variants. A phase without pictures does not compile.
import { deviceRequestPictures } from './device-request.ts';
import { sendReportPictures } from './send-report.ts';
import type { Lapsed, PhaseKind } from '../../src/shared/session.ts';
import {
  demoInfo,
  failureOf,
  longName,
  longSellerText,
  nowMs,
  report,
  reportWith,
  rightToLeftName,
  signedOut,
} from '../screens/samples.ts';
import { insidePictures } from './inside.ts';
import { fillSignIn, openRedeem, type Picture } from './picture.ts';

type PhasePictures = { readonly [Kind in PhaseKind]: readonly Picture[] };

const noLinks = { links: {} };
const pro: Lapsed = { name: 'Pro', expiresAt: Date.UTC(2026, 10, 18, 9, 30), paused: false };
const pausedPro: Lapsed = { name: 'Pro', expiresAt: null, paused: true };
const none = { kind: 'no-subscription', username: 'anna', report } as const;

const still = { stoppedClock: true } as const;

export const phasePictures: PhasePictures = {
  starting: [
    {
      name: 'spinner',
      open: { phase: { kind: 'starting' }, session: { step: 'connecting' }, ...still },
      act: (page) => page.clock.runFor(500),
    },
    {
      name: 'step',
      open: { phase: { kind: 'starting' }, session: { step: 'connecting' }, ...still },
      act: (page) => page.clock.runFor(2100),
    },
    {
      name: 'slow',
      open: { phase: { kind: 'starting' }, session: { step: 'signing-in' }, ...still },
      act: (page) => page.clock.runFor(8100),
    },
  ],
  'signed-out': [
    { name: 'empty', open: { phase: signedOut } },
    { name: 'filled', open: { phase: signedOut }, act: fillSignIn },
    {
      name: 'keep-me',
      open: { phase: { ...signedOut, username: 'anna' } },
      act: async (page) => {
        await page.getByLabel('Password', { exact: true }).fill('correct horse');
        await page.getByRole('button', { name: 'Show password' }).click();
        await page.getByLabel('Keep me signed in').check();
      },
    },
    ...(['no-key-store', 'plaintext-store', 'data-folder', 'preview'] as const).map((reason) => ({
      name: `remember-${reason}`,
      open: { phase: signedOut, info: { remember: { possible: false, reason } as const } },
    })),
    { name: 'no-links', open: { phase: signedOut, info: noLinks } },
    {
      name: 'missing-fields',
      open: { phase: signedOut },
      act: async (page) => page.getByRole('button', { name: 'Sign in' }).click(),
    },
    ...(['unverified', 'not-reached', 'refused'] as const).map((kind) => ({
      name: `trust-${kind}`,
      open: { phase: signedOut, session: { trust: { kind } } },
    })),
    {
      name: 'other-brand',
      open: {
        phase: signedOut,
        info: { brand: { name: 'Zitrone', color: '#ffd400', colorDark: null, logo: null } },
      },
      act: fillSignIn,
    },
    {
      name: 'long-brand',
      open: {
        phase: { ...signedOut, username: longName },
        info: {
          brand: {
            ...demoInfo.brand,
            name: 'The Extraordinarily Comprehensive Northwind Rendering and Compositing Suite',
          },
        },
      },
    },
    ...(
      [
        ['wait-spinner', 500],
        ['wait-step', 2100],
        ['wait-slow', 8100],
      ] as const
    ).map(([name, ms]): Picture => ({
      name,
      open: {
        phase: signedOut,
        session: { step: 'signing-in' },
        replies: { signIn: ['hold'] },
        ...still,
      },
      act: async (page) => {
        await fillSignIn(page);
        await page.keyboard.press('Enter');
        await page.clock.runFor(ms);
      },
    })),
  ],
  'code-needed': [
    { name: 'empty', open: { phase: { kind: 'code-needed', username: 'theo' } } },
    {
      name: 'typed',
      open: { phase: { kind: 'code-needed', username: 'theo' } },
      act: (page) => page.getByLabel('Six-digit code').fill('0429'),
    },
    {
      name: 'full',
      open: { phase: { kind: 'code-needed', username: rightToLeftName } },
      act: (page) => page.getByLabel('Six-digit code').fill('042917'),
    },
    {
      name: 'too-short',
      open: { phase: { kind: 'code-needed', username: 'theo' }, info: noLinks },
      act: async (page) => {
        await page.getByLabel('Six-digit code').fill('0429');
        await page.keyboard.press('Enter');
      },
    },
  ],
  ...insidePictures,
  'no-subscription': [
    { name: 'expired', open: { phase: { ...none, cause: 'expired', lapsed: [pro] } } },
    {
      name: 'expired-bare',
      open: { phase: { ...none, cause: 'expired', lapsed: [] }, info: noLinks },
    },
    {
      name: 'expired-several',
      open: {
        phase: {
          ...none,
          cause: 'expired',
          lapsed: [pro, pausedPro, { ...pro, name: 'Render add-on' }],
          report: reportWith(longSellerText),
        },
      },
    },
    { name: 'never', open: { phase: { ...none, cause: 'never', lapsed: [] } } },
    {
      name: 'expired-checked',
      open: { phase: { ...none, cause: 'expired', lapsed: [pro] } },
      act: (page) => page.getByRole('button', { name: 'Check again' }).click(),
    },
    { name: 'paused', open: { phase: { ...none, cause: 'paused', lapsed: [pausedPro] } } },
    {
      name: 'checking',
      open: {
        phase: { ...none, cause: 'paused', lapsed: [] },
        replies: { retry: ['hold'] },
        info: noLinks,
        ...still,
      },
      act: async (page) => {
        await page.getByRole('button', { name: 'Check again' }).click();
        await page.clock.runFor(2100);
      },
    },
    {
      name: 'redeem',
      open: { phase: { ...none, cause: 'expired', lapsed: [pro] } },
      act: openRedeem,
    },
  ],
  'update-required': [
    {
      name: 'link',
      open: {
        phase: {
          kind: 'update-required',
          requiredVersion: '6.0',
          download: 'https://downloads.northwind.example/6.0/setup?from=5.2',
          report,
        },
      },
    },
    {
      name: 'no-link',
      open: {
        phase: { kind: 'update-required', requiredVersion: null, download: null, report },
        info: noLinks,
      },
    },
  ],
  'app-paused': [
    {
      name: 'plain',
      open: { phase: { kind: 'app-paused', report }, session: { nextTryAt: nowMs + 72_000 } },
    },
    {
      name: 'checked',
      open: { phase: { kind: 'app-paused', report }, session: { nextTryAt: nowMs + 72_000 } },
      act: (page) => page.getByRole('button', { name: 'Check again' }).click(),
    },
  ],
  'app-disabled': [
    {
      name: 'seller-text',
      open: { phase: { kind: 'app-disabled', report: reportWith(longSellerText) } },
    },
  ],
  banned: [
    {
      name: 'user',
      open: {
        phase: {
          kind: 'banned',
          cause: 'user',
          username: 'bob',
          reason: 'Key shared in public',
          report,
        },
      },
    },
    {
      name: 'blacklist',
      open: {
        phase: { kind: 'banned', cause: 'blacklist', username: '', reason: null, report },
        info: noLinks,
      },
    },
  ],
  'wrong-device': [
    {
      name: 'reset-link',
      open: {
        phase: { kind: 'wrong-device', username: 'anna', shortDeviceId: '9f2c41d8', report },
      },
    },
    {
      name: 'no-links',
      open: {
        phase: { kind: 'wrong-device', username: longName, shortDeviceId: '9f2c41d8', report },
        info: noLinks,
      },
    },
    ...deviceRequestPictures,
    ...sendReportPictures,
    {
      name: 'copy-by-hand',
      open: {
        phase: { kind: 'wrong-device', username: 'anna', shortDeviceId: '9f2c41d8', report },
      },
      act: async (page) => {
        await page.evaluate(() =>
          Object.defineProperty(navigator, 'clipboard', { value: undefined }),
        );
        await page.getByRole('button', { name: 'Copy details' }).click();
      },
    },
  ],
  'session-ended': [
    { name: 'plain', open: { phase: { kind: 'session-ended', username: 'anna', report } } },
  ],
  unreachable: [
    {
      name: 'other-account',
      open: {
        phase: { kind: 'unreachable', username: 'anna', failure: failureOf({ code: 'timeout' }) },
        session: { nextTryAt: nowMs + 37_000, trust: { kind: 'not-reached' } },
      },
    },
    {
      name: 'slow-retry',
      open: {
        phase: { kind: 'unreachable', username: 'anna', failure: failureOf({ code: 'offline' }) },
        session: { trust: { kind: 'not-reached' } },
        replies: { retry: ['hold'] },
        ...still,
      },
      act: async (page) => {
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.clock.runFor(8100);
      },
    },
  ],
};
