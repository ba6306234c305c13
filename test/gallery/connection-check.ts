// Pictures of the connection check: its dialog, and its finding on two screens.
import type { Page } from '@playwright/test';
import type { ConnectionCheck } from '../../src/shared/connection-check.ts';
import {
  fineCheck,
  portal,
  readTraffic,
  runningCheck,
  slowClock,
} from '../screens/check-samples.ts';
import { failureOf, hourMs, nowMs, ready } from '../screens/samples.ts';
import type { Picture } from './picture.ts';

const trust = { kind: 'not-reached' } as const;
const unreachable = {
  kind: 'unreachable',
  username: 'anna',
  failure: failureOf({ code: 'refused-connection' }),
} as const;

const openCheck = async (page: Page) => {
  await page.getByRole('button', { name: 'Check connection' }).click();
  await page.getByRole('dialog').waitFor();
};
const openDetails = async (page: Page) => {
  await openCheck(page);
  await page.getByText('Details', { exact: true }).click();
};

const dialog = (name: string, check: ConnectionCheck, act = openCheck): Picture => ({
  name,
  open: {
    phase: { ...unreachable, failure: failureOf({ code: 'tls' }) },
    session: { trust, connectionCheck: check },
  },
  act,
});

export const connectionCheckPictures: readonly Picture[] = [
  dialog('running', runningCheck),
  dialog('nothing', fineCheck),
  dialog('read-traffic', readTraffic),
  dialog('details', readTraffic, openDetails),
  dialog('slow-clock', slowClock),
  {
    name: 'finding',
    open: { phase: unreachable, session: { trust, connectionCheck: portal } },
  },
  {
    name: 'finding-offline',
    open: {
      phase: { ...ready, announcement: null, offline: { until: nowMs + 50 * hourMs } },
      session: { trust, connectionCheck: portal },
    },
  },
];
