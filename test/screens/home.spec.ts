// The home screen: the title of the window, the focus of the main control, and its cards.
import { installedSample, programSample, withUpdate } from '../gallery/program.ts';
import type { Session } from '../../src/shared/session.ts';
import type { FakeBridge } from '../support/fake-bridge.ts';
import { nowMs, plainAnnouncement, ready } from './samples.ts';
import { expect, sessionOf, test, type OpenScreen } from './screen-page.ts';
import { damaged, fetching, paused, running, updated } from './task-samples.ts';

test.describe('the title of the window', () => {
  const cases: readonly (readonly [string, Partial<Session>])[] = [
    ['Checking for the newest version', { program: { ...programSample, next: 'look' } }],
    ['Not installed', { program: programSample }],
    ['Not installed', { program: { ...programSample, available: null, next: 'nothing' } }],
    ['Update required', { program: { ...withUpdate, next: 'update' } }],
    ['Repair required', { program: damaged }],
    ['Ready to launch', { program: installedSample }],
    ['Ready to launch', { program: null }],
    ['Installing', { program: programSample, tasks: [running] }],
    ['Downloading 41\u00a0%', { program: programSample, tasks: [{ ...running, ...fetching }] }],
    ['Paused 41\u00a0%', { program: programSample, tasks: [{ ...running, ...paused }] }],
    [
      'Verifying 99\u00a0%',
      {
        program: programSample,
        tasks: [{ ...running, stage: 'verifying', done: 9_999, total: 10_000 }],
      },
    ],
  ];
  test('matches the state of the program and its task', async ({ page, open }) => {
    const bridge = await open({ phase: ready });
    for (const [at, [title, session]] of cases.entries()) {
      await bridge.publish(sessionOf(ready, { revision: 2 + at, ...session }));
      await expect(page).toHaveTitle(`${title} · Northwind Studio`);
    }
  });
});

test.describe('the focus', () => {
  test('moves to the main control once the state of the program is known after sign-in', async ({
    page,
    open,
  }) => {
    const looking = { ...installedSample, next: 'look' } as const;
    const bridge = await open({ phase: ready, session: { program: looking } });
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await bridge.publish(sessionOf(ready, { revision: 2, program: installedSample }));
    await expect(page.getByRole('button', { name: 'Launch' })).toBeFocused();
    await page.keyboard.press('Enter');
    expect(await bridge.inputsOf('launch')).toEqual([{}]);
  });

  test('moves to Launch after an installation, from any button of the task', async ({
    page,
    open,
  }) => {
    const bridge = await openInstalling(open);
    for (const [at, name] of ['Pause', 'Cancel'].entries()) {
      const tasks = [{ ...running, ...fetching }];
      const revision = 2 + 2 * at;
      await bridge.publish(sessionOf(ready, { revision, program: programSample, tasks }));
      await page.getByRole('button', { name }).focus();
      const installed = { revision: revision + 1, program: installedSample };
      await bridge.publish(sessionOf(ready, installed));
      await expect(page.getByRole('button', { name: 'Launch' })).toBeFocused();
    }
  });

  test('starts on Resume if an installation is paused', async ({ page, open }) => {
    await open({
      phase: ready,
      session: { program: programSample, tasks: [{ ...running, ...paused }] },
    });
    await expect(page.getByRole('button', { name: 'Resume' })).toBeFocused();
  });

  test('stays on a control outside the task after an installation', async ({ page, open }) => {
    const bridge = await openInstalling(open);
    const account = page.getByRole('button', { name: 'Account of anna' });
    await account.focus();
    await bridge.publish(sessionOf(ready, { revision: 2, program: installedSample }));
    await expect(page.getByRole('button', { name: 'Launch' })).toBeVisible();
    await expect(account).toBeFocused();
  });
});

function openInstalling(open: OpenScreen): Promise<FakeBridge> {
  const tasks = [{ ...running, ...fetching }];
  return open({ phase: ready, session: { program: programSample, tasks } });
}

for (const viewport of [
  { width: 900, height: 600 },
  { width: 480, height: 680 },
  { width: 400, height: 560 },
])
  test(`shows all of a download without scrolling at ${viewport.width} x ${viewport.height}`, async ({
    page,
    open,
  }) => {
    await page.setViewportSize(viewport);
    const bridge = await openInstalling(open);
    const hint = page.getByText('You can close this window and continue later.');
    const parts = [
      page.getByRole('progressbar'),
      page.getByText('41\u00a0%'),
      page.getByText(/12.4\sMB/),
      page.getByRole('button', { name: 'Pause' }),
      page.getByRole('button', { name: 'Cancel' }),
      hint,
    ];
    for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 });
    const tasks = [{ ...running, ...fetching, kind: 'move' }] as const;
    await bridge.publish(sessionOf(ready, { revision: 2, program: programSample, tasks }));
    await expect(hint).toHaveCount(0);
  });

