// Names with dollar signs, braces and brackets appear unchanged on every screen.
import { phasePictures } from '../gallery/phases.ts';
import { openRedeem } from '../gallery/picture.ts';
import { demoInfo, ready } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

const name = 'Ca$$h & $&Co $1 <b>{name}';
const info = { brand: { ...demoInfo.brand, name, logo: null } };

test('shows the brand name unchanged in every phase @main', async ({ page, open }) => {
  const bridge = await open({ phase: ready, info });
  // Nothing is loaded after this button appears.
  await page.getByRole('button', { name: 'Launch' }).waitFor();
  for (const [index, [first]] of Object.values(phasePictures).entries()) {
    const phase = first?.open.phase ?? ready;
    await bridge.publish(sessionOf(phase, { revision: index + 2 }));
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    await expect(page.getByRole('banner'), phase.kind).toContainText(name);
    expect(await page.title(), phase.kind).toContain(name);
    const text = await page.evaluate(() => document.body.textContent);
    expect(text.split(name).join(''), phase.kind).not.toMatch(/[{}$]|Ca\\$h/u);
  }
});

test('shows user and subscription names unchanged in notices and the account menu', async ({
  page,
  open,
}) => {
  const [subscription] = ready.account.subscriptions;
  if (subscription === undefined) throw new Error('the sample has subscriptions');
  const owned = { name: '$$ Gold $&', expiresAt: Date.UTC(2026, 10, 22) };
  const account = {
    ...ready.account,
    username: '$&anna$$',
    subscriptions: [{ ...subscription, ...owned }],
  };
  const endings = [{ id: 'a'.repeat(32), ...owned }];
  await open({ phase: { ...ready, kind: 'running', account }, info, session: { endings } });
  await expect(page.getByRole('main').getByText('$$ Gold $& ends in')).toBeVisible();
  await page.getByRole('button', { name: 'Account of $&anna$$' }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toHaveAccessibleDescription(
    `Close ${name} first.`,
  );
});

test('shows the user name unchanged in the redeem form', async ({ page, open }) => {
  await open({ phase: { ...ready, account: { ...ready.account, username: '$&{name}' } } });
  await openRedeem(page);
  await expect(page.getByRole('form')).toHaveAccessibleDescription(/\$&\{name\}/);
});
