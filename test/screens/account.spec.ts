// The account in the settings: subscriptions, saved accounts, this computer, redeemed keys, and
// sign-out.
import type { Page } from '@playwright/test';
import { openPage, openSettings } from '../gallery/picture.ts';
import {
  anna,
  demoInfo,
  failureOf,
  savedSignIns,
  ready,
  redeemedHere,
  rightToLeftName,
  wholeAccount,
} from './samples.ts';
import { inEngine } from '../support/engine.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const rows = (page: Page, name: string) => part(page, name).getByRole('listitem');

test(
  'shows level, start, end and time left of every subscription, including paused and ended ones @main',
  { tag: inEngine.words },
  async ({ page, open }) => {
    await open({ phase: wholeAccount });
    await openSettings(page, 'Subscriptions and keys');
    const owned = rows(page, 'Subscriptions');
    await expect(owned).toHaveCount(5);
    await expect(owned.nth(0)).toContainText(/until 14 March 2027.*114 days left/);
    await expect(owned.nth(0)).toContainText(/Since 12 September 2026.*level 2/);
    await expect(owned.nth(1)).toContainText('Ends in 6 days');
    await expect(owned.nth(1)).toContainText(/Since 26 October 2026/);
    await expect(owned.nth(1)).not.toContainText('level');
    await expect(owned.nth(2)).toContainText('Lifetime');
    await expect(owned.nth(2)).toContainText('Level 9');
    await expect(owned.nth(3)).toContainText('Paused');
    await expect(owned.nth(3)).toContainText('Resumes when Northwind Studio reactivates it');
    await expect(owned.nth(4)).toContainText(/Ended.*ended on 1 October 2026/s);
  },
);

test('omits facts that the service does not send, and does not guess the device link', async ({
  page,
  open,
}) => {
  await open({ phase: { ...ready, account: { ...anna.account, subscriptions: [] } } });
  await openSettings(page, 'Subscriptions and keys');
  await expect(rows(page, 'Subscriptions')).toHaveCount(0);
  await openPage(page, 'Computers');
  await expect(part(page, 'This computer')).toContainText('studio-pc');
  await expect(part(page, 'This computer')).toContainText(
    "It's unknown whether this computer is linked",
  );
  await openPage(page, 'Security');
  await expect(part(page, 'Saved accounts')).toHaveCount(0);
});

for (const [boundAt, said] of [
  [Date.UTC(2026, 8, 12, 12), 'Linked to this account since 12 September 2026'],
  [null, 'Not linked to this account.'],
] as const)
  test(`shows the device link: ${said}`, async ({ page, open }) => {
    await open({ phase: { ...ready, account: { ...anna.account, boundAt } } });
    await openSettings(page, 'Computers');
    await expect(part(page, 'This computer')).toContainText(said);
  });

test('lists hardware that changed since the previous sign-in', async ({ page, open }) => {
  const changes = [{ part: 'board', kind: 'other' } as const];
  await open({ phase: { ...ready, account: { ...anna.account, changes } } });
  await openSettings(page, 'Computers');
  await expect(part(page, 'This computer')).toContainText(
    'Changed since your previous sign-in: the motherboard.',
  );
});

test('shows markup in the computer name as text', async ({ page, open }) => {
  const computer = `<b>pc</b> ${rightToLeftName}`;
  await open({ phase: ready, info: { ...demoInfo, computer } });
  await openSettings(page, 'Computers');
  await expect(part(page, 'This computer').locator('bdi')).toHaveText(computer);
});

test.describe('saved accounts', () => {
  test('lists each account and removes one after confirmation', async ({ page, open }) => {
    const then = sessionOf(ready, {
      savedSignIns: [savedSignIns[0], savedSignIns[2]],
      revision: 2,
    });
    const bridge = await open({
      phase: ready,
      session: { savedSignIns: savedSignIns },
      replies: { removeSavedSignIn: [{ result: { ok: true, value: null }, then }] },
    });
    await openSettings(page, 'Security');
    const kept = rows(page, 'Saved accounts');
    await expect(kept).toHaveCount(3);
    await expect(kept.nth(0)).toContainText('This account');
    await expect(kept.nth(1)).toContainText('Password required');
    await expect(kept.nth(1)).not.toContainText('This account');
    await expect(kept.nth(2)).toContainText('Key only');
    await button(page, 'Remove bob').click();
    expect(await bridge.inputsOf('removeSavedSignIn')).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(kept).toHaveCount(2);
    expect(await bridge.inputsOf('removeSavedSignIn')).toEqual([{ id: savedSignIns[1].id }]);
    await expect(page.getByRole('status').first()).toHaveText(/bob was removed/);
    await expect(page.getByRole('heading', { name: 'Security', exact: true })).toBeVisible();
  });

  test('reports a saved sign-in that cannot be removed, with its file', async ({ page, open }) => {
    const failure = failureOf({ code: 'kept-not-removed', file: '/home/anna/kept.json' });
    await open({
      phase: ready,
      session: { savedSignIns: savedSignIns },
      replies: { removeSavedSignIn: [{ result: { ok: false, failure } }] },
    });
    await openSettings(page, 'Security');
    await button(page, 'Remove anna').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('/home/anna/kept.json');
  });
});

