// Pictures of the ready screen, the launch and the running program.
import type { Task } from '../../src/shared/program.ts';
import {
  anna,
  dayMs,
  failureOf,
  hourMs,
  longName,
  longSellerText,
  nowMs,
  plainAnnouncement,
  ready,
  rightToLeftName,
} from '../screens/samples.ts';
import type { Picture } from './picture.ts';
import { programPictures, programSample } from './program.ts';
import { wideHome } from './wide-home.ts';

function endingIn(leftMs: number): Picture['open'] {
  const [, addOn] = anna.account.subscriptions;
  const subscription = { ...(addOn ?? failedSample()), expiresAt: nowMs + leftMs };
  const account = { username: 'anna', subscriptions: [subscription], dates: 'current' } as const;
  const { name, expiresAt } = subscription;
  return {
    phase: { ...ready, announcement: null, account },
    session: { endings: [{ id: 'a'.repeat(32), name, expiresAt }] },
  };
}

/** Two subscriptions that end soon, one with the longest possible name. */
function twoEnd(): Picture['open'] {
  const [first] = endingIn(5 * hourMs).session?.endings ?? [];
  const second = { id: 'b'.repeat(32), name: longName, expiresAt: nowMs + 2 * dayMs };
  return {
    phase: { ...ready, announcement: null },
    session: { endings: [...(first === undefined ? [] : [first]), second] },
  };
}

function failedSample(): never {
  throw new Error('the sample account has two subscriptions');
}

/** A running installation. */
const installing: Task = {
  id: 'task-1',
  kind: 'install',
  state: 'running',
  stage: null,
  done: 124_000_000,
  total: 310_000_000,
  bytesPerSecond: 2_450_000,
  etaMs: 76_000,
  failure: null,
};
const resting = { bytesPerSecond: null, etaMs: null } as const;

function task(name: string, change: Partial<Task>, act?: Picture['act']): Picture {
  return {
    name: `task-${name}`,
    open: {
      phase: { ...ready, announcement: null },
      session: { program: programSample, tasks: [{ ...installing, ...change }] },
    },
    act,
  };
}

const taskPictures: readonly Picture[] = [
  task('running', {}),
  task('begins', { ...resting, done: 0, total: null }),
  task('standstill', { bytesPerSecond: 0, etaMs: null }),
  task('paused', { ...resting, state: 'paused' }),
  task('failed', { ...resting, state: 'failed', failure: failureOf({ code: 'offline' }) }),
  task('update', { kind: 'update', etaMs: 25_000 }),
  task('repair', { kind: 'repair', bytesPerSecond: 845_000, etaMs: 5_400_000 }),
  task('cancel', {}, (page) => page.getByRole('button', { name: 'Cancel' }).click()),
];

const updateSoon = {
  kind: 'update-soon',
  version: '6.0',
  download: 'https://northwind.example/get',
} as const;

const noLinks = { links: {} };
const still = { stoppedClock: true } as const;

type Inside = 'ready' | 'launching' | 'running';

export const signedInPictures: { readonly [Kind in Inside]: readonly Picture[] } = {
  ready: [
    { name: 'plain', open: { phase: ready } },
    {
      name: 'announcement',
      open: {
        phase: {
          ...ready,
          announcement: {
            title: 'Maintenance on Sunday',
            text: '02:00 to 03:00. You can keep working.',
            date: '2026-11-24',
            link: 'https://status.northwind.example/sunday',
          },
        },
      },
    },
    ...taskPictures,
    ...programPictures,
    { name: 'demo-cover', open: wideHome },
    {
      name: 'by-itself',
      open: { phase: ready, session: { launchAt: nowMs + 3000 } },
    },
    { name: 'quiet', open: { phase: { ...ready, announcement: null }, info: noLinks } },
    {
      name: 'checked',
      open: {
        phase: ready,
        session: { notice: { kind: 'checked', at: nowMs - 1000, changed: false } },
      },
    },
    {
      name: 'dates-outdated',
      open: { phase: { ...ready, account: { ...anna.account, dates: 'outdated' } } },
    },
    { name: 'three-days', open: endingIn(3 * dayMs - hourMs) },
    { name: 'last-day', open: endingIn(5 * hourMs) },
    { name: 'two-end', open: twoEnd() },
    {
      name: 'many',
      open: {
        phase: {
          ...ready,
          announcement: { ...plainAnnouncement, text: longSellerText },
          account: {
            username: longName,
            dates: 'current',
            subscriptions: [
              ...anna.account.subscriptions,
              { name: 'Founders edition', expiresAt: null, startedAt: null, lifetime: true },
              { name: 'Plug-ins', expiresAt: null, startedAt: null, lifetime: false },
              {
                name: 'A subscription with quite a long name for such a narrow window',
                expiresAt: nowMs - dayMs,
                startedAt: null,
                lifetime: false,
              },
            ],
          },
        },
      },
    },
    {
      name: 'right-to-left',
      open: {
        phase: {
          ...ready,
          announcement: { ...plainAnnouncement, text: 'صيانة يوم الأحد من الساعة 02:00 إلى 03:00.' },
          account: { ...anna.account, username: rightToLeftName },
        },
      },
    },
    {
      name: 'menu',
      open: { phase: ready },
      act: (page) => page.getByRole('button', { name: 'Account of anna' }).click(),
    },
    {
      name: 'notice-update',
      open: {
        phase: ready,
        session: { notice: { ...updateSoon, supportedUntil: nowMs + 9 * dayMs } },
      },
    },
    {
      name: 'notice-update-over',
      open: {
        phase: ready,
        session: {
          notice: { ...updateSoon, version: null, download: null, supportedUntil: nowMs - hourMs },
        },
      },
    },
    {
      name: 'notice-exit-code',
      open: {
        phase: ready,
        session: { notice: { kind: 'app-exited', exitCode: 3, signal: null } },
      },
    },
    {
      name: 'notice-signal',
      open: {
        phase: ready,
        session: { notice: { kind: 'app-exited', exitCode: null, signal: 'SIGSEGV' } },
      },
    },
    {
      name: 'no-logo',
      open: {
        phase: ready,
        info: {
          brand: {
            name: 'Ember',
            color: '#e11d48',
            colorDark: null,
            tagline: null,
            price: null,
            logo: null,
            cover: null,
          },
        },
      },
    },
  ],
  launching: [
    {
      name: 'spinner',
      open: { phase: { ...ready, kind: 'launching' }, session: { step: 'starting-app' }, ...still },
      act: (page) => page.clock.runFor(500),
    },
    {
      name: 'slow',
      open: {
        phase: { ...ready, kind: 'launching' },
        session: { step: 'checking-subscription' },
        ...still,
      },
      act: (page) => page.clock.runFor(8100),
    },
  ],
  running: [
    { name: 'plain', open: { phase: { ...ready, kind: 'running' } } },
    {
      name: 'menu',
      open: { phase: { ...ready, kind: 'running' } },
      act: (page) => page.getByRole('button', { name: 'Account of anna' }).click(),
    },
  ],
};
