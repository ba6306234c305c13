// The seller's words about features: on the card of a subscription, and in the settings.
import { openSettings } from '../gallery/picture.ts';
import { anna, ready } from './samples.ts';
import { expect, test } from './screen-page.ts';

const words = ['PDF export', 'Up to 5 projects', 'Cloud', 'Priority support', 'Themes', 'Plugins'];
const account = {
  ...anna.account,
  subscriptions: anna.account.subscriptions.map((one, index) =>
    index === 0 ? { ...one, included: words } : one,
  ),
  extras: [
    { words: 'Beta versions', until: Date.UTC(2026, 11, 4, 12) },
    { words: 'Early bird', until: null },
  ],
};

test('a card has the first words about features, and the settings have all', async ({
  page,
  open,
}) => {
  await open({ phase: { ...ready, account } });
  const card = page.locator('.home-card').filter({ hasText: 'PDF export' });
  await expect(card.locator('.included li')).toHaveText([...words.slice(0, 5), '…']);
  await openSettings(page, 'Subscriptions and keys');
  const part = page.getByRole('region', { name: 'Subscriptions', exact: true });
  await expect(part.locator('.included li')).toHaveText(words);
  await expect(part).toContainText(/Beta versions.*until 4 December 2026/s);
  await expect(part).toContainText('Early bird');
});
