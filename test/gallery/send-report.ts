// Pictures of sending a report: the button, the line to be sent, failures, and the receipt.
import type { Page } from '@playwright/test';
import type { SentReport } from '../../src/shared/support-report.ts';
import { failureOf, longSellerText, nowMs, report } from '../screens/samples.ts';
import type { Picture } from './picture.ts';

const phase = {
  kind: 'wrong-device',
  username: 'anna',
  shortDeviceId: '9f2c41d8',
  report,
} as const;
const text = 'Support code 7F3A-2B1C, failure wrong-device, loader 5.2';
const shows = { showReport: [{ result: { ok: true, value: { text } } }] } as const;
const sent: SentReport = { text, sentAt: nowMs, earlier: false };

export const supportLine = text;
export const sends = { phase, info: { supportLog: true } } as const;
export const sendsWell = {
  ...sends,
  replies: { ...shows, sendReport: [{ result: { ok: true, value: sent } }] },
} as const;

export async function askToSend(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send this to' }).click();
  await page.getByRole('dialog').waitFor();
}

export async function send(page: Page): Promise<void> {
  await askToSend(page);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

export const sendReportPictures: readonly Picture[] = [
  { name: 'send', open: sends },
  { name: 'send-asked', open: sendsWell, act: askToSend },
  {
    name: 'sent',
    open: sendsWell,
    act: async (page) => {
      await send(page);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'sent-before',
    open: {
      ...sends,
      replies: {
        ...shows,
        sendReport: [{ result: { ok: true, value: { ...sent, earlier: true } } }],
      },
    },
    act: async (page) => {
      await send(page);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'send-failed',
    open: {
      ...sends,
      replies: {
        ...shows,
        sendReport: [
          { result: { ok: false, failure: failureOf({ code: 'refused' }, longSellerText) } },
        ],
      },
    },
    act: async (page) => {
      await send(page);
      await page.getByRole('alert').waitFor();
    },
  },
];
