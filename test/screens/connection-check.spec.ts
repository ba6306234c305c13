// The connection check: where it is offered, what its dialog shows, and what it never moves.
import {
  checkOf,
  fineCheck,
  portal,
  readTraffic,
  runningCheck,
  slowClock,
} from './check-samples.ts';
import { shiftsOf, watchShifts } from './layout-shifts.ts';
import { failureOf, hourMs, nowMs, ready, signedOut } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const trust = { kind: 'not-reached' } as const;
const unreachable = {
  kind: 'unreachable',
  username: 'anna',
  failure: failureOf({ code: 'refused-connection' }),
} as const;
const offlineHome = { ...ready, announcement: null, offline: { until: nowMs + 50 * hourMs } };
const name = 'Check connection';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('shows results as they arrive, then the first cause and one action @main', async ({
  page,
  open,
}) => {
  const bridge = await open({
    phase: unreachable,
    session: { trust },
    replies: { checkConnection: ['hold'] },
  });
  await page.getByRole('button', { name }).click();
  await bridge.publish(
    sessionOf(unreachable, { revision: 2, trust, connectionCheck: runningCheck }),
  );
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName('Checking…');
  await expect(dialog.locator('.check-groups li')).toHaveText([
    /^Network\s*Checking…$/,
    /^Service\s*Checking…$/,
    /^This computer\s*Checking…$/,
  ]);
  await expect(dialog.getByRole('button', { name: 'Check again' })).toHaveAttribute(
    'aria-disabled',
  );
  await bridge.publish(
    sessionOf(unreachable, { revision: 3, trust, connectionCheck: readTraffic }),
  );
  await expect(dialog).toHaveAccessibleName("The certificate isn't the service's");
  await expect(dialog).toHaveAccessibleDescription(
    'It is from "ESET SSL Filter CA". If that\'s a security program, exclude licenses.northwind.example in it. If not, sign in to your network in a browser, or use another network.',
  );
  await expect(dialog.locator('.check-groups li')).toHaveText([
    /^Network\s*Problem$/,
    /^Service\s*Unknown$/,
    /^This computer\s*OK$/,
  ]);
  await expect(dialog.getByText('tls: problem')).toBeHidden();
  await dialog.getByText('Details', { exact: true }).click();
  await expect(dialog.getByText('tls: problem, OK, ESET SSL Filter CA, local root')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  expect(await bridge.inputsOf('checkConnection')).toEqual([{}]);
});

test('names the length of a wrong clock', async ({ page, open }) => {
  await open({ phase: unreachable, session: { trust, connectionCheck: slowClock } });
  await page.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog', { name: "This computer's clock is wrong" });
  await expect(dialog).toContainText(
    "This computer's clock is 3 days slow. Turn on automatic date",
  );
  await expect(dialog.locator('.check-groups li')).toHaveText([
    /^Network\s*OK$/,
    /^Service\s*OK$/,
    /^This computer\s*Problem$/,
  ]);
});

test('copies a report without a path, and checks again', async ({ page, open }) => {
  const bridge = await open({ phase: unreachable, session: { trust, connectionCheck: fineCheck } });
  await page.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog', { name: 'Your connection works' });
  await dialog.getByRole('button', { name: 'Copy details' }).click();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toMatch(/^Northwind Studio, loader 5\.2\nlicenses\.northwind\.example, 2026-/);
  expect(text).toContain('\nname: ok, 18 ms, A 1, AAAA 1\n');
  expect(text).not.toContain('anna');
  await dialog.getByRole('button', { name: 'Check again' }).click();
  expect(await bridge.inputsOf('checkConnection')).toHaveLength(2);
});

test('shows no old result until the new check has begun, and keeps it at the end of the outage', async ({
  page,
  open,
}) => {
  const bridge = await open({
    phase: unreachable,
    session: { trust, connectionCheck: portal },
    replies: { checkConnection: ['hold'] },
  });
  await page.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toHaveAccessibleName('Checking…');
  const next = { ...readTraffic, startedAt: nowMs + 1000 };
  await bridge.publish(sessionOf(unreachable, { revision: 2, trust, connectionCheck: next }));
  await expect(dialog).toHaveAccessibleName("The certificate isn't the service's");
  await bridge.publish(sessionOf(signedOut, { revision: 3, connectionCheck: null }));
  await expect(dialog).toHaveAccessibleName("The certificate isn't the service's");
});

test('says that the connection works, and shows a problem of the computer', async ({
  page,
  open,
}) => {
  const full = checkOf({ space: { state: 'problem', evidence: '12 MiB' } });
  await open({ phase: unreachable, session: { trust, connectionCheck: full } });
  await expect(page.locator('.check-finding')).toHaveCount(0);
  await page.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog', { name: 'Your connection works' });
  await expect(dialog.locator('.check-groups .problem')).toHaveText(/^This computer\s*Problem$/);
});

test('is not offered for a failure that is none of the connection', async ({ page, open }) => {
  const failure = failureOf({ code: 'hardware-unavailable' });
  await open({ phase: signedOut, replies: { signIn: [{ result: { ok: false, failure } }] } });
  await page.getByLabel('User name').fill('anna');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.locator('main').getByRole('button', { name })).toHaveCount(0);
});

test('no retry is offered for a locked password storage, because it could not help', async ({
  page,
  open,
}) => {
  const failure = failureOf({ code: 'key-store-locked' });
  await open({ phase: { ...unreachable, failure } });
  await expect(page.getByText('Unlock it, then restart Northwind Studio.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

for (const [place, phase, shown] of [
  ['unreachable', unreachable, portal],
  ['offline home', offlineHome, portal],
] as const)
  for (const width of [400, 900, 1400])
    test(`shows the finding without moving anything: ${place}, ${width}`, async ({
      page,
      open,
    }) => {
      await page.setViewportSize({ width, height: 700 });
      await page.addInitScript(watchShifts);
      const bridge = await open({ phase, session: { trust } });
      await expect(page.locator('main')).toBeVisible();
      await shiftsOf(page);
      await bridge.publish(sessionOf(phase, { revision: 2, trust, connectionCheck: runningCheck }));
      await expect(page.locator('.check-finding')).toHaveCount(0);
      await bridge.publish(sessionOf(phase, { revision: 3, trust, connectionCheck: shown }));
      await expect(page.locator('.check-finding')).toHaveText(
        /^Your network requires you to sign in\. Open any web page/,
      );
      expect(await shiftsOf(page)).toEqual([]);
    });

test('adds no line if the screen names the same cause', async ({ page, open }) => {
  const same = checkOf({ route: { state: 'problem' } }, { code: 'refused-connection' });
  const bridge = await open({ phase: unreachable, session: { trust, connectionCheck: same } });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.check-finding')).toHaveCount(0);
  await bridge.publish(sessionOf(unreachable, { revision: 2, trust, connectionCheck: portal }));
  await expect(page.locator('.check-finding')).toHaveCount(1);
});

test('is offered in the panel of the shield and at a failed sign-in', async ({ page, open }) => {
  const result = { ok: false, failure: failureOf({ code: 'tls' }) } as const;
  await open({
    phase: signedOut,
    session: { connectionCheck: fineCheck },
    replies: { signIn: [{ result }] },
  });
  await page.getByRole('button', { name: 'What was verified' }).click();
  await page.locator('.trust-panel').getByRole('button', { name }).click();
  await expect(page.getByRole('dialog', { name: 'Your connection works' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('User name').fill('anna');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('main').getByRole('button', { name })).toBeVisible();
});
