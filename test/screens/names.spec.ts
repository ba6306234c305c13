// Names as sellers and users write them: with dollar signs, braces and brackets. They stand on every screen as they are.
import { phasePictures } from '../gallery/phases.ts';
import { openRedeem } from '../gallery/picture.ts';
import { demoInfo, ready } from './samples.ts';
import { expect, test } from './screen-page.ts';

const name = 'Ca$$h & $&Co $1 <b>{name}';
const info = { brand: { ...demoInfo.brand, name, logo: null } };

for (const [kind, [first]] of Object.entries(phasePictures))
  test(`the name of the brand: ${kind}`, async ({ page, open }) => {
    await open({ phase: first?.open.phase ?? ready, info });
    await expect(page.getByRole('banner')).toContainText(name);
    expect(await page.title()).toContain(name);
    const text = await page.evaluate(() => document.body.textContent);
    const around = text.split(name).join('');
    expect(around).not.toMatch(/[{}$]|Ca\\$h/u);
  });

test('the reason why the menu is closed, and the name of a user and of what they own', async ({
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
  await expect(page.getByText('$$ Gold $& ends in')).toBeVisible();
  await page.getByRole('button', { name: 'Account of $&anna$$' }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toHaveAccessibleDescription(
    `Possible once ${name} is closed.`,
  );
});

test('the account that a key is for', async ({ page, open }) => {
  await open({ phase: { ...ready, account: { ...ready.account, username: '$&{name}' } } });
  await openRedeem(page);
  await expect(page.getByRole('form')).toHaveAccessibleDescription(/\$&\{name\}/);
});
