// Help: links that show their address before they open, manual copying, versions, and one message
// for each cause.
import type { Page } from '@playwright/test';
import { english } from '../../src/copy/en/window.ts';
import { openSettings } from '../gallery/picture.ts';
import { installedSample } from '../gallery/program.ts';
import { failureOf, plainAnnouncement, ready, report, signedOut } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const links = {
  forgot: 'https://forgot.northwind.example/reset?for=users',
  help: 'https://help.northwind.example/',
  contact: 'https://contact.northwind.example/',
  renew: 'https://renew.northwind.example/',
  reset: 'https://reset.northwind.example/',
};
const news = 'https://news.northwind.example/sunday';
const download = 'https://download.northwind.example/6.0';
const lapsed = { username: 'anna', lapsed: [], report } as const;
const outdated = { kind: 'update-required', requiredVersion: '6.0', download, report } as const;

for (const [label, address, phase] of [
  ['Forgot password?', links.forgot, signedOut],
  ['Help', links.help, signedOut],
  ['Lost your phone?', links.contact, { kind: 'code-needed', username: 'theo' }],
  ['Get in touch at contact.northwind.example', links.contact, { kind: 'app-paused', report }],
  [
    'Renew at renew.northwind.example',
    links.renew,
    { kind: 'no-subscription', cause: 'expired', ...lapsed },
  ],
  ['Get the update at download.northwind.example', download, outdated],
  [
    'Read more at news.northwind.example',
    news,
    { ...ready, announcement: { ...plainAnnouncement, link: news } },
  ],
] as const)
  test(`${label} shows its address on hover, on focus and in its accessible description`, async ({
    page,
    open,
  }) => {
    await open({ phase, info: { links } });
    const link = page.getByRole('button', { name: label });
    const tip = page.getByRole('tooltip').filter({ hasText: address });
    await expect(link).toHaveAccessibleDescription(`Opens ${address}`);
    await expect(tip).toBeHidden();
    await link.hover();
    await expect(tip).toBeVisible();
    await page.mouse.move(5, 5);
    await expect(tip).toBeHidden();
    await page.keyboard.press('Tab');
    await link.focus();
    await expect(tip).toBeVisible();
    const { left, right } = await tip.evaluate((element) => element.getBoundingClientRect());
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  });

test('links under "More options" show their address @main', async ({ page, open }) => {
  const bridge = await open({
    phase: { kind: 'no-subscription', cause: 'expired', ...lapsed },
    info: { links },
  });
  const item = page.getByRole('menuitem', { name: /^Get in touch at contact.northwind.example/ });
  const detail = `Opens ${links.contact}`;
  await page.getByRole('button', { name: 'More options' }).click();
  await expect(item.getByText(detail)).toBeVisible();
  await expect(item).toHaveAccessibleDescription(detail);
  await page.keyboard.press('Escape');
  const elsewhere = { kind: 'wrong-device', username: 'anna', shortDeviceId: '9f2c41d8' } as const;
  await bridge.publish(sessionOf({ ...elsewhere, report }, { revision: 2 }));
  await page.getByRole('button', { name: 'More options' }).click();
  await expect(item.getByText(detail)).toBeVisible();
});

test('shows the host of the contact link on its button', async ({ page, open }) => {
  const bridge = await open({ phase: { kind: 'app-paused', report }, info: { links } });
  await page.getByRole('button', { name: 'Get in touch at contact.northwind.example' }).click();
  expect(await bridge.inputsOf('openLink')).toEqual([{ name: 'contact' }]);
});

test('explains what to do about a lost device when no contact link is configured', async ({
  page,
  open,
}) => {
  await open({ phase: { kind: 'code-needed', username: 'theo' }, info: { links: {} } });
  await expect(page.getByRole('main')).toContainText(
    'Lost your phone? Northwind Studio can turn off two-factor sign-in for you.',
  );
  // Aligned with the text above it.
  const left = (part: string) =>
    page.locator(part).evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return Math.round(range.getBoundingClientRect().left);
    });
  expect(await left('.apart > .small')).toBe(await left('.head-of-form .lead'));
});

async function copyByHand(page: Page): Promise<void> {
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.getByRole('button', { name: 'Copy details' }).click();
}

test('selects the text for manual copying in view with focus, and Escape closes it', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 400, height: 560 });
  await open({
    phase: { kind: 'wrong-device', username: 'anna', shortDeviceId: '9f2c41d8', report },
  });
  await copyByHand(page);
  const area = page.getByLabel(/press Ctrl\+C/);
  await expect(area).toBeFocused();
  await expect(area).toBeInViewport({ ratio: 1 });
  await expect(area).toHaveValue(/7F3A-2B1C/);
  const selected = await area.evaluate((element: HTMLTextAreaElement) =>
    element.value.slice(element.selectionStart, element.selectionEnd),
  );
  expect(selected).toBe(await area.inputValue());
  await page.keyboard.press('Escape');
  await expect(area).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Copy details' })).toBeFocused();
});

