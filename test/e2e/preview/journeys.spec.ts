// What a buyer's journeys cost: clicks, and presses of keys that type nothing. A table holds them, so
// that a journey never becomes longer unnoticed. Those that need saved accounts or a managed program
// are in test/e2e/electron/journeys.spec.ts.
import type { Page } from '@playwright/test';
import type { TestService } from '../../../packages/service/test/support/service.ts';
import { actionsIn, countActions, type Cost } from '../../support/count-actions.ts';
import { expect, heading, launchButton, test, type Preview } from './preview.ts';

interface Journey extends Cost {
  readonly name: string;
  readonly walk: (loader: Page, service: TestService) => Promise<void>;
}

const press = (loader: Page, name: string) =>
  loader.getByRole('button', { name, exact: true }).click();

const journeys: readonly Journey[] = [
  {
    name: 'sign in',
    clicks: 0,
    keys: 2,
    async walk(loader, service) {
      const { username, password } = await service.addUser();
      await typeSignIn(loader, username, password);
    },
  },
  {
    name: 'sign in with a code',
    clicks: 0,
    keys: 2,
    async walk(loader, service) {
      const { username, password, totpSecret } = await service.addUser({ totp: true });
      await typeSignIn(loader, username, password);
      await expect(loader.getByLabel('Six-digit code')).toBeFocused();
      await loader.keyboard.type(service.totpCode(totpSecret ?? ''));
    },
  },
  {
    name: 'create an account',
    clicks: 2,
    keys: 1,
    async walk(loader, service) {
      const key = await service.addLicense({ days: 30 });
      await press(loader, 'Have a license key?');
      await loader.getByLabel('License key').fill(key);
      await press(loader, 'Create an account');
      await loader.getByLabel('User name').fill('journey');
      await loader.getByLabel('Password', { exact: true }).fill('gale-otter-plum-9');
      await loader.keyboard.press('Enter');
    },
  },
  {
    name: 'redeem a further key',
    clicks: 1,
    keys: 3,
    async walk(loader, service) {
      const { username, password } = await service.addUser();
      const key = await service.addLicense({ days: 30 });
      await typeSignIn(loader, username, password);
      await expect(launchButton(loader)).toBeVisible();
      await press(loader, 'Redeem a key');
      await loader.getByLabel('License key').fill(key);
      await loader.keyboard.press('Enter');
      await expect(heading(loader, '30 days added')).toBeVisible();
    },
  },
];

async function typeSignIn(loader: Page, username: string, password: string): Promise<void> {
  await expect(loader.getByLabel('User name')).toBeFocused();
  await loader.keyboard.type(username);
  await loader.keyboard.press('Enter');
  await loader.keyboard.type(password);
  await loader.keyboard.press('Enter');
}

for (const { name, walk, clicks, keys } of journeys)
  test(`${name}: ${clicks} clicks and ${keys} keys to Launch`, async ({
    page,
    service,
    preview,
  }) => {
    await open(page, preview);
    await walk(page, service);
    await expect(launchButton(page)).toBeVisible();
    expect(await actionsIn(page)).toEqual({ clicks, keys });
  });

async function open(page: Page, { url }: Preview): Promise<void> {
  await page.addInitScript(countActions);
  await page.goto(url);
}
