// What a link from outside does to the window in each state: it fills in, and nothing else, and each link once.
import { english } from '../../src/copy/en/window.ts';
import { sampleKey } from '../gallery/picture.ts';
import { phaseSamples } from '../support/phase-samples.ts';
import { anna, bareReceipt, ready, signedOut } from './samples.ts';
import { expect, test } from './screen-page.ts';
import { button, keyField, line, redeem, register, withWish, words } from './wish-parts.ts';

const { 'code-needed': codeNeeded } = phaseSamples;

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
    await button(page, 'Redeem a key').click();
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
