// Pictures of the redeem form and its receipts.
import type { Receipt } from '../../src/shared/receipt.ts';
import { durationSeconds } from '@latchkey/protocol/primitives.ts';
import { bareReceipt, dayMs, nowMs, ready, redeemAlone, signedOut } from '../screens/samples.ts';
import { openRedeem, submitKey, type Picture } from './picture.ts';

const key = 'NWND-7F3Q-2MXX-91KD';
const pattern = '[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}';

const added: Receipt = {
  ...bareReceipt,
  subscription: 'Pro',
  addedSeconds: durationSeconds.parse(30 * 86_400),
  lifetime: false,
  expiresAt: nowMs + 143 * dayMs,
  previousExpiresAt: nowMs + 113 * dayMs,
};

function pasting(text: string): Picture['act'] {
  return async (page) => {
    await openRedeem(page);
    await page.getByLabel('License key').focus();
    await page.evaluate((given) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', given);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }, text);
  };
}

function receipt(name: string, value: Receipt): Picture {
  return {
    name: `receipt-${name}`,
    open: { phase: ready, replies: { redeem: [{ result: { ok: true, value } }] } },
    act: submitKey,
  };
}

export const redeemPictures: readonly Picture[] = [
  { name: 'form-signed-in', open: { phase: ready }, act: openRedeem },
  { name: 'form-signed-out', open: { phase: signedOut, info: redeemAlone }, act: openRedeem },
  {
    name: 'missing-fields',
    open: { phase: signedOut, info: redeemAlone },
    act: async (page) => {
      await openRedeem(page);
      await page.keyboard.press('Enter');
    },
  },
  { name: 'paste-trimmed', open: { phase: ready }, act: pasting(` "${key}"\n`) },
  {
    name: 'paste-from-mail',
    open: { phase: ready, info: { keyPattern: pattern } },
    act: pasting(`Hello Anna,\n\nyour key: ${key}\n\nThank you!`),
  },
  { name: 'paste-doubled', open: { phase: ready }, act: pasting(key + key) },
  { name: 'paste-mail-address', open: { phase: ready }, act: pasting('anna@studio.example') },
  { name: 'paste-too-much', open: { phase: ready }, act: pasting('x'.repeat(1_048_576)) },
  {
    name: 'wait-slow',
    open: {
      phase: ready,
      session: { step: 'redeeming' },
      replies: { redeem: ['hold'] },
      stoppedClock: true,
    },
    act: async (page) => {
      await submitKey(page);
      await page.clock.runFor(8100);
    },
  },
  receipt('full', added),
  receipt('lifetime', { ...added, lifetime: true, expiresAt: null }),
  receipt('bare', bareReceipt),
  {
    name: 'receipt-signed-out',
    open: {
      phase: signedOut,
      info: redeemAlone,
      replies: { redeem: [{ result: { ok: true, value: added } }] },
    },
    act: async (page) => {
      await openRedeem(page);
      await page.getByLabel('User name').fill('anna');
      await page.getByLabel('License key').fill(key);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: /added$|^Key redeemed$/ }).waitFor();
    },
  },
];
