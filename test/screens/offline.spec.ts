// A user who works with an offline pass: one quiet line, and nothing that needs the service.
import { nowMs, hourMs, ready, failureOf, savedSignIns, signedOut } from './samples.ts';
import { withUpdate } from '../gallery/program.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const offline = { until: nowMs + 50 * hourMs } as const;
const home = { ...ready, announcement: null, offline };
const session = { trust: { kind: 'not-reached' } } as const;

test('the home screen says until when, and launches with the keyboard @main', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: home, session });
  await expect(page.getByText(/^You can work offline until Monday, /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Launch' })).toBeFocused();
  await page.keyboard.press('Enter');
  expect(await bridge.inputsOf('launch')).toHaveLength(1);
  // Neither an error nor a second line about the network.
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.locator('.foot .trust')).toHaveCount(0);
});

test('nothing that needs the service is offered', async ({ page, open }) => {
  const program = { ...withUpdate, available: null };
  await open({ phase: home, session: { ...session, program } });
  await expect(page.getByRole('button', { name: 'Redeem a key' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Chat' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^More/ })).toHaveCount(0);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.locator('.settings-list button')).toHaveCount(2);
});

test('going online again changes one line and moves nothing', async ({ page, open }) => {
  const bridge = await open({ phase: home, session });
  const launch = page.getByRole('button', { name: 'Launch' });
  await launch.waitFor();
  const before = await launch.boundingBox();
  const { offline: _ended, ...online } = home;
  const notice = { kind: 'checked', at: nowMs, changed: null, service: 'back' } as const;
  await bridge.publish(sessionOf(online, { revision: 2, notice }));
  await expect(page.getByRole('main').getByText("you're online again")).toBeVisible();
  await expect(page.getByText(/^You can work offline until/)).toHaveCount(0);
  expect(await launch.boundingBox()).toEqual(before);
  await expect(launch).toBeFocused();
});

test('a user who needs a code goes online on request', async ({ page, open }) => {
  const bridge = await open({
    phase: { ...home, offline: { ...offline, needsCode: true } },
    session,
  });
  await page.getByRole('button', { name: 'Sign in to go online' }).click();
  expect(await bridge.inputsOf('retry')).toHaveLength(1);
});

test('an ended pass says when it ended and what to do', async ({ page, open }) => {
  const failure = failureOf({ code: 'offline' });
  const phase = { kind: 'unreachable', username: 'anna', failure } as const;
  await open({ phase: { ...phase, offlineEndedAt: nowMs - hourMs }, session });
  await expect(
    page.getByText(/Offline use ended on .* Go online once to continue\.$/),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('signing out says what is lost, and nothing happens without a yes', async ({ page, open }) => {
  const bridge = await open({ phase: home, session: { ...session, savedSignIns } });
  const choose = async (name: string | RegExp) => {
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Sign out');
  await expect(page.getByText("You can't sign in again until you're online.")).toBeVisible();
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await choose('Use another account');
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await choose(/^Switch to/);
  await expect(page.getByText('This account stays saved.')).toBeVisible();
  await page.keyboard.press('Escape');
  for (const command of ['signOut', 'useAnotherAccount', 'signInWithSaved'] as const)
    expect(await bridge.inputsOf(command)).toHaveLength(0);
  await choose('Sign out');
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  expect(await bridge.inputsOf('signOut')).toHaveLength(1);
});

test('switching to another account offline goes on after a yes', async ({ page, open }) => {
  const bridge = await open({ phase: home, session: { ...session, savedSignIns } });
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: /^Switch to/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch account' }).click();
  expect(await bridge.inputsOf('signInWithSaved')).toHaveLength(1);
});

test('the settings ask as well while the service is not reached', async ({ page, open }) => {
  const phase = { ...ready, announcement: null };
  const bridge = await open({ phase, session: { ...session, savedSignIns } });
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.locator('.settings-list').getByRole('button', { name: 'Account' }).click();
  await page.locator('main').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText("You can't sign in again");
  expect(await bridge.inputsOf('signOut')).toHaveLength(0);
});

test('removing a saved account says that signing in needs a connection', async ({ page, open }) => {
  await open({ phase: signedOut, session: { ...session, savedSignIns } });
  await page.getByRole('button', { name: 'Remove anna' }).click();
  await expect(page.getByRole('dialog')).toContainText("with it again until you're online");
});
