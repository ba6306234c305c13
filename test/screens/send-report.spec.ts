// "Send this to" beside a support code: the line is shown before it is sent, a receipt replaces the
// button, and the button is hidden where nothing can be sent.
import { english } from '../../src/copy/en/window.ts';
import { askToSend, send, sends, sendsWell, supportLine } from '../gallery/send-report.ts';
import { submitSignIn } from '../gallery/picture.ts';
import { failureOf, ready, report, signedOut } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const ask = { name: 'Send this to Northwind Studio', exact: true };
const copy = english.sendReport;
const { reportId } = report;

test('shows the exact line, and sends nothing on "Not now" @main', async ({ page, open }) => {
  const bridge = await open(sendsWell);
  await askToSend(page);
  await expect(page.getByRole('dialog').getByText(supportLine, { exact: true })).toBeVisible();
  expect(await bridge.inputsOf('showReport')).toEqual([{ reportId }]);
  await page.getByRole('button', { name: copy.notNow }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', ask)).toBeFocused();
  expect(await bridge.inputsOf('sendReport')).toEqual([]);
});

test('focuses "Not now", and closes without sending on Escape', async ({ page, open }) => {
  const bridge = await open(sendsWell);
  await askToSend(page);
  await expect(page.getByRole('button', { name: copy.notNow })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await bridge.inputsOf('sendReport')).toEqual([]);
});

test('replaces the button with a focused receipt and announces it', async ({ page, open }) => {
  const bridge = await open(sendsWell);
  await send(page);
  const receipt = page.locator('main').getByText('Sent to Northwind Studio on');
  await expect(receipt).toBeFocused();
  await expect(page.getByText('Sent to Northwind Studio on')).toHaveCount(2);
  await expect(page.getByRole('button', ask)).toHaveCount(0);
  expect(await bridge.inputsOf('sendReport')).toEqual([{ reportId }]);
});

test('sends once on a double press, and Escape cancels the request', async ({ page, open }) => {
  const bridge = await open({
    ...sendsWell,
    replies: { ...sendsWell.replies, sendReport: ['hold'] },
  });
  await askToSend(page);
  await page.getByRole('button', { name: copy.send, exact: true }).dblclick();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  expect(await bridge.inputsOf('sendReport')).toEqual([{ reportId }]);
  expect(await bridge.inputsOf('cancel')).toEqual([{}]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('reports a service that lacks reports and hides the button', async ({ page, open }) => {
  const failure = failureOf({ code: 'type-unknown' });
  const bridge = await open({
    ...sendsWell,
    replies: { ...sendsWell.replies, sendReport: [{ result: { ok: false, failure } }] },
  });
  await send(page);
  await bridge.publish(sessionOf(sends.phase, { revision: 2, unsupported: ['supportLog'] }));
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: copy.notNow }).click();
  await expect(page.getByRole('button', ask)).toHaveCount(0);
});

test('sends a report for a form failure and keeps the user name', async ({ page, open }) => {
  const failure = failureOf({ code: 'app-unknown' });
  await open({
    phase: signedOut,
    info: { supportLog: true },
    replies: { ...sendsWell.replies, signIn: [{ result: { ok: false, failure } }] },
  });
  await submitSignIn(page);
  await send(page);
  await expect(page.locator('main').getByText('Sent to Northwind Studio on')).toBeVisible();
  await expect(page.getByLabel(english.signIn.username)).toHaveValue('anna');
});

for (const [why, given] of [
  ['reports are off', { ...sends, info: {} }],
  [
    'the service cannot be reached',
    {
      ...sends,
      phase: { kind: 'unreachable', username: 'anna', failure: failureOf({ code: 'offline' }) },
    },
  ],
  ['the application is paused', { ...sends, phase: { kind: 'app-paused', report } }],
  [
    'the failure means that no request reaches the service',
    {
      ...sends,
      phase: ready,
      session: { notice: { kind: 'failure', failure: failureOf({ code: 'bad-signature' }) } },
    },
  ],
] as const)
  test(`does not offer a report if ${why}`, async ({ page, open }) => {
    await open(given);
    await expect(page.getByText('7F3A-2B1C')).toBeVisible();
    await expect(page.getByRole('button', ask)).toHaveCount(0);
  });
