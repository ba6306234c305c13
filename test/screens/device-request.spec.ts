// "Ask to move it here" on the wrong-device screen: order of the buttons, the receipt, and a
// service without requests.
import { english } from '../../src/copy/en/window.ts';
import { expect, test } from './screen-page.ts';
import { failureOf, report } from './samples.ts';
import { chooseOption } from '../gallery/picture.ts';
import { askToMove, changes, receipt } from '../gallery/device-request.ts';

const phase = {
  kind: 'wrong-device',
  username: 'anna',
  shortDeviceId: '9f2c41d8',
  report,
} as const;
const asks = { deviceRequest: true } as const;
const ask = { name: english.wrongDevice.ask };

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('orders the buttons and has one primary button @main', async ({ page, open }) => {
  await open({ phase, info: asks });
  const texts = await page.locator('main button').allTextContents();
  const order = [english.wrongDevice.ask, english.state.again].map((text) => texts.indexOf(text));
  expect(order).toEqual([0, 1]);
  await expect(page.locator('main .filled')).toHaveCount(1);
});

test('offers the other ways under "More options", and copies the message', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase, info: asks });
  await page.getByRole('button', { name: 'More options' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    /^Move account at northwind\.exampleOpens https:\/\/northwind\.example\//,
    /^Get in touch at northwind\.exampleOpens https:\/\/northwind\.example\//,
    'Copy a message to Northwind Studio',
  ]);
  await page.getByRole('menuitem', { name: 'Get in touch' }).click();
  expect(await bridge.inputsOf('openLink')).toEqual([{ name: 'contact' }]);
  await chooseOption(page, 'Copy a message');
  await expect(page.locator('main').getByText('Copied', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('9f2c41d8');
});

test('shows the message to copy by hand if copying fails', async ({ page, open }) => {
  await open({ phase });
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await chooseOption(page, 'Copy a message');
  await expect(page.locator('textarea')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Use another account' })).toBeFocused();
});

test('shows the host of an option that does not open', async ({ page, open }) => {
  const failure = failureOf({ code: 'internal' });
  await open({ phase, replies: { openLink: [{ result: { ok: false, failure } }] } });
  await chooseOption(page, 'Get in touch');
  await expect(page.getByRole('alert')).toHaveText(/Go to northwind.example/);
});

test('hides the request and keeps one primary button if requests are not configured', async ({
  page,
  open,
}) => {
  await open({ phase });
  await expect(page.getByRole('button', ask)).toHaveCount(0);
  await expect(page.locator('main .filled')).toHaveCount(1);
});

test('replaces the button with a receipt and announces it', async ({ page, open }) => {
  const bridge = await open({
    phase,
    info: asks,
    replies: { requestDevice: [{ result: { ok: true, value: receipt } }] },
  });
  await askToMove(page);
  await expect(page.getByText('Request sent to Northwind Studio', { exact: true })).toBeVisible();
  await expect(page.getByText('for anna and this computer, 9f2c41d8')).toHaveCount(2);
  await expect(page.getByRole('button', ask)).toHaveCount(0);
  expect(await bridge.inputsOf('requestDevice')).toEqual([{}]);
});

test('shows and announces the changed hardware after a retry', async ({ page, open }) => {
  const some = [
    { part: 'board', kind: 'other' },
    { part: 'processor', kind: 'other' },
  ] as const;
  await open({
    phase: { ...phase, changes: some },
    replies: { retry: [{ result: { ok: true, value: null } }] },
  });
  const said = 'since your last sign-in here: the motherboard and the processor.';
  await expect(page.getByText(said)).toHaveCount(0);
  await page.getByRole('button', { name: english.state.again }).click();
  await expect(page.getByText(said)).toHaveCount(2);
  await expect(page.locator('.checked')).toHaveText(
    `Checked just now: still linked to another computer. Changed ${said}`,
  );
});

for (const size of [
  { width: 480, height: 680 },
  { width: 400, height: 560 },
])
  test(`keeps the retry button and the longest result in view at ${size.width} x ${size.height}`, async ({
    page,
    open,
  }) => {
    await page.setViewportSize(size);
    await open({
      phase: { ...phase, changes },
      info: asks,
      replies: { retry: [{ result: { ok: true, value: null } }] },
    });
    const again = page.getByRole('button', { name: english.state.again });
    await again.scrollIntoViewIfNeeded();
    await again.click();
    await expect(again).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.checked')).toBeInViewport({ ratio: 1 });
  });

test('sends one request on a double press and cancels it on Escape', async ({ page, open }) => {
  const bridge = await open({ phase, info: asks, replies: { requestDevice: ['hold'] } });
  await page.getByRole('button', ask).dblclick();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await bridge.inputsOf('requestDevice')).toEqual([{}]);
  expect(await bridge.inputsOf('cancel')).toEqual([{}]);
});

test('reports a failure and keeps the button', async ({ page, open }) => {
  const failure = failureOf({ code: 'offline' });
  await open({
    phase,
    info: asks,
    replies: { requestDevice: [{ result: { ok: false, failure } }] },
  });
  await askToMove(page);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByRole('button', ask)).toBeVisible();
});

test('explains that the service lacks requests and keeps one primary button', async ({
  page,
  open,
}) => {
  await open({ phase, info: asks, session: { unsupported: ['deviceRequest'] } });
  await expect(
    page.getByText("Northwind Studio doesn't take requests here. Copy a message instead."),
  ).toBeVisible();
  await expect(page.getByRole('button', ask)).toHaveCount(0);
  await expect(page.locator('main .filled')).toHaveCount(1);
});
