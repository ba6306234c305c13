// Pictures of every phase, with all its causes and variants. A phase without pictures does not
// compile.
import { endedPictures, replacePictures } from './computers.ts';
import { deviceRequestPictures } from './device-request.ts';
import { beforeSignInPictures } from './before-sign-in.ts';
import { sendReportPictures } from './send-report.ts';
import type { PhaseKind } from '../../src/shared/session.ts';
import type { Lapsed } from '@latchkey/client/facts.ts';
import {
  failureOf,
  longName,
  longSellerText,
  nowMs,
  report,
  reportWith,
} from '../screens/samples.ts';
import { updateReady } from '../screens/loader-update-sample.ts';
import { signedInPictures } from './signed-in.ts';
import { chooseOption, openRedeem, type Picture } from './picture.ts';

type PhasePictures = { readonly [Kind in PhaseKind]: readonly Picture[] };

const noLinks = { links: {} };
const pro: Lapsed = { name: 'Pro', expiresAt: Date.UTC(2026, 10, 18, 9, 30), paused: false };
const pausedPro: Lapsed = { name: 'Pro', expiresAt: null, paused: true };
const none = { kind: 'no-subscription', username: 'anna', report } as const;

const still = { stoppedClock: true } as const;

export const phasePictures: PhasePictures = {
  ...beforeSignInPictures,
  ...signedInPictures,
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
      act: (page) => chooseOption(page, 'Check again'),
    },
    {
      name: 'expired-options',
      open: { phase: { ...none, cause: 'expired', lapsed: [pro] } },
      act: (page) => page.getByRole('button', { name: 'More options' }).click(),
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
    {
      name: 'restart',
      open: {
        phase: { kind: 'update-required', requiredVersion: '6.0', download: null, report },
        session: { loaderUpdate: updateReady },
      },
    },
    {
      name: 'restart-failed',
      open: {
        phase: { kind: 'update-required', requiredVersion: '6.0', download: null, report },
        session: { loaderUpdate: updateReady },
        replies: {
          updateLoader: [
            { result: { ok: false, failure: failureOf({ code: 'loader-not-updated' }) } },
          ],
        },
      },
      act: (page) => page.getByRole('button', { name: 'Restart now' }).click(),
    },
  ],
  'app-paused': [
    {
      name: 'plain',
      open: { phase: { kind: 'app-paused', report }, session: { nextRetryAt: nowMs + 72_000 } },
    },
    {
      name: 'checked',
      open: { phase: { kind: 'app-paused', report }, session: { nextRetryAt: nowMs + 72_000 } },
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
    ...replacePictures,
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
    ...endedPictures,
  ],
  unreachable: [
    {
      name: 'other-account',
      open: {
        phase: { kind: 'unreachable', username: 'anna', failure: failureOf({ code: 'timeout' }) },
        session: { nextRetryAt: nowMs + 37_000, trust: { kind: 'not-reached' } },
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
