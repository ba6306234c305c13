// "Send this to" beside a support code: the line is shown before it goes out, the receipt takes the button's place, and where nothing
// can be sent nothing is offered.
import { english } from '../../src/copy/en/window.ts';
import { askToSend, send, sends, sendsWell, supportLine } from '../gallery/send-report.ts';
import { submitSignIn } from '../gallery/picture.ts';
import { failureOf, ready, report, signedOut } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const ask = { name: 'Send this to Northwind Studio', exact: true };
const copy = english.sendReport;
const { reportId } = report;

test('the line is shown word for word, and only Send sends it', async ({ page, open }) => {
  const bridge = await open(sendsWell);
  await askToSend(page);
  await expect(page.getByRole('dialog').getByText(supportLine, { exact: true })).toBeVisible();
  expect(await bridge.inputsOf('showReport')).toEqual([{ reportId }]);
  await page.getByRole('button', { name: copy.notNow }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', ask)).toBeFocused();
  expect(await bridge.inputsOf('sendReport')).toEqual([]);
});

test('Not now has the focus, and Escape is the same answer', async ({ page, open }) => {
  const bridge = await open(sendsWell);
  await askToSend(page);
  await expect(page.getByRole('button', { name: copy.notNow })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await bridge.inputsOf('sendReport')).toEqual([]);
});

test('the receipt takes the place of the button, with the focus, and is said', async ({
  page,
  open,
}) => {
  const bridge = await open(sendsWell);
  await send(page);
  const receipt = page.locator('main').getByText('Sent to Northwind Studio on');
  await expect(receipt).toBeFocused();
  await expect(page.getByText('Sent to Northwind Studio on')).toHaveCount(2);
  await expect(page.getByRole('button', ask)).toHaveCount(0);
  expect(await bridge.inputsOf('sendReport')).toEqual([{ reportId }]);
});

test('a double press sends once, and Escape cancels the request', async ({ page, open }) => {
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

test('a service without it says so where it was asked, and offers it no more', async ({
  page,
  open,
}) => {
  const failure = failureOf({ code: 'type-unknown' });
  const bridge = await open({
    ...sendsWell,
    replies: { ...sendsWell.replies, sendReport: [{ result: { ok: false, failure } }] },
  });
  await send(page);
  await bridge.publish(sessionOf(sends.phase, { revision: 2, lacking: ['supportLog'] }));
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: copy.notNow }).click();
  await expect(page.getByRole('button', ask)).toHaveCount(0);
});

test('beside a failure in a form it is there, and the form keeps what was typed', async ({
  page,
  open,
}) => {
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
  ['the brand does not want it', { ...sends, info: {} }],
  [
    'the service cannot be reached',
    {
      ...sends,
      phase: { kind: 'unreachable', username: 'anna', failure: failureOf({ code: 'offline' }) },
    },
  ],
  ['the application is paused', { ...sends, phase: { kind: 'app-paused', report } }],
  [
    'a failure says that nothing arrives',
    {
      ...sends,
      phase: ready,
      session: { notice: { kind: 'failure', failure: failureOf({ code: 'bad-signature' }) } },
    },
  ],
] as const)
  test(`is not offered if ${why}`, async ({ page, open }) => {
    await open(given);
    await expect(page.getByText('LK-7F3A-2B1C')).toBeVisible();
    await expect(page.getByRole('button', ask)).toHaveCount(0);
  });
