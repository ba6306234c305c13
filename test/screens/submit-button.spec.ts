// The submit button of a form while its spinner is shown.
import { fillSignIn } from '../gallery/picture.ts';
import { failureOf, signedOut } from './samples.ts';
import { expect, test } from './screen-page.ts';

test('submits on Enter after a refusal, even if the spinner is still shown @main', async ({
  page,
  open,
}) => {
  const bridge = await open({
    phase: signedOut,
    replies: { signIn: ['hold'] },
    stoppedClock: true,
  });
  await fillSignIn(page);
  await page.keyboard.press('Enter');
  await page.clock.runFor(450);
  const button = page.locator('button[type=submit]');
  await expect(button.locator('.spinner')).toBeVisible();
  const failure = failureOf({ code: 'bad-credentials', triesLeft: null, retryAt: null });
  await bridge.answer('signIn', { ok: false, failure });
  await expect(page.getByRole('alert')).toHaveText(/Incorrect user name or password/);
  await expect(button.locator('.spinner')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('another password');
  await page.keyboard.press('Enter');
  expect(await bridge.inputsOf('signIn')).toHaveLength(2);
});