test('opens the form for a new user name', async ({ page, open }) => {
  await open({ phase: ready });
  await openSettings(page, 'Account');
  await button(page, 'Change user name').click();
  await expect(page.getByLabel('New user name')).toBeFocused();
});

test('signs out from the settings @main', async ({ page, open }) => {
  const bridge = await open({ phase: ready });
  await openSettings(page, 'Account');
  await page.locator('main').getByRole('button', { name: 'Sign out', exact: true }).click();
  expect(await bridge.inputsOf('signOut')).toEqual([{}]);
});

test('offers no user name change after a sign-in with a key alone', async ({ page, open }) => {
  const account = { ...anna.account, username: 'NWND-••••-91KD', byKey: true } as const;
  await open({ phase: { ...ready, account } });
  await openSettings(page, 'Account');
  await expect(button(page, 'Change user name')).toHaveCount(0);
  await expect(
    page.locator('main').getByRole('button', { name: 'Sign out', exact: true }),
  ).toBeVisible();
});

test('disables its buttons while the program runs and explains why', async ({ page, open }) => {
  const bridge = await open({
    phase: { ...wholeAccount, kind: 'running' },
    session: { savedSignIns: savedSignIns },
  });
  await openSettings(page, 'Account');
  for (const [title, name] of [
    ['Account', 'Change user name'],
    ['Account', 'Sign out'],
    ['Security', 'Remove bob'],
    ['Security', 'Turn off two-factor sign-in'],
  ] as const) {
    await openPage(page, title);
    const control = page.locator('main').getByRole('button', { name, exact: true });
    await expect(control).toHaveAttribute('aria-disabled', 'true');
    await control.dispatchEvent('click');
  }
  await expect(page.getByText('Close Northwind Studio first.').first()).toBeVisible();
  expect(await bridge.inputsOf('signOut')).toEqual([]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('keys redeemed on this computer', () => {
  const list = 'Redeemed on this computer';
  const told = [{ result: { ok: true, value: redeemedHere } }] as const;

  test('lists key, subscription and date, removes one key, then all keys', async ({
    page,
    open,
  }) => {
    const [first, , third] = redeemedHere;
    const left = redeemedHere.filter(({ id }) => id !== 2);
    const bridge = await open({
      phase: ready,
      replies: {
        listRedeemed: told,
        removeRedeemed: [
          { result: { ok: true, value: left } },
          { result: { ok: true, value: [] } },
        ],
      },
    });
    await openSettings(page, 'Subscriptions and keys');
    await expect(rows(page, list)).toHaveCount(3);
    await expect(rows(page, list).nth(0)).toContainText('Pro, until 14 March 2027');
    await expect(rows(page, list).nth(1)).toContainText('Sample library, lifetime');
    await expect(rows(page, list).nth(2)).toContainText('Redeemed on 12 September 2026');
    await button(page, 'Remove NWND-••••-77QX').click();
    await expect(rows(page, list)).toHaveText([
      new RegExp(first?.maskedKey ?? ''),
      new RegExp(third?.maskedKey ?? ''),
    ]);
    await expect(page.getByRole('heading', { name: list })).toBeFocused();
    await button(page, 'Remove all').click();
    await expect(part(page, list)).toContainText('There are no keys in this list.');
    expect(await bridge.inputsOf('removeRedeemed')).toEqual([{ id: 2 }, { id: null }]);
    expect(await bridge.refusedInputs()).toEqual([]);
  });

  test('shows markup in a subscription name as text and hides "Remove all" for a single key', async ({
    page,
    open,
  }) => {
    const [first] = redeemedHere;
    const subscription = '<img src=x> {date}';
    const value = first === undefined ? [] : [{ ...first, subscription }];
    await open({ phase: ready, replies: { listRedeemed: [{ result: { ok: true, value } }] } });
    await openSettings(page, 'Subscriptions and keys');
    await expect(rows(page, list).first()).toContainText(`${subscription}, until`);
    await expect(button(page, 'Remove all')).toHaveCount(0);
  });
});
