// Pictures of a user who works with an offline pass.
import { demoInfo, failureOf, hourMs, nowMs, ready } from '../screens/samples.ts';
import { openSettings, type Picture } from './picture.ts';
import { withUpdate } from './program.ts';

const offline = { until: nowMs + 50 * hourMs } as const;
const home = { ...ready, announcement: null, offline };
const trust = { kind: 'not-reached' } as const;
const checked = { kind: 'checked', at: nowMs, changed: null } as const;
/** At most a week: the date replaces the weekday. */
const longest = { until: nowMs + 168 * hourMs };

export const offlinePictures: readonly Picture[] = [
  { name: 'home', open: { phase: home, session: { trust } } },
  {
    name: 'program',
    open: { phase: home, session: { trust, program: { ...withUpdate, available: null } } },
  },
  {
    name: 'not-installed',
    open: {
      phase: home,
      session: {
        trust,
        program: { ...withUpdate, installed: null, available: null, size: null, next: 'nothing' },
      },
    },
  },
  {
    name: 'week',
    open: { phase: { ...home, offline: longest }, session: { trust, clockOffsetMs: null } },
  },
  {
    name: 'needs-code',
    open: { phase: { ...home, offline: { ...offline, needsCode: true } }, session: { trust } },
  },
  { name: 'running', open: { phase: { ...home, kind: 'running' }, session: { trust } } },
  {
    name: 'still-away',
    open: { phase: home, session: { trust, notice: { ...checked, service: 'unreachable' } } },
  },
  {
    name: 'back',
    open: {
      phase: { ...ready, announcement: null },
      session: { notice: { ...checked, service: 'back' } },
    },
  },
  {
    name: 'menu',
    open: { phase: home, session: { trust } },
    act: (page) =>
      page
        .getByRole('button', { name: /Account/ })
        .first()
        .click(),
  },
  {
    name: 'settings',
    open: { phase: home, session: { trust } },
    act: (page) => openSettings(page, 'About'),
  },
  {
    name: 'ended',
    open: {
      phase: {
        kind: 'unreachable',
        username: 'anna',
        failure: failureOf({ code: 'offline' }),
        offlineEndedAt: nowMs - 20 * 60_000,
      },
      info: demoInfo,
      session: { trust, nextRetryAt: nowMs + 37_000 },
    },
  },
];
