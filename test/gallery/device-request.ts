// Pictures of "Ask to move it here": the button, receipts, failures, and a service without
// requests.
import type { Page } from '@playwright/test';
import type { DeviceChange } from '../../src/shared/device-parts.ts';
import type { DeviceRequest } from '../../src/shared/device-request.ts';
import { failureOf, longName, nowMs, report } from '../screens/samples.ts';
import type { Picture } from './picture.ts';

const anna = { username: 'anna', shortDeviceId: '9f2c41d8' } as const;
const wrongDevice = { kind: 'wrong-device', ...anna, report } as const;
const asks = { deviceRequest: true } as const;
export const receipt: DeviceRequest = {
  ...anna,
  sentAt: nowMs,
  againAt: nowMs + 3_600_000,
  earlier: false,
};

export async function askToMove(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ask to move it here' }).click();
}

async function untilReceipt(page: Page): Promise<void> {
  await askToMove(page);
  await page.getByRole('button', { name: 'Copy receipt' }).waitFor();
}

function asked(value: DeviceRequest): Picture['open'] {
  const replies = { requestDevice: [{ result: { ok: true, value } }] } as const;
  return { phase: { ...wrongDevice, username: value.username }, info: asks, replies };
}

/** The largest likely number of changed parts. */
export const changes = [
  { part: 'system', kind: 'other' },
  { part: 'board', kind: 'other' },
  { part: 'processor', kind: 'other' },
  { part: 'machine', kind: 'gone' },
] as const;

/** After "Try again". */
function stillAnother(known: readonly DeviceChange[]): Picture['open'] {
  const replies = { retry: [{ result: { ok: true, value: null } }] } as const;
  return { phase: { ...wrongDevice, changes: known }, replies };
}

async function tryAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('still linked to another computer').first().waitFor();
}

export const deviceRequestPictures: readonly Picture[] = [
  { name: 'changed', open: stillAnother(changes), act: tryAgain },
  { name: 'unchanged', open: stillAnother([]), act: tryAgain },
  { name: 'ask', open: { phase: wrongDevice, info: asks } },
  { name: 'asked', open: asked(receipt), act: untilReceipt },
  {
    name: 'asked-before',
    open: asked({ ...receipt, username: longName, sentAt: nowMs - 600_000, earlier: true }),
    act: untilReceipt,
  },
  {
    name: 'ask-failed',
    open: {
      phase: wrongDevice,
      info: asks,
      replies: {
        requestDevice: [{ result: { ok: false, failure: failureOf({ code: 'offline' }) } }],
      },
    },
    act: async (page) => {
      await askToMove(page);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'ask-lacking',
    open: { phase: wrongDevice, info: asks, session: { unsupported: ['deviceRequest'] } },
  },
];
