// The ten tasks of a seller's week: how the desk and the command line do each, and its effect.
import type { Locator, Page } from '@playwright/test';
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { english as words } from '../../packages/seller-copy/src/en/english.ts';
import { addRelease } from './add-release.ts';
import type { TestService } from '../../packages/service/test/support/service.ts';
import { expect } from './desk-page.ts';
import type { DeskSeller, Texts } from './desk-seller.ts';
import { daysLeft, makeKeys, redeem, stateOf } from './licenses-parts.ts';
import { addUsers, signInAs } from './users-parts.ts';

/** A person at the desk, whose clicks and typed fields are counted. */
export interface Hands {
  readonly page: Page;
  readonly click: (what: Locator) => Promise<void>;
  /** Types into a field, and presses Enter if `enter` is set. */
  readonly type: (where: Locator, text: string) => Promise<void>;
}

interface Task {
  readonly name: string;
  /** Returns facts that the commands need. */
  readonly arrange: (shop: DeskSeller, service: TestService) => Promise<Texts>;
  /** Starts on the first page. */
  readonly inDesk: (hands: Hands, facts: Texts) => Promise<void>;
  /** The words of each command. */
  readonly commands: (facts: Texts) => readonly (readonly string[])[];
  /** What anyone else sees afterwards. The same for both sellers. */
  readonly effect: (shop: DeskSeller, facts: Texts) => Promise<unknown>;
  /** What the command prints, if the task only reads. The desk shows it, too. */
  readonly prints?: (facts: Texts) => RegExp;
}

const { accountDialogs, addPerson, announcements, grant, team } = english;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });
const goTo = ({ page, click }: Hands, name: string) =>
  click(page.getByRole('navigation').getByRole('link', { name, exact: true }));

