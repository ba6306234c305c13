// The web loader in a browser: the page gives a program its sign-in, and presses its buttons. The
// browser takes the page for one of the internet, so that it asks for its permission.
import type { Page } from '@playwright/test';
import { ownApplicationId } from '../../packages/service/test/support/own-application.ts';
import { expect, sheet, test as base } from './customer-page.ts';
import { startWebLoaderProgram, type WebLoaderProgram } from './web-loader-program.ts';

interface Parts {
  readonly program: WebLoaderProgram;
  /** Whether the user lets the page reach programs. */
  readonly isAllowed: boolean;
}

const test = base.extend<Parts>({
  isAllowed: [true, { option: true }],
  program: async ({ service }, use) => {
    const program = await startWebLoaderProgram(service);
    await use(program);
    await program.close();
  },
  page: async ({ playwright, launchOptions, program, service, isAllowed }, use) => {
    const { args = [], ...options } = launchOptions;
    const site = new URL(service.url).host;
    const browser = await playwright.chromium.launch({
      ...options,
      args: [
        ...args,
        `--host-resolver-rules=MAP localhost:1337 127.0.0.1:${program.port}`,
        `--ip-address-space-overrides=${site}=public`,
      ],
    });
    const context = await browser.newContext({
      ...{ locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' },
      viewport: { width: 400, height: 800 },
      permissions: isAllowed ? ['local-network-access'] : [],
    });
    await use(await context.newPage());
    await browser.close();
  },
});

const connect = (page: Page) => page.getByRole('button', { name: 'Connect', exact: true });

async function draw(page: Page, picture: (name: string) => Promise<void>, name: string) {
  const size = page.viewportSize();
  for (const [width, colorScheme] of [
    [320, 'light'],
    [320, 'dark'],
    [1400, 'light'],
    [1400, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await picture(`${name}-${width}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: null });
  if (size !== null) await page.setViewportSize(size);
}

test('connects a program, and presses its buttons @main', async ({
  page,
  customer,
  service,
  program,
}) => {
  await customer.set({ webLoader: 1 });
  for (const [value, text] of [
    ['close', 'Close the window'],
    ['next level', '<b>Next</b>'],
  ] as const)
    await service.database
      .insertInto('buttons')
      .values({ applicationId: ownApplicationId, value, text })
      .execute();
  await customer.signIn(await service.addUser({ username: 'anna@example.com' }));
  await sheet(page, 'Sign in to your program').getByRole('link', { name: 'Continue' }).click();
  await expect(connect(page)).toBeVisible();
  const steps = page.getByRole('list').getByRole('listitem');
  await expect(steps).toContainText(['Start the program', 'Press Connect', 'The browser may ask']);
  await customer.expectAccessible([320, 1400]);
  await draw(page, customer.picture, 'program');
  await connect(page).click();
  await expect(page.getByRole('alert')).toContainText('It is signed in as anna@example.com.');
  // The button that had the focus is gone.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('signed in as');
  expect(program.answers).toMatchObject([
    { success: true, info: { username: 'anna@example.com' } },
  ]);
  await customer.expectAccessible([320, 1400]);
  await draw(page, customer.picture, 'program-connected');
  program.waitFor('close');
  const [close, next] = [
    page.getByRole('button', { name: 'Close the window' }),
    page.getByRole('button', { name: '<b>Next</b>' }),
  ];
  await close.click();
  // Whatever has the port can answer so.
  await expect(page.getByText('The program reacts if it is waiting for')).toBeVisible();
  const { promise: held, resolve: release } = Promise.withResolvers<null>();
  await page.route('**/next%20level', async (route) => {
    await held;
    await route.continue();
  });
  program.waitFor('next%20level');
  await next.click();
  for (const button of [close, next]) await expect(button).toBeDisabled();
  release(null);
  for (const button of [close, next]) await expect(button).toBeEnabled();
  await expect
    .poll(() => program.requests)
    .toEqual(['GET /handshake?user=anna@example.com&token=', 'GET /close', 'GET /next%20level']);
  await page.getByRole('link', { name: 'Back to your account' }).click();
  await expect(sheet(page, 'Subscriptions')).toBeVisible();
});

test('signs in on the screen itself, and asks for the password again after five minutes', async ({
  page,
  customer,
  service,
  program,
}) => {
  await customer.set({ webLoader: 1 });
  const anna = await service.addUser({ username: 'anna' });
  await page.goto(`${customer.url}/program`);
  await page.getByLabel('Name or e-mail').fill('anna');
  await page.getByLabel('Password', { exact: true }).fill(anna.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await connect(page).waitFor();
  const signedInAt = Math.floor(Date.now() / 1000) - 400;
  await service.database.updateTable('sessions').set({ signedInAt }).execute();
  await connect(page).click();
  const again = page.getByRole('dialog', { name: 'Enter your password again' });
  await again.getByLabel('Password', { exact: true }).fill(anna.password);
  await again.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('It is signed in as anna.');
  expect(program.answers).toMatchObject([{ success: true }]);
});

test.describe('without a program', () => {
  test.use({ expectedFaults: /^Failed to load resource: net::ERR_CONNECTION_REFUSED/ });

  test('says what the program answers, and that none is there', async ({
    page,
    customer,
    service,
    program,
  }) => {
    await customer.set({ webLoader: 1 });
    await customer.signIn(await service.addUser({ username: 'anna' }));
    await service.database.deleteFrom('subscriptions').execute();
    await page.goto(`${customer.url}/program`);
    await connect(page).click();
    await expect(page.getByRole('alert')).toHaveText(
      'The program answered “No active subscription(s) found”. Start it again, then connect.',
    );
    await customer.expectAccessible([320]);
    await program.close();
    await connect(page).click();
    await expect(page.getByRole('alert')).toHaveText(
      'No program answered. Start it, and allow this page to reach it. Then try again.',
    );
    // No token was made for nobody.
    const tokens = await service.database
      .selectFrom('sessions')
      .select('programToken')
      .where('programToken', 'is not', null)
      .execute();
    expect(tokens).toEqual([]);
  });
});

test('explains names that programs cannot read, and the setting', async ({
  page,
  customer,
  service,
}) => {
  await customer.signIn(await service.addUser({ username: 'Änne' }));
  await expect(page.getByRole('heading', { name: 'Sign in to your program' })).toHaveCount(0);
  await page.goto(`${customer.url}/program`);
  await expect(page.getByText("The seller's programs don't use this page.")).toBeVisible();
  await customer.set({ webLoader: 1 });
  await page.reload();
  await expect(page.getByText('The program cannot read your user name')).toContainText(
    'If it has no sign-in form, ask the seller for another user name.',
  );
  await expect(connect(page)).toHaveCount(0);
  await customer.expectAccessible([320]);
});

test('explains names that are keys, and shows none', async ({ page, customer, service }) => {
  await customer.set({ webLoader: 1 });
  const key = await service.addLicense({ days: 30 });
  await service.addUser({ username: key, password: key });
  await service.database.updateTable('users').set({ nameIsKey: 1 }).execute();
  await customer.open();
  await page.getByRole('button', { name: 'Sign in with a key' }).click();
  await page.getByLabel('License key').fill(key);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await sheet(page, 'Sign in to your program').getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByText('Your user name is a license key')).toContainText(
    'If it has no form for it, ask the seller for a user name.',
  );
  await expect(connect(page)).toHaveCount(0);
  await expect(page.locator('body')).not.toContainText(key);
  await customer.expectAccessible([320, 1400]);
  await customer.picture('program-key');
});

test.describe('without the permission', () => {
  test.use({ isAllowed: false, expectedFaults: /Permission was denied/ });

  test('says how to give it, in German too', async ({ page, customer, service, program }) => {
    await customer.set({ webLoader: 1 });
    await customer.signIn(await service.addUser({ username: 'anna' }));
    await page.goto(`${customer.url}/program`);
    await connect(page).click();
    await expect(page.getByRole('alert')).toHaveText(
      "The browser doesn't let this page reach programs. Allow it in the site settings.",
    );
    expect(program.requests).toEqual([]);
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await expect(page.getByRole('button', { name: 'Verbinden' })).toBeVisible();
    await customer.expectAccessible([320, 1400]);
    await customer.picture('program-german');
  });
});

test.describe('with the policy of the page', () => {
  test.use({ expectedFaults: /Content Security Policy/ });

  test('only this screen reaches programs', async ({ page, customer, service, program }) => {
    await customer.set({ webLoader: 1 });
    await customer.signIn(await service.addUser({ username: 'anna' }));
    const get = (url: string) =>
      page.evaluate(
        (address) =>
          fetch(address, { mode: 'no-cors' }).then(
            () => 'reached',
            () => 'blocked',
          ),
        url,
      );
    expect(await get('http://localhost:1337/')).toBe('blocked');
    await page.goto(`${customer.url}/program`);
    await connect(page).waitFor();
    expect(await get('http://localhost:1337/')).toBe('reached');
    expect(await get(`http://127.0.0.1:${program.port}/`)).toBe('blocked');
  });
});
