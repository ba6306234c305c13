// The settings: each section once by clicking, with its effect for users or other sellers, and a
// setting beside it that stays.
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { expect, test } from './desk-page.ts';
import { change, expectSettings, press } from './settings-parts.ts';
import { addUsers, confirm, signInAs } from './users-parts.ts';

const { settings } = english;

test('turns the application off and on, and pauses it @main', async ({
  page,
  desk,
  owner,
  shop,
}) => {
  await addUsers(shop, 'anna');
  await desk.signIn(owner, 'settings');
  await desk.expectAccessible();
  await desk.picture('settings-application');
  await press(page, settings.turnOff);
  await expect(page.getByRole('dialog')).toContainText(settings.flags.enabled.turnOff ?? '');
  const { name } = settings.flags.enabled;
  await confirm(page, settings.turnOff, settings.isOff(name));
  await expect(page.getByText(settings.flags.enabled.off)).toBeVisible();
  expect(await signInAs(shop, 'anna')).toBe('app-disabled');
  await press(page, settings.turnOn);
  await confirm(page, settings.turnOn, settings.isOn(name));
  expect(await signInAs(shop, 'anna')).toBe('ok');
  await press(page, settings.state.pause);
  await confirm(page, settings.state.pause, settings.state.pauseDone);
  expect(await signInAs(shop, 'anna')).toBe('app-paused');
  await expect(page.getByText(settings.state.resting)).toBeVisible();
  await press(page, settings.state.resume);
  await confirm(page, settings.state.resume, settings.state.resumeDone);
  expect(await signInAs(shop, 'anna')).toBe('ok');
});

test('adds, limits and removes versions', async ({ page, desk, owner, seller, shop }) => {
  const { versions: copy } = settings;
  const first = shop.app.version;
  await desk.signIn(owner, 'settings', 'application');
  const dialog = page.getByRole('dialog');
  const actions = async (version: string, item: string) => {
    await press(page, copy.actions(version));
    await page.getByRole('menuitem', { name: item }).click();
  };
  await press(page, copy.add);
  await dialog.getByLabel(copy.version, { exact: true }).fill(first);
  await dialog.getByRole('button', { name: copy.add }).click();
  await expect(dialog.getByText(copy.wrong)).toBeVisible();
  await dialog.getByLabel(copy.version, { exact: true }).fill('9.1');
  await confirm(page, copy.add, copy.added('9.1'));
  await expectSettings(seller, { version: `${first},9.1` });
  await actions(first, copy.setDay);
  await dialog.getByLabel(copy.lastDay).fill('2099-01-31');
  await confirm(page, copy.setDay, copy.changed(first));
  await expectSettings(seller, { version: `${first}@2099-01-31,9.1` });
  await expect(page.getByText(copy.until('31 Jan 2099'))).toBeVisible();
  await actions(first, copy.remove);
  await confirm(page, copy.remove, copy.removed(first));
  await expectSettings(seller, { version: '9.1', enabled: true });
  const old = await shop.openClient().request('login', { username: 'x', pass: 'x', hwid: 'x' });
  expect(old.ok ? 'ok' : old.refusal.facts.code).toBe('update-required');
});

test('changes computers, sessions and accounts', async ({ page, desk, owner, seller, shop }) => {
  const { flags, numbers } = settings;
  await addUsers(shop, 'anna');
  expect(await signInAs(shop, 'anna', { computer: 'one' })).toBe('ok');
  await desk.signIn(owner, 'settings', 'sign-in');
  await desk.expectAccessible();
  await page.getByRole('switch', { name: flags['hwid-lock'].name }).click();
  await expect(page.getByRole('dialog')).toContainText(flags['hwid-lock'].off);
  await confirm(page, settings.turnOff, settings.isOff(flags['hwid-lock'].name));
  expect(await signInAs(shop, 'anna', { computer: 'two' })).toBe('ok');
  await page.getByRole('switch', { name: flags.changepassword.name }).click();
  await expect(page.getByText(flags.changepassword.off)).toBeVisible();
  await expectSettings(seller, { changepassword: false, sessions: false, forcehwid: true });
  const length = await change(page, numbers.sessionexpiry.name);
  await length.getByLabel(numbers.sessionexpiry.name).fill('2');
  await length.getByLabel(settings.unit).selectOption(settings.units.day);
  await expect(length.getByRole('status')).toHaveText(numbers.sessionexpiry.now('2 days', 172_800));
  await confirm(page, settings.change, settings.saved(numbers.sessionexpiry.name));
  const limit = await change(page, numbers.sessionlimit.name);
  await limit.getByLabel(numbers.sessionlimit.name).fill('101');
  await limit.getByRole('button', { name: settings.change }).click();
  await expect(limit.getByRole('alert')).toHaveText(settings.range('0', '100'));
  await limit.getByLabel(numbers.sessionlimit.name).fill('1');
  await confirm(page, settings.change, settings.saved(numbers.sessionlimit.name));
  const { passrelease } = settings.choices;
  const seat = await change(page, passrelease.name);
  await seat.getByLabel(passrelease.name).selectOption('now');
  await expect(seat).toContainText(passrelease.options.now.effect);
  await confirm(page, settings.change, settings.saved(passrelease.name));
  await expectSettings(seller, {
    sessionexpiry: '172800',
    sessionlimit: '1',
    resets: '0',
    passrelease: 'now',
  });
});

