// Messages disappear when they no longer apply: another account, another key, a paused task.
import { openRedeem, submitSignIn } from '../gallery/picture.ts';
import { failureOf, savedSignIns, nowMs, ready, signedOut, unknownKey } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';
import { showing } from './task-samples.ts';

const refused = {
  result: {
    ok: false,
    failure: failureOf({ code: 'bad-credentials', triesLeft: null, retryAt: null }),
  },
} as const;

test('hides a refusal under another user name and keeps an offline message @main', async ({
  page,
  open,
}) => {
  const offline = { result: { ok: false, failure: failureOf({ code: 'offline' }) } } as const;
  await open({ phase: signedOut, replies: { signIn: [refused, offline] } });
  await submitSignIn(page);
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText(/Incorrect user name or password/);
  await page.getByLabel('Password', { exact: true }).fill('again');
  await expect(alert).toHaveText(/Incorrect user name or password/);
  await page.getByLabel('User name').fill('bert');
  await expect(alert).toHaveCount(0);
  await page.getByLabel('User name').fill('anna');
  await expect(alert).toHaveText(/Incorrect user name or password/);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(alert).toContainText("You're offline");
  await page.getByLabel('User name').fill('bert');
  await expect(alert).toContainText("You're offline");
});

test('shows no refusal of a saved account in the form for another account', async ({
  page,
  open,
}) => {
  const failure = failureOf({ code: 'rate-limited', retryAt: nowMs + 900_000 });
  await open({
    phase: { ...signedOut, username: 'anna', failure },
    session: { savedSignIns: savedSignIns },
  });
  await expect(page.getByRole('alert')).toHaveCount(1);
  await page.getByRole('button', { name: 'Use another account' }).click();
  await expect(page.getByLabel('User name')).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sign in' })).toHaveText('Sign in');
});

test('hides a refusal under another key and keeps an offline message', async ({ page, open }) => {
  const refusals = [unknownKey, { code: 'offline' }] as const;
  const replies = refusals.map((facts) => ({
    result: { ok: false, failure: failureOf(facts) } as const,
  }));
  await open({ phase: ready, replies: { redeem: replies } });
  await openRedeem(page);
  const alert = page.getByRole('alert');
  for (const [other, isKept] of [
    ['NWND-7F3Q-2MXX-91KE', false],
    ['NWND-7F3Q-2MXX-91KF', true],
  ] as const) {
    await page.getByLabel('License key').fill('NWND-7F3Q-2MXX-91KD');
    await page.keyboard.press('Enter');
    await expect(alert).toHaveCount(1);
    await page.getByLabel('License key').fill(other);
    await expect(alert).toHaveCount(isKept ? 1 : 0);
  }
});

test('suggests Pause in the question only while the task runs', async ({ page, open }) => {
  const bridge = await open({ phase: ready, session: showing({}) });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toContainText('This deletes the download. To continue later, use Pause.');
  for (const [revision, state] of [
    [2, 'paused'],
    [3, 'failed'],
  ] as const) {
    await bridge.publish(sessionOf(ready, { revision, ...showing({ state }) }));
    await expect(dialog).toContainText('This deletes the download.');
    await expect(dialog).not.toContainText('Pause');
  }
});
