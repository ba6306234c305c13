// Deep links in each state: a link only fills in a form, and only once.
import { english } from '../../src/copy/en/window.ts';
import { sampleKey } from '../gallery/picture.ts';
import { phaseSamples } from '../support/phase-samples.ts';
import { anna, bareReceipt, ready, signedOut } from './samples.ts';
import { expect, test } from './screen-page.ts';
import {
  button,
  keyField,
  line,
  redeem,
  register,
  withDeepLink,
  words,
} from './deep-link-parts.ts';

const { 'code-needed': codeNeeded } = phaseSamples;

/**
 * Calls that never reach the service while signed out; `wake` triggers a check only when signed in.
 */
const quiet = ['describe', 'getSession', 'dropDeepLink', 'readClipboard', 'dismissNotice', 'wake'];

test.describe('a link fills in', () => {
  test('the redeem form from the sign-in form and sends nothing @main', async ({ page, open }) => {
    const bridge = await open({ phase: signedOut });
    await bridge.publish(withDeepLink(signedOut, redeem));
    await expect(page.getByRole('heading', { name: english.redeem.title })).toBeVisible();
    await expect(keyField(page)).toHaveValue(sampleKey);
    await expect(page.getByText(words.filled).first()).toBeVisible();
    await expect(page.getByRole('status')).toContainText(words.filled);
    expect(await bridge.inputsOf('dropDeepLink')).toEqual([{ id: 1 }]);
    const asked = (await bridge.calls()).map(({ name }) => name);
    expect(asked.filter((name) => !quiet.includes(name))).toEqual([]);
  });

  test('the form for a new account, and Back returns to the key form', async ({ page, open }) => {
    const bridge = await open({ phase: signedOut });
    await bridge.publish(withDeepLink(signedOut, register));
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
      test(`the redeem form for a ${wish.kind} link at ${name}`, async ({ page, open }) => {
        const bridge = await open({ phase });
        await bridge.publish(withDeepLink(phase, wish));
        await expect(keyField(page)).toHaveValue(sampleKey);
        await expect(page.getByText(words.notNew)).toHaveCount(wish === register ? 1 : 0);
        expect(await bridge.inputsOf('redeem')).toEqual([]);
      });

  test('the redeem form even if the link arrived before the page loaded', async ({
    page,
    open,
  }) => {
    await open({ phase: signedOut, session: { deepLink: redeem } });
    await expect(keyField(page)).toHaveValue(sampleKey);
  });

  test('the form after the step in progress has ended', async ({ page, open }) => {
    const bridge = await open({ phase: signedOut });
    await bridge.publish(withDeepLink(signedOut, redeem, { step: 'connecting' }));
    await expect(button(page, 'Sign in')).toBeVisible();
    await expect(line(page)).toHaveCount(0);
    await bridge.publish(withDeepLink(signedOut, redeem, { revision: 3 }));
    await expect(keyField(page)).toHaveValue(sampleKey);
  });

  test('the open key form while it is empty', async ({ page, open }) => {
    const bridge = await open({ phase: signedOut });
    await button(page, 'Have a license key?').click();
    await keyField(page).waitFor();
    await bridge.publish(withDeepLink(signedOut, redeem));
    await expect(keyField(page)).toHaveValue(sampleKey);
    await expect(page.getByRole('heading', { name: english.redeem.title })).toBeVisible();
  });

  test('a key in lower case, formatted by the pattern', async ({ page, open }) => {
    const bridge = await open({
      phase: ready,
      info: { keyPattern: '[A-Z0-9]{4}(-[A-Z0-9]{4}){3}' },
    });
    await bridge.publish(withDeepLink(ready, { ...redeem, key: sampleKey.toLowerCase() }));
    await expect(keyField(page)).toHaveValue(sampleKey);
  });

  test('a key that does not match the pattern, with a warning', async ({ page, open }) => {
    const info = { keyPattern: '[A-Z0-9]{4}(-[A-Z0-9]{4}){3}' };
    const bridge = await open({ phase: signedOut, info });
    await bridge.publish(withDeepLink(signedOut, { ...register, key: 'NWND-7F3' }));
    await expect(keyField(page)).toHaveValue('NWND-7F3');
    await expect(page.getByText(english.redeem.warnings['other-form']).first()).toBeVisible();
    await expect(button(page, 'Create an account')).toBeVisible();
  });
});

test.describe('a link that was filled in', () => {
  test('does not reopen a closed form while the snapshot still contains the link', async ({
    page,
    open,
  }) => {
    const bridge = await open({ phase: ready });
    await bridge.publish(withDeepLink(ready, redeem));
    await expect(keyField(page)).toHaveValue(sampleKey);
    await button(page, 'Back').click();
    await expect(button(page, 'Launch')).toBeVisible();
    await expect(line(page)).toHaveCount(0);
    await button(page, 'Redeem a key').click();
    await expect(keyField(page)).toHaveValue('');
    expect(await bridge.inputsOf('dropDeepLink')).toEqual([{ id: 1 }]);
  });

  test('stays in the form, and a newer link is offered in a notice', async ({ page, open }) => {
    const bridge = await open({ phase: ready });
    await bridge.publish(withDeepLink(ready, redeem));
    await expect(keyField(page)).toHaveValue(sampleKey);
    const other = { ...redeem, id: 2, key: 'NWND-OTHER' } as const;
    await bridge.publish(withDeepLink(ready, other, { revision: 3 }));
    await expect(line(page)).toContainText('NWND-OTHER');
    await expect(keyField(page)).toHaveValue(sampleKey);
    await button(page, words.offer.use).click();
    await expect(keyField(page)).toHaveValue('NWND-OTHER');
    expect(await bridge.inputsOf('dropDeepLink')).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test('leads to a receipt that stays on the screen when another link arrives', async ({
    page,
    open,
  }) => {
    const bridge = await open({
      phase: ready,
      replies: { redeem: [{ result: { ok: true, value: bareReceipt } }] },
    });
    await bridge.publish(withDeepLink(ready, redeem));
    await button(page, 'Redeem').click();
    await expect(page.getByRole('heading', { name: /added$|^Key redeemed$/ })).toBeVisible();
    await bridge.publish(withDeepLink(ready, { ...redeem, id: 2 }, { revision: 3 }));
    await expect(line(page)).toContainText(words.offer.title);
    await expect(page.getByRole('heading', { name: /added$|^Key redeemed$/ })).toBeVisible();
    expect(await bridge.inputsOf('redeem')).toEqual([
      { username: anna.account.username, key: sampleKey },
    ]);
  });
});