async function openUser(hands: Hands, name: string): Promise<void> {
  const { page, click, type } = hands;
  await goTo(hands, 'Users');
  await type(page.getByRole('searchbox', { name: 'Search users' }), name);
  await click(page.getByRole('link', { name, exact: true }));
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

const arrangeUsers = (shop: DeskSeller): Promise<Texts> =>
  addUsers(shop, 'anna', 'berta').then(() => ({}));

export const tasks: readonly Task[] = [
  {
    name: 'sell 50 keys',
    arrange: () => Promise.resolve({}),
    async inDesk(hands) {
      const { page, click, type } = hands;
      await goTo(hands, 'Licenses');
      await click(page.getByRole('link', { name: 'Make keys' }).first());
      await type(page.getByLabel('Number of keys'), '50');
      await click(button(page, 'Make 50 keys'));
      await expect(page.getByText('50 keys made')).toBeVisible();
    },
    commands: () => [['keys', 'add', '--days', '30', '--amount', '50']],
    async effect({ seller }) {
      const keys = (await seller('fetchallkeys'))['keys'] as readonly Texts[]; // as its schema says
      return keys.map(({ level, duration, status }) => [level, duration, status]);
    },
  },
  {
    name: 'refund a key',
    async arrange(shop) {
      await addUsers(shop, 'anna', 'berta');
      const [key = '', other = ''] = await makeKeys(shop.seller, 2);
      await redeem(shop.seller, 'anna', key);
      await redeem(shop.seller, 'berta', other);
      return { key, other };
    },
    async inDesk(hands, { key = '' }) {
      const { page, click, type } = hands;
      await goTo(hands, 'Licenses');
      await type(page.getByRole('searchbox', { name: 'Search licenses' }), key);
      await click(page.getByRole('link', { name: key }));
      await click(page.getByRole('button', { name: 'More actions' }));
      await click(item(page, 'Refund…'));
      await click(inDialog(page, 'Refund key'));
      await expect(page.getByText('The key was refunded.')).toBeVisible();
    },
    commands: ({ key = '' }) => [['refund', key, '--yes']],
    effect: async ({ seller }, { key = '', other = '' }) => [
      ...[await stateOf(seller, key), await stateOf(seller, other)],
      ...[await daysLeft(seller, 'anna'), await daysLeft(seller, 'berta')],
    ],
  },
  {
    name: 'ban a user',
    arrange: arrangeUsers,
    async inDesk(hands) {
      const { page, click, type } = hands;
      await openUser(hands, 'anna');
      await click(page.getByRole('button', { name: 'Actions for this user' }));
      await click(item(page, 'Ban'));
      await type(page.getByLabel('Reason'), 'Chargeback');
      await click(inDialog(page, 'Ban'));
      await expect(page.getByText('anna is banned.')).toBeVisible();
    },
    commands: () => [['users', 'ban', 'anna', '--reason', 'Chargeback']],
    effect: async (shop) => [
      ...[await signInAs(shop, 'anna'), await signInAs(shop, 'berta')],
      (await shop.seller('userdata', { user: 'anna' }))['banned'],
    ],
  },
  {
    name: 'find a key by its end',
    async arrange({ seller }) {
      const [key = ''] = await makeKeys(seller, 3, { mask: '******-******-******-******' });
      return { key, end: key.slice(-6) };
    },
    async inDesk(hands, { key = '', end = '' }) {
      const { page, type } = hands;
      await goTo(hands, 'Licenses');
      await type(page.getByRole('searchbox', { name: 'Search licenses' }), end);
      await expect(page.getByRole('link', { name: key })).toBeVisible();
      await expect(page.getByRole('row')).toHaveCount(2);
    },
    commands: ({ end = '' }) => [['keys', 'find', end]],
    prints: ({ key = '' }) => new RegExp(key),
    effect: ({ seller }, { key = '' }) => stateOf(seller, key),
  },
  {
    name: "why can't Anna sign in",
    async arrange(shop) {
      await addUsers(shop, 'anna', 'berta');
      await shop.seller('pauseuser', { username: 'anna' });
      return {};
    },
    async inDesk(hands) {
      await openUser(hands, 'anna');
      await expect(hands.page.getByText(/paused/i).first()).toBeVisible();
    },
    commands: () => [['why', 'anna']],
    prints: () => /paused/i,
    effect: async (shop) => [await signInAs(shop, 'anna'), await signInAs(shop, 'berta')],
  },
  {
    name: 'extend a user',
    arrange: arrangeUsers,
    async inDesk(hands) {
      const { page, click, type } = hands;
      await openUser(hands, 'anna');
      await click(button(page, 'Extend'));
      await type(page.getByRole('dialog').getByLabel('Days'), '7');
      await click(inDialog(page, 'Extend'));
      await expect(page.getByText('anna has more time.')).toBeVisible();
    },
    commands: () => [['users', 'extend', 'anna', '--sub', 'Pro', '--days', '7']],
    effect: async ({ seller }) => [await daysLeft(seller, 'anna'), await daysLeft(seller, 'berta')],
  },
  {
    name: 'announce',
    arrange: arrangeUsers,
    async inDesk(hands) {
      const { page, click, type } = hands;
      await goTo(hands, announcements.title);
      await type(page.getByRole('textbox', { name: 'Text' }), 'Back at noon.');
      await click(button(page, 'Publish'));
      await expect(page.getByText('Announcement published')).toBeVisible();
    },
    commands: () => [['vars', 'set', 'announcement', 'Back at noon.']],
    async effect(shop) {
      const { request } = shop.openClient();
      const user = { username: 'anna', pass: 'password of anna', hwid: 'd'.repeat(64) };
      const signedIn = await request('login', user);
      const read = await request('var', { varid: 'announcement' });
      const { vars } = await shop.seller('fetchallvars');
      return [signedIn.ok, read.ok && read.value.message, vars];
    },
  },
  {
    name: 'roll a release out',
    async arrange({ app }, service) {
      await addRelease(service, app.id, 1);
      await addRelease(service, app.id, 2, 10);
      return {};
    },
    async inDesk(hands) {
      const { page, click, type } = hands;
      await goTo(hands, 'Releases');
      await click(button(page, 'Change rollout: 1.2'));
      await type(page.getByRole('dialog').getByRole('slider', { name: 'Rollout' }), '50');
      await click(inDialog(page, 'Offer to 50%'));
      await expect(page.getByText('1.2 is offered to 50%')).toBeVisible();
    },
    commands: () => [
      [
        ...['release', 'rollout', '50', '--channel', 'stable'],
        ...['--platform', 'linux-x64', '--sequence', '2'],
      ],
    ],
    async effect({ seller }) {
      const rows = (await seller('fetchreleases'))['releases'] as readonly Texts[]; // as its schema says
      return rows.map(({ version, rollout }) => [version, rollout]);
    },
  },
  {
    name: 'add a reseller with a balance',
    arrange: arrangeUsers,
    async inDesk(hands) {
      const { page, click, type } = hands;
      await goTo(hands, team.title);
      await click(button(page, team.add));
      await click(page.getByRole('radio', { name: addPerson.reseller }));
      await type(page.getByLabel(addPerson.name, { exact: true }), 'Rita');
      await click(inDialog(page, addPerson.next));
      await click(page.getByLabel(team.level('1', 'Pro')));
      await click(inDialog(page, addPerson.next));
      await type(page.getByLabel(grant.amount(words.keyDurations.month)), '50');
      await click(inDialog(page, addPerson.create));
      await expect(page.getByRole('dialog')).toContainText('/desk/invitation#');
      await click(button(page, accountDialogs.done));
    },
    commands: () => [
      [
        ...['accounts', 'add', 'Rita', '--role', 'reseller', '--levels', '1'],
        ...['--days', '30', '--keys', '50'],
      ],
    ],
    async effect({ seller }) {
      const { accounts } = await seller('fetchallaccounts');
      const rows = accounts as readonly Texts[]; // as its schema says
      const { balances } = await seller('fetchbalance', { username: 'Rita' });
      return [rows.map(({ username, role, keylevels }) => [username, role, keylevels]), balances];
    },
  },
  {
    name: 'numbers of the month',
    arrange: ({ seller }) => makeKeys(seller, 17).then(() => ({})),
    async inDesk({ page, click }) {
      await click(page.getByRole('radio', { name: '12 months' }));
      const made = page.locator('dl.stat').filter({ hasText: 'Keys made' });
      await expect(made).toContainText('17');
    },
    commands: () => [['stats', '--by', 'month']],
    prints: () => /\b17\b/,
    effect: async ({ seller }) => (await makeKeys(seller, 1)).length,
  },
];
