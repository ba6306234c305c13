// The page reports focus, visibility and network changes, and shows a notice after a renewal.
import { ready } from './samples.ts';
import { expect, test } from './screen-page.ts';

test('reports focus, visibility and network changes to the main process @main', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: ready });
  await expect(page.getByRole('button', { name: 'Launch' })).toBeVisible();
  const before = (await bridge.inputsOf('wake')).length;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  expect((await bridge.inputsOf('wake')).slice(before)).toEqual([
    { because: 'online' },
    { because: 'shown' },
    { because: 'shown' },
  ]);
});

test('reports nothing when the window becomes hidden', async ({ page, open }) => {
  const bridge = await open({ phase: ready });
  await expect(page.getByRole('button', { name: 'Launch' })).toBeVisible();
  const before = (await bridge.inputsOf('wake')).length;
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(await bridge.inputsOf('wake')).toHaveLength(before);
});

for (const [expiresAt, lifetime, said] of [
  [Date.UTC(2027, 2, 14, 12), false, 'Thank you, active until 14 March 2027'],
  [Date.UTC(2090, 0, 1), true, 'Thank you, your subscription is active'],
  [null, false, 'Thank you, your subscription is active'],
] as const)
  test(`confirms a renewal: ${said}${lifetime ? ', lifetime' : ''}`, async ({ page, open }) => {
    await open({ phase: ready, session: { notice: { kind: 'renewed', expiresAt, lifetime } } });
    const notice = page.locator('.notice');
    await expect(notice).toContainText(said);
    await expect(notice.getByText('You now have a lifetime subscription.')).toHaveCount(
      lifetime ? 1 : 0,
    );
  });
