// Deep links that arrive during input, or in a state that can't use them: input is kept and a
// notice is shown.
import { german } from '../../src/copy/de/window.ts';
import { english } from '../../src/copy/en/window.ts';
import { fill } from '../../src/copy/sentences.ts';
import type { Phase } from '../../src/shared/session.ts';
import { fillSignIn, sampleKey } from '../gallery/picture.ts';
import { phaseSamples } from '../support/phase-samples.ts';
import { anna, demoInfo, ready, signedOut } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';
import {
  button,
  keyField,
  line,
  redeem,
  register,
  withDeepLink,
  words,
} from './deep-link-parts.ts';

const { 'code-needed': codeNeeded, banned } = phaseSamples;

const launching: Phase = { kind: 'launching', ...anna };
const brand = demoInfo.brand.name;

test.describe('a link that arrives during input', () => {
  test('leaves the sign-in form unchanged until the user accepts the key @main', async ({
    page,
    open,
  }) => {
    const bridge = await open({ phase: signedOut });
    await fillSignIn(page);
    await bridge.publish(withDeepLink(signedOut, redeem));
    await expect(line(page)).toContainText(words.offer.title);
    await expect(line(page)).toContainText(sampleKey);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('correct horse');
    expect(await bridge.inputsOf('dropDeepLink')).toEqual([]);
    await button(page, words.offer.use).click();
    await expect(keyField(page)).toHaveValue(sampleKey);
    await expect(page.getByLabel('User name')).toHaveValue('anna');
    await expect(line(page)).toHaveCount(0);
    expect(await bridge.inputsOf('dropDeepLink')).toEqual([{ id: 1 }]);
  });

  test('is still offered in a notice after sign-in', async ({ page, open }) => {
    const bridge = await open({ phase: signedOut });
    await fillSignIn(page);
    await bridge.publish(withDeepLink(signedOut, redeem));
    await expect(line(page)).toContainText(words.offer.title);
    await bridge.publish(withDeepLink(ready, redeem, { revision: 3 }));
    await expect(button(page, 'Launch')).toBeVisible();
    await expect(line(page)).toContainText(words.offer.title);
    await button(page, words.offer.use).click();
    await expect(keyField(page)).toHaveValue(sampleKey);
  });

  test('is offered beside the unchanged key field and can be dismissed', async ({ page, open }) => {
    const bridge = await open({ phase: ready });
    await button(page, 'Redeem a key').click();
    await keyField(page).fill('MY-OWN-KEY');
    await bridge.publish(withDeepLink(ready, redeem));
    await expect(line(page)).toContainText(words.offer.title);
    await expect(keyField(page)).toHaveValue('MY-OWN-KEY');
    await line(page).getByRole('button', { name: english.notice.dismiss }).click();
    expect(await bridge.inputsOf('dropDeepLink')).toEqual([{ id: 1 }]);
    await bridge.publish(sessionOf(ready, { revision: 3 }));
    await expect(line(page)).toHaveCount(0);
    await expect(keyField(page)).toHaveValue('MY-OWN-KEY');
  });

  test('does not replace a pasted key in the form for a new account', async ({ page, open }) => {
    const clipboard = { result: { ok: true, value: 'MY-OWN-KEY' } } as const;
    const bridge = await open({ phase: signedOut, replies: { readClipboard: [clipboard] } });
    await button(page, 'Have a license key?').click();
    await button(page, 'Paste').click();
    await expect(keyField(page)).toHaveValue('MY-OWN-KEY');
    await button(page, 'Create an account').click();
    await bridge.publish(withDeepLink(signedOut, register));
    await expect(line(page)).toContainText(words.offer.title);
    await expect(page.getByText('MY-OWN-KEY')).toBeVisible();
  });

  test('does not change the code field', async ({ page, open }) => {
    const bridge = await open({ phase: codeNeeded });
    await page.getByLabel('Six-digit code').fill('0429');
    await bridge.publish(withDeepLink(codeNeeded, redeem));
    await expect(line(page)).toContainText(words.offer.title);
    await expect(page.getByLabel('Six-digit code')).toHaveValue('0429');
  });

  test('is not filled in when the user clears the field', async ({ page, open }) => {
    const bridge = await open({ phase: ready });
    await button(page, 'Redeem a key').click();
    await keyField(page).fill('MY-OWN-KEY');
    await bridge.publish(withDeepLink(ready, redeem));
    await expect(line(page)).toBeVisible();
    await keyField(page).fill('');
    await expect(keyField(page)).toHaveValue('');
    await expect(line(page)).toBeVisible();
  });
});

test.describe('a link that cannot be used yet', () => {
  test('is announced while the program starts and filled in afterwards', async ({ page, open }) => {
    const bridge = await open({ phase: launching });
    await bridge.publish(withDeepLink(launching, redeem));
    await expect(line(page)).toContainText(words.waits.text);
    await bridge.publish(withDeepLink(ready, redeem, { revision: 3 }));
    await expect(keyField(page)).toHaveValue(sampleKey);
    await expect(line(page)).toHaveCount(0);
  });

  test('is kept while the account is banned and filled in at sign-in', async ({ page, open }) => {
    const bridge = await open({ phase: banned, session: { deepLink: register } });
    await expect(line(page)).toContainText(words.waits.text);
    await bridge.publish(withDeepLink(signedOut, register));
    await expect(page.getByRole('heading', { name: english.register.title })).toBeVisible();
  });

  for (const [deepLink, off, told] of [
    [redeem, { redeem: false }, words.redeemOff],
    [register, { register: false }, words.registerOff],
  ] as const)
    for (const phase of [signedOut, ready])
      test(`causes a notice for ${deepLink.kind} if that way is turned off in ${phase.kind}`, async ({
        page,
        open,
      }) => {
        const bridge = await open({
          phase,
          session: { deepLink },
          info: { accounts: { ...demoInfo.accounts, ...off } },
        });
        await expect(line(page)).toContainText(told.title);
        await expect(line(page)).toContainText(fill(told.text, { brand }));
        await expect(keyField(page)).toHaveCount(0);
        await expect(button(page, words.offer.use)).toHaveCount(0);
        await line(page).getByRole('button').click();
        expect(await bridge.inputsOf('dropDeepLink')).toEqual([{ id: 1 }]);
      });

  test('asks the user to sign out first when keys only create accounts', async ({ page, open }) => {
    const info = { accounts: { ...demoInfo.accounts, redeem: false } };
    await open({ phase: ready, session: { deepLink: register }, info });
    await expect(line(page)).toContainText(words.signOutFirst.text);
  });

  test('is reported in the window language if it is unreadable', async ({ page, open }) => {
    const bridge = await open({
      phase: signedOut,
      session: { deepLink: { id: 1, kind: 'unreadable' } },
      info: { language: { ...demoInfo.language, current: 'de' } },
    });
    await expect(line(page)).toContainText(german.deepLink.unreadable.title);
    await line(page).getByRole('button').click();
    expect(await bridge.inputsOf('dropDeepLink')).toEqual([{ id: 1 }]);
  });
});