test('an update that was installed keeps its card and notes @main', async ({ page, open }) => {
  const bridge = await open({ phase: ready, session: { program: withUpdate } });
  await expect(page.getByRole('heading', { name: 'Version 2.5 is available' })).toBeVisible();
  await bridge.publish(sessionOf(ready, { revision: 2, program: updated }));
  await expect(page.getByRole('heading', { name: 'Version 2.5 is installed' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Update/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: "What's new" })).toBeVisible();
  // A withdrawn update leaves nothing.
  await bridge.publish(sessionOf(ready, { revision: 3, program: installedSample }));
  await expect(page.getByRole('heading', { name: /Version/ })).toHaveCount(0);
});

test('an announcement has its title, date and link', async ({ page, open }) => {
  const announcement = {
    title: 'Maintenance on Sunday',
    text: '<b>02:00</b> to 03:00.',
    date: '2026-11-24',
    link: 'https://status.example/sunday',
  };
  const bridge = await open({ phase: { ...ready, announcement } });
  const card = page.getByRole('region', { name: 'Announcement' });
  await expect(card.getByRole('heading', { name: 'Maintenance on Sunday' })).toBeVisible();
  await expect(card).toContainText('<b>02:00</b> to 03:00.');
  await expect(card).toContainText('24 November 2026');
  await card.getByRole('button', { name: 'Read more at status.example' }).click();
  expect(await bridge.inputsOf('openLink')).toEqual([{ name: 'announcement' }]);
  const plain = { ...ready, announcement: plainAnnouncement };
  await bridge.publish(sessionOf(plain, { revision: 2 }));
  await expect(card).toHaveText(plainAnnouncement.text);
  await expect(card.getByRole('button')).toHaveCount(0);
});

test('a subscription that ends soon can be renewed or extended with a key', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: ready });
  const cards = page.getByRole('list', { name: 'Your subscriptions' }).getByRole('listitem');
  await expect(cards.nth(0).getByRole('button')).toHaveCount(0);
  await cards.nth(1).getByRole('button', { name: 'Renew' }).click();
  expect(await bridge.inputsOf('openLink')).toEqual([{ name: 'renew' }]);
  await cards.nth(1).getByRole('button', { name: 'Redeem', exact: true }).click();
  await expect(page.getByLabel('License key')).toBeFocused();
});

test('the cover names the plan that ends last', async ({ page, open }) => {
  const [pro, addOn] = ready.account.subscriptions;
  const line = page.locator('.home-state');
  const bridge = await open({ phase: ready, session: { program: installedSample } });
  await expect(line).toHaveText('Version 2.4 · Pro until 14 March 2027');
  const lifetime = { name: 'Founders', expiresAt: null, startedAt: null, lifetime: true };
  const ended = { name: 'Old', expiresAt: nowMs - 1, startedAt: null, lifetime: false };
  const cases: readonly (readonly [readonly (typeof pro)[], string])[] = [
    [[pro, addOn, lifetime], 'Version 2.4 · Founders, lifetime'],
    [[ended], 'Version 2.4'],
    [[], 'Version 2.4'],
  ];
  for (const [at, [given, text]] of cases.entries()) {
    const subscriptions = given.flatMap((one) => one ?? []);
    const phase = { ...ready, account: { ...ready.account, subscriptions } };
    await bridge.publish(sessionOf(phase, { revision: 2 + at, program: installedSample }));
    await expect(line).toHaveText(text);
  }
});

test.describe('in a wide window', () => {
  test.use({ viewport: { width: 900, height: 600 } });

  test('both menus open over the cover and the cards', async ({ page, open }) => {
    const bridge = await open({ phase: ready, session: { program: installedSample } });
    await page.getByRole('button', { name: 'More about Northwind Studio' }).click();
    await page.getByRole('menuitem', { name: 'Repair' }).click();
    expect(await bridge.inputsOf('repairProgram')).toEqual([{}]);
    await page.getByRole('button', { name: 'Account of anna' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    expect(await bridge.inputsOf('signOut')).toEqual([{}]);
  });
});

test('the cards are in two columns in windows of at least 760 pixels', async ({ page, open }) => {
  await open({ phase: ready });
  const cards = page.getByRole('list', { name: 'Your subscriptions' }).getByRole('listitem');
  const topOf = (at: number) => cards.nth(at).evaluate((one) => one.getBoundingClientRect().top);
  await page.setViewportSize({ width: 760, height: 600 });
  expect(await topOf(1)).toBe(await topOf(0));
  await page.setViewportSize({ width: 759, height: 600 });
  expect(await topOf(1)).toBeGreaterThan(await topOf(0));
});

test('shows nothing untrue at an offline start until the installed files are known', async ({
  page,
  open,
}) => {
  const offline = { ...ready, offline: { until: nowMs + 86_400_000 } };
  const looking = { ...programSample, available: null, next: 'look' } as const;
  const bridge = await open({ phase: offline, session: { program: looking } });
  const main = page.getByRole('main');
  await expect(main).toContainText('You can work offline until');
  await expect(main).not.toContainText('Go online to install it');
  await expect(main).not.toContainText('Checking for the newest version');
  await expect(page.locator('.control-face')).toBeEmpty();
  await bridge.publish(sessionOf(offline, { revision: 3, program: installedSample }));
  await expect(page.getByRole('button', { name: 'Launch' })).toBeVisible();
});
