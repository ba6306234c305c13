// Every screen fits the smallest window: nothing is clipped, the window never scrolls, and the
// primary button is in view. steady.spec.ts checks the forms, and tab-stops.spec.ts the tab stops.
import type { Page } from '@playwright/test';
import type { Session } from '../../src/shared/session.ts';
import { communityPictures } from '../gallery/community.ts';
import { computerPictures, replacePictures } from '../gallery/computers.ts';
import { savedSignInPictures } from '../gallery/saved-sign-ins.ts';
import { clipped } from '../gallery/languages.ts';
import { optionPictures } from '../gallery/options.ts';
import { phasePictures } from '../gallery/phases.ts';
import { programPictures } from '../gallery/program.ts';
import { settingsPictures } from '../gallery/settings.ts';
import { redeemPictures } from '../gallery/redeem.ts';
import { inEngine } from '../support/engine.ts';
import { ready } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

test.use({ viewport: { width: 400, height: 560 } });

/** Returns the layout faults of the screen. */
async function faults(page: Page): Promise<readonly string[]> {
  const others = await page.evaluate(() => {
    const found: string[] = [];
    const { documentElement: all } = document;
    if (all.scrollHeight > all.clientHeight || all.scrollWidth > all.clientWidth)
      found.push('the window scrolls');
    const main = document.querySelector('main')?.getBoundingClientRect();
    const button = document.querySelector('main .filled')?.getBoundingClientRect();
    if (main !== undefined && button !== undefined)
      if (button.top < main.top || button.bottom > main.bottom)
        found.push('its button is out of sight');
    return found;
  });
  return [...(await clipped(page)), ...others];
}

/** The first picture of each phase. */
const sessions: readonly Session[] = Object.values(phasePictures).flatMap(([first]) =>
  first === undefined ? [] : [sessionOf(first.open.phase, first.open.session)],
);

test(
  'fits every phase into the smallest window @main',
  { tag: inEngine.layout },
  async ({ page, open }) => {
    const bridge = await open({ phase: ready });
    // Nothing is loaded after this button appears.
    await page.getByRole('button', { name: 'Launch' }).waitFor();
    const found: Record<string, readonly string[]> = {};
    for (const [index, session] of sessions.entries()) {
      await bridge.publish({ ...session, revision: index + 2 });
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      const wrong = await faults(page);
      if (wrong.length > 0) found[session.phase.kind] = wrong;
    }
    expect(found).toEqual({});
  },
);

for (const [name, picture] of [
  ...settingsPictures.map((picture) => [`the settings: ${picture.name}`, picture] as const),
  ...computerPictures.map((picture) => [`the computers: ${picture.name}`, picture] as const),
  ...replacePictures.map((picture) => [`the computers: ${picture.name}`, picture] as const),
  ['the saved accounts', savedSignInPictures.find((keptPicture) => keptPicture.name === 'five')],
  ['the options', optionPictures.find((optionPicture) => optionPicture.name === 'shown')],
  ['the community data', communityPictures[0]],
  ['the receipt', redeemPictures.find((redeemPicture) => redeemPicture.name === 'receipt-full')],
  [
    'the release notes',
    programPictures.find((programPicture) => programPicture.name === 'program-whats-new'),
  ],
] as const)
  test(
    `fits ${name} into the smallest window`,
    // The engine's page has no clock to stop.
    { tag: picture?.open.stoppedClock === true ? [] : inEngine.layout },
    async ({ page, open }) => {
      if (picture === undefined) throw new Error('there is no such picture');
      const bridge = await open(picture.open);
      await picture.act?.(page, bridge);
      expect(await faults(page)).toEqual([]);
    },
  );
