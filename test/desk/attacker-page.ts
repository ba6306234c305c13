// The fixture of the attacks: pages of other origins beside the desk.
import { test as base } from './desk-page.ts';
import { openOtherSite, type OtherSite } from './other-site.ts';

export const test = base.extend<{ attacker: OtherSite; defenceless: OtherSite }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  attacker: async ({}, use) => {
    const site = await openOtherSite();
    await use(site);
    await site.close();
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  defenceless: async ({}, use) => {
    const site = await openOtherSite();
    await use(site);
    await site.close();
  },
});

export { expect } from './desk-page.ts';
