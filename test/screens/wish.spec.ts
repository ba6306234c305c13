// What a link from outside does to the window in each state: it fills in, and nothing else; what was typed stays; each link once.
import type { Page } from '@playwright/test';
import { german } from '../../src/copy/de/window.ts';
import { english } from '../../src/copy/en/window.ts';
import { fill } from '../../src/copy/sentences.ts';
import type { Phase, Session, Wish } from '../../src/shared/session.ts';
import { fillSignIn, sampleKey } from '../gallery/picture.ts';
import { phaseSamples } from '../support/phase-samples.ts';
import { anna, bareReceipt, demoInfo, ready, signedOut } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const redeem: Wish = { id: 1, kind: 'redeem', key: sampleKey };
const register: Wish = { ...redeem, kind: 'register' };
const { 'code-needed': codeNeeded, banned } = phaseSamples;
const running: Phase = { kind: 'running', ...anna };
const words = english.wish;
const brand = demoInfo.brand.name;

const keyField = (page: Page) => page.getByLabel(english.redeem.key);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const line = (page: Page) => page.locator('aside.notice');
const withWish = (phase: Phase, wish: Wish, rest: Partial<Session> = {}) =>
  sessionOf(phase, { revision: 2, wish, ...rest });

/** Never reach the service from a form: that a window has the focus is a reason to check only where somebody is signed in. */
const quiet = ['describe', 'getSession', 'dropWish', 'readClipboard', 'dismissNotice', 'wake'];

test.describe('fills in', () => {
  test('at the sign-in form: the form for redeeming, with the key, and nothing is sent', async ({
    page,
    open,
  }) => {
    const bridge = await open({ phase: signedOut });
    await bridge.publish(withWish(signedOut, redeem));
    await expect(page.getByRole('heading', { name: english.redeem.title })).toBeVisible();
    await expect(keyField(page)).toHaveValue(sampleKey);
    await expect(page.getByText(words.filled).first()).toBeVisible();
    await expect(page.getByRole('status')).toContainText(words.filled);
    expect(await bridge.inputsOf('dropWish')).toEqual([{ id: 1 }]);
    const asked = (await bridge.calls()).map(({ name }) => name);
    expect(asked.filter((name) => !quiet.includes(name))).toEqual([]);
  });

  test('for a new account: the fields for it, with the key, and Back to the choice', async ({
    page,
    open,
  }) => {
    const bridge = await open({ phase: signedOut });
    await bridge.publish(withWish(signedOut, register));
    await expect(page.getByRole('heading', { name: english.register.title })).toBeVisible();
    await expect(page.getByText(sampleKey)).toBeVisible();
    await expect(page.getByText(words.filled).first()).toBeVisible();
    await button(page, 'Back').click();
    await expect(keyField(page)).toHaveValue(sampleKey);
  });

  for (const [name, phase] of [
    ['code step', codeNeeded],
    ['Ready', ready],
  ] as const)
    for (const wish of [redeem, register])
      test(`at ${name}, ${wish.kind}: the form for redeeming`, async ({ page, open }) => {
        const bridge = await open({ phase });
        await bridge.publish(withWish(phase, wish));
        await expect(keyField(page)).toHaveValue(sampleKey);
        await expect(page.getByText(words.notNew)).toHaveCount(wish === register ? 1 : 0);
        expect(await bridge.inputsOf('redeem')).toEqual([]);
      });

  test('when it came before the window was drawn', async ({ page, open }) => {
    await open({ phase: signedOut, session: { wish: redeem } });
    await expect(keyField(page)).toHaveValue(sampleKey);
  });

  test('when what was under way has ended', async ({ page, open }) => {
    const bridge = await open({ phase: signedOut });
    await bridge.publish(withWish(signedOut, redeem, { step: 'connecting' }));
    await expect(button(page, 'Sign in')).toBeVisible();
    await expect(line(page)).toHaveCount(0);
    await bridge.publish(withWish(signedOut, redeem, { revision: 3 }));
    await expect(keyField(page)).toHaveValue(sampleKey);
  });

  test('into the door that is open, where there is no key yet', async ({ page, open }) => {
    const bridge = await open({ phase: signedOut });
    await button(page, 'I have a key').click();
    await keyField(page).waitFor();
    await bridge.publish(withWish(signedOut, redeem));
    await expect(keyField(page)).toHaveValue(sampleKey);
    await expect(page.getByRole('heading', { name: english.redeem.title })).toBeVisible();
  });

  test('a key that is written in another way is put into its form', async ({ page, open }) => {
    const bridge = await open({
      phase: ready,
      info: { keyPattern: '[A-Z0-9]{4}(-[A-Z0-9]{4}){3}' },
    });
    await bridge.publish(withWish(ready, { ...redeem, key: sampleKey.toLowerCase() }));
    await expect(keyField(page)).toHaveValue(sampleKey);
  });

  test('a key that looks wrong creates no account before it was looked at', async ({
    page,
    open,
  }) => {
    const info = { keyPattern: '[A-Z0-9]{4}(-[A-Z0-9]{4}){3}' };
    const bridge = await open({ phase: signedOut, info });
    await bridge.publish(withWish(signedOut, { ...register, key: 'NWND-7F3' }));
    await expect(keyField(page)).toHaveValue('NWND-7F3');
    await expect(page.getByText(english.redeem.doubt['other-form']).first()).toBeVisible();
    await expect(button(page, 'Create an account')).toBeVisible();
  });
});