test('changes what shops may do', async ({ page, desk, owner, seller }) => {
  const { flags, choices, plain } = settings;
  await desk.signIn(owner, 'settings', 'selling');
  await desk.expectAccessible();
  const orders = await change(page, choices.unknownorders.name);
  await orders.getByLabel(choices.unknownorders.name).selectOption('make');
  await expect(orders).toContainText(choices.unknownorders.options.make.effect);
  await confirm(page, settings.change, settings.saved(choices.unknownorders.name));
  const events = await change(page, plain.saleevents.name);
  await events.getByLabel(plain.saleevents.name).fill('order:paid');
  await confirm(page, settings.change, settings.saved(plain.saleevents.name));
  await page.getByRole('switch', { name: flags.weakkeys.name }).click();
  await confirm(page, settings.turnOn, settings.isOn(flags.weakkeys.name));
  await expectSettings(seller, {
    unknownorders: 'make',
    saleevents: 'order:paid',
    weakkeys: true,
    resellerstore: '',
    enabled: true,
  });
  expect(await seller('add', { expiry: '1', mask: 'AB**' })).toHaveProperty('warning');
});

test('changes a text for users, and restores its default', async ({
  page,
  desk,
  owner,
  shop,
  seller,
}) => {
  const { text, texts } = settings;
  await addUsers(shop, 'anna');
  await desk.signIn(owner, 'settings', 'texts');
  await desk.expectAccessible();
  const before = await seller('getsettings');
  const dialog = await change(page, texts.bannedmsg);
  await expect(dialog).toContainText('{reason}');
  await dialog.getByLabel(text.field).fill('Out: {reason} <b>');
  await confirm(page, settings.change, settings.saved(texts.bannedmsg));
  await seller('banuser', { user: 'anna', reason: 'refund' });
  const refused = await shop.openClient().request('login', {
    username: 'anna',
    pass: 'password of anna',
    hwid: 'x'.repeat(64),
  });
  expect(refused).toMatchObject({ refusal: { sellerText: 'Out: refund <b>' } });
  await press(page, text.restoreOf(texts.bannedmsg));
  await confirm(page, text.restore, settings.saved(texts.bannedmsg));
  expect(await seller('getsettings')).toEqual(before);
});

test('changes how long records are kept', async ({ page, desk, owner, seller }) => {
  const { numbers, plain } = settings;
  await desk.signIn(owner, 'settings', 'records');
  await desk.expectAccessible();
  const dialog = await change(page, numbers.logdays.name);
  const days = dialog.getByLabel(numbers.logdays.name);
  await days.fill('0');
  await expect(dialog).not.toContainText(numbers.logdays.loss ?? '');
  await days.fill('30');
  await expect(dialog).toContainText(numbers.logdays.loss ?? '');
  await confirm(page, settings.change, settings.saved(numbers.logdays.name));
  const zone = await change(page, plain.timezone.name);
  await zone.getByLabel(plain.timezone.name).selectOption('Europe/Berlin');
  await confirm(page, settings.change, settings.saved(plain.timezone.name));
  await expectSettings(seller, { logdays: '30', auditdays: '730', timezone: 'Europe/Berlin' });
});