test('shows the copy shortcut of macOS on a Mac', async ({ page, open }) => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/120 Safari/537';
  await page.addInitScript((userAgent) => {
    Object.defineProperty(navigator, 'userAgent', { get: () => userAgent });
  }, mac);
  await open({ phase: { kind: 'session-ended', username: 'anna', report } });
  await copyByHand(page);
  await expect(page.getByLabel(/press ⌘C/)).toBeFocused();
});

test('shows a single version on the home screen', async ({ page, open }) => {
  const session = { program: installedSample };
  await open({ phase: ready, session, info: { loaderVersion: '5.2.77' } });
  await expect(page.getByText('Version 2.4')).toBeVisible();
  const shown = await page.locator('body').innerText();
  expect(shown.match(/\d+\.\d+/g)).toEqual(['2.4']);
});

test('names the loader version only in About and on the update screen', async ({ page, open }) => {
  const bridge = await open({ phase: ready, info: { loaderVersion: '5.2.77' } });
  await page.getByRole('button', { name: 'Account of anna' }).click();
  await page.getByRole('menu').waitFor();
  await expect(page.getByText('5.2.77')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await openSettings(page, 'About');
  await expect(page.getByText('5.2.77')).toHaveCount(1);
  await bridge.publish(sessionOf({ ...outdated, download: null }, { revision: 2 }));
  await expect(page.getByRole('main')).toContainText('Required loader6.0');
  await expect(page.getByRole('main')).toContainText('This loader5.2.77');
  await expect(page.getByRole('contentinfo')).not.toContainText('5.2.77');
});

test('shows one message for two failures with the same cause and two for different causes', async ({
  page,
  open,
}) => {
  const offline = failureOf({ code: 'offline' });
  const bridge = await open({
    phase: ready,
    replies: { launch: [{ result: { ok: false, failure: offline } }] },
  });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/You're offline/);
  const told = (failure: ReturnType<typeof failureOf>, revision: number) =>
    bridge.publish(sessionOf(ready, { revision, notice: { kind: 'failure', failure } }));
  await told(failureOf({ code: 'dns' }), 2);
  await expect(page.locator('.message')).toHaveCount(1);
  await told(failureOf({ code: 'vault-unavailable' }), 3);
  await expect(page.locator('.message')).toHaveCount(2);
});

test('explains the support code and hides it for failures that the user can fix', async ({
  page,
  open,
}) => {
  const bridge = await open({
    phase: ready,
    replies: {
      launch: [
        { result: { ok: false, failure: failureOf({ code: 'internal' }) } },
        { result: { ok: false, failure: failureOf({ code: 'offline' }) } },
      ],
    },
  });
  await page.keyboard.press('Enter');
  const notices = page.locator('.notices');
  await expect(notices).toContainText('7F3A-2B1C');
  await expect(page.getByText('Quote this code when you contact Northwind Studio.')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/You're offline/);
  await expect(notices).not.toContainText('7F3A-');
  expect(await bridge.inputsOf('launch')).toHaveLength(2);
});

test('keeps icons beside labels that wrap to two lines', async ({ page, open }) => {
  await page.setViewportSize({ width: 400, height: 560 });
  await open({
    phase: { kind: 'app-paused', report },
    info: {
      links: { contact: 'https://a-quite-long-name-of-a-support-desk.northwind-studio.example/' },
    },
  });
  const gap = await page.locator('.button.outlined').evaluate((button) => {
    const icon = button.querySelector('svg')?.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(button.querySelector('span') ?? button);
    const lines = [...range.getClientRects()];
    if (icon === undefined || lines.length < 2) throw new Error('the label has one line');
    return Math.min(...lines.map(({ left }) => left)) - icon.right;
  });
  expect(gap).toBeLessThanOrEqual(12);
});

test('keeps the password field above the button while a notice is shown', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 480, height: 680 });
  const folder = '/home/anna/.config/Northwind Studio';
  const failure = failureOf({ code: 'data-folder-unusable', folder });
  await open({ phase: signedOut, session: { notice: { kind: 'failure', failure } } });
  await expect(page.getByRole('complementary')).toContainText(folder);
  await expect(page.getByRole('complementary')).not.toContainText(english.support.code);
  const submit = await page.getByRole('button', { name: 'Sign in' }).boundingBox();
  const field = await page.getByLabel('Password', { exact: true }).boundingBox();
  expect((field?.y ?? 999) + (field?.height ?? 0)).toBeLessThan(submit?.y ?? 0);
});

test('gives a link the width of the other actions', async ({ page, open }) => {
  const phase = { kind: 'banned', cause: 'user', username: 'bob', reason: null, report } as const;
  await open({ phase, info: { links } });
  const widths = await page
    .locator('.actions .button')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  expect(widths.length).toBeGreaterThan(1);
  expect(new Set(widths).size).toBe(1);
});