test.describe('takes nothing away', () => {
  test('from the sign-in form: what was typed stays until its user wants the key', async ({
    page,
    open,
  }) => {
    const bridge = await open({ phase: signedOut });
    await fillSignIn(page);
    await bridge.publish(withWish(signedOut, redeem));
    await expect(line(page)).toContainText(words.offer.title);
    await expect(line(page)).toContainText(sampleKey);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('correct horse');
    expect(await bridge.inputsOf('dropWish')).toEqual([]);
    await button(page, words.offer.use).click();
    await expect(keyField(page)).toHaveValue(sampleKey);
    await expect(page.getByLabel('User name')).toHaveValue('anna');
    await expect(line(page)).toHaveCount(0);
    expect(await bridge.inputsOf('dropWish')).toEqual([{ id: 1 }]);
  });

  test('nor surprises later whom it was offered: it stays a line behind the sign-in', async ({
    page,
    open,
  }) => {
    const bridge = await open({ phase: signedOut });
    await fillSignIn(page);
    await bridge.publish(withWish(signedOut, redeem));
    await expect(line(page)).toContainText(words.offer.title);
    await bridge.publish(withWish(ready, redeem, { revision: 3 }));
    await expect(button(page, 'Launch')).toBeVisible();
    await expect(line(page)).toContainText(words.offer.title);
    await button(page, words.offer.use).click();
    await expect(keyField(page)).toHaveValue(sampleKey);
  });

  test('from the key field', async ({ page, open }) => {
    const bridge = await open({ phase: ready });
    await button(page, 'Redeem a key').click();
    await keyField(page).fill('MY-OWN-KEY');
    await bridge.publish(withWish(ready, redeem));
    await expect(line(page)).toContainText(words.offer.title);
    await expect(keyField(page)).toHaveValue('MY-OWN-KEY');
    await line(page).getByRole('button', { name: english.notice.dismiss }).click();
    expect(await bridge.inputsOf('dropWish')).toEqual([{ id: 1 }]);
    await bridge.publish(sessionOf(ready, { revision: 3 }));
    await expect(line(page)).toHaveCount(0);
    await expect(keyField(page)).toHaveValue('MY-OWN-KEY');
  });

  test('from a key that was pasted by the button, and the fields of a new account', async ({
    page,
    open,
  }) => {
    const clipboard = { result: { ok: true, value: 'MY-OWN-KEY' } } as const;
    const bridge = await open({ phase: signedOut, replies: { readClipboard: [clipboard] } });
    await button(page, 'I have a key').click();
    await button(page, 'Paste').click();
    await expect(keyField(page)).toHaveValue('MY-OWN-KEY');
    await button(page, 'Create an account').click();
    await bridge.publish(withWish(signedOut, register));
    await expect(line(page)).toContainText(words.offer.title);
    await expect(page.getByText('MY-OWN-KEY')).toBeVisible();
  });

  test('from the code step', async ({ page, open }) => {
    const bridge = await open({ phase: codeNeeded });
    await page.getByLabel('Six-digit code').fill('0429');
    await bridge.publish(withWish(codeNeeded, redeem));
    await expect(line(page)).toContainText(words.offer.title);
    await expect(page.getByLabel('Six-digit code')).toHaveValue('0429');
  });

  test('emptying a field is no wish for the key', async ({ page, open }) => {
    const bridge = await open({ phase: ready });
    await button(page, 'Redeem a key').click();
    await keyField(page).fill('MY-OWN-KEY');
    await bridge.publish(withWish(ready, redeem));
    await expect(line(page)).toBeVisible();
    await keyField(page).fill('');
    await expect(keyField(page)).toHaveValue('');
    await expect(line(page)).toBeVisible();
  });
});

