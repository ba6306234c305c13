// Key presses from program start to the running application, not counting text. The tests use no
// mouse and never set the focus, so a missing initial focus fails here.
import { expect, type Page } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { brandName, test } from '../../support/electron-app.ts';
import { awaitAppEnd, fillSignIn, type SignInWith } from '../../support/electron-steps.ts';
import { createTestPublisher } from '../../../packages/cli/test/support/publish-release.ts';

interface Hand {
  /** Types nothing but text. */
  readonly type: (text: string) => Promise<void>;
  readonly enter: () => Promise<void>;
  readonly presses: () => number;
}

function handAt({ keyboard }: Page): Hand {
  let presses = 0;
  return {
    type: (text) => keyboard.type(text),
    enter: () => {
      presses += 1;
      return keyboard.press('Enter');
    },
    presses: () => presses,
  };
}

async function typeSignIn(page: Page, hand: Hand, user: SignInWith): Promise<void> {
  await expect(page.getByLabel(english.signIn.username)).toBeFocused();
  await hand.type(user.username);
  await hand.enter();
  await expect(page.getByLabel(english.password.label, { exact: true })).toBeFocused();
  await hand.type(user.password);
  await hand.enter();
}

async function launchByEnter(page: Page, hand: Hand): Promise<void> {
  await expect(page.getByRole('button', { name: english.ready.launch })).toBeFocused();
  await hand.enter();
  await expect(page.getByRole('main').getByText(english.ready.runningText)).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`${brandName} is running`));
}

test('needs three presses for a first launch', async ({ open, service }) => {
  const user = await service.addUser({ username: 'anna' });
  const { app, page } = await open();
  const hand = handAt(page);
  await typeSignIn(page, hand, user);
  await launchByEnter(page, hand);
  expect(hand.presses()).toBe(3);
  const titles = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.getTitle()),
  );
  expect(titles, "the window's own title").toEqual([await page.title()]);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
});

test('needs three presses for a first launch with a one-time code', async ({ open, service }) => {
  const user = await service.addUser({ username: 'theo', totp: true });
  const { page } = await open();
  const hand = handAt(page);
  await typeSignIn(page, hand, user);
  await expect(page.getByLabel(english.code.label)).toBeFocused();
  await hand.type(service.totpCode(user.totpSecret ?? ''));
  await launchByEnter(page, hand);
  expect(hand.presses()).toBe(3);
});

test('needs one press for a launch with a saved sign-in', async ({ open, service }) => {
  const user = await service.addUser({ username: 'anna' });
  const first = await open({ keyStore: true });
  await fillSignIn(first.page, user);
  await first.page.getByLabel(english.remember.label).check();
  await first.page.getByRole('button', { name: english.signIn.submit }).click();
  await expect(first.page.getByRole('button', { name: english.ready.launch })).toBeFocused();
  await first.close();

  const { page } = await open({ keyStore: true });
  const hand = handAt(page);
  await launchByEnter(page, hand);
  expect(hand.presses()).toBe(1);
});

test('needs four presses for a first launch with a one-time code and an installation', async ({
  open,
  service,
}) => {
  const publisher = await createTestPublisher(service);
  await publisher.publish({ 'run.sh': '#!/bin/sh\nread line\n' }, 'The first one');
  const user = await service.addUser({ username: 'theo', totp: true });
  const { page } = await open({
    config: { delivery: { publisherKeys: [publisher.publicKey] } },
  });
  const hand = handAt(page);
  await typeSignIn(page, hand, user);
  await expect(page.getByLabel(english.code.label)).toBeFocused();
  await hand.type(service.totpCode(user.totpSecret ?? ''));
  await expect(page.getByRole('button', { name: english.delivery.install })).toBeFocused();
  await hand.enter();
  await expect(page.getByRole('button', { name: english.ready.launch })).toBeFocused();
  await hand.enter();
  await awaitAppEnd(page);
  expect(hand.presses()).toBe(4);
  await publisher.close();
});