test.describe('is said', () => {
  test('while the program runs: kept, and filled in when it has ended', async ({ page, open }) => {
    const bridge = await open({ phase: running });
    await bridge.publish(withWish(running, redeem));
    await expect(line(page)).toContainText(words.waits.text);
    await bridge.publish(withWish(ready, redeem, { revision: 3 }));
    await expect(keyField(page)).toHaveValue(sampleKey);
    await expect(line(page)).toHaveCount(0);
  });

  test('in a state without a place: kept, until there is one', async ({ page, open }) => {
    const bridge = await open({ phase: banned, session: { wish: register } });
    await expect(line(page)).toContainText(words.waits.text);
    await bridge.publish(withWish(signedOut, register));
    await expect(page.getByRole('heading', { name: english.register.title })).toBeVisible();
  });

  for (const [wish, off, told] of [
    [redeem, { redeem: false }, words.redeemOff],
    [register, { register: false }, words.registerOff],
  ] as const)
    for (const phase of [signedOut, ready])
      test(`${phase.kind}: ${wish.kind} that the brand does not offer is a line`, async ({
        page,
        open,
      }) => {
        const bridge = await open({
          phase,
          session: { wish },
          info: { accounts: { ...demoInfo.accounts, ...off } },
        });
        await expect(line(page)).toContainText(told.title);
        await expect(line(page)).toContainText(fill(told.text, { brand }));
        await expect(keyField(page)).toHaveCount(0);
        await expect(button(page, words.offer.use)).toHaveCount(0);
        await line(page).getByRole('button').click();
        expect(await bridge.inputsOf('dropWish')).toEqual([{ id: 1 }]);
      });

  test('signed in, where a key only creates accounts: sign out first', async ({ page, open }) => {
    const info = { accounts: { ...demoInfo.accounts, redeem: false } };
    await open({ phase: ready, session: { wish: register }, info });
    await expect(line(page)).toContainText(words.signOutFirst.text);
  });

  test('a link that cannot be read, in the language of the window', async ({ page, open }) => {
    const bridge = await open({
      phase: signedOut,
      session: { wish: { id: 1, kind: 'unreadable' } },
      info: { language: { ...demoInfo.language, current: 'de' } },
    });
    await expect(line(page)).toContainText(german.wish.unreadable.title);
    await line(page).getByRole('button').click();
    expect(await bridge.inputsOf('dropWish')).toEqual([{ id: 1 }]);
  });
});

test.describe('once', () => {
  test('closing the form does not bring it back while the snapshot still has it', async ({
    page,
    open,
  }) => {
    const bridge = await open({ phase: ready });
    await bridge.publish(withWish(ready, redeem));
    await expect(keyField(page)).toHaveValue(sampleKey);
    await button(page, 'Back').click();
    await expect(button(page, 'Launch')).toBeVisible();
    await expect(line(page)).toHaveCount(0);
    await button(page, 'Redeem a key').click();
    await expect(keyField(page)).toHaveValue('');
    expect(await bridge.inputsOf('dropWish')).toEqual([{ id: 1 }]);
  });

  test('the same link again fills in again, and a newer one is offered beside it', async ({
    page,
    open,
  }) => {
    const bridge = await open({ phase: ready });
    await bridge.publish(withWish(ready, redeem));
    await expect(keyField(page)).toHaveValue(sampleKey);
    const other = { ...redeem, id: 2, key: 'NWND-OTHER' } as const;
    await bridge.publish(withWish(ready, other, { revision: 3 }));
    await expect(line(page)).toContainText('NWND-OTHER');
    await expect(keyField(page)).toHaveValue(sampleKey);
    await button(page, words.offer.use).click();
    await expect(keyField(page)).toHaveValue('NWND-OTHER');
    expect(await bridge.inputsOf('dropWish')).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test('a link at a receipt leaves it on the screen', async ({ page, open }) => {
    const bridge = await open({
      phase: ready,
      replies: { redeem: [{ result: { ok: true, value: bareReceipt } }] },
    });
    await bridge.publish(withWish(ready, redeem));
    await button(page, 'Redeem').click();
    await expect(page.getByRole('heading', { name: english.receipt.title })).toBeVisible();
    await bridge.publish(withWish(ready, { ...redeem, id: 2 }, { revision: 3 }));
    await expect(line(page)).toContainText(words.offer.title);
    await expect(page.getByRole('heading', { name: english.receipt.title })).toBeVisible();
    expect(await bridge.inputsOf('redeem')).toEqual([
      { username: anna.account.username, key: sampleKey },
    ]);
  });
});
