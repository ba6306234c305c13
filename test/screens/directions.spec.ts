// Right-to-left texts of sellers and users are isolated, so they never reorder the text around
// them.
import type { Page } from '@playwright/test';
import { accountPictures } from '../gallery/accounts.ts';
import { chatPictures } from '../gallery/chat.ts';
import { communityPictures } from '../gallery/community.ts';
import { savedSignInPictures } from '../gallery/saved-sign-ins.ts';
import { optionPictures } from '../gallery/options.ts';
import { phasePictures } from '../gallery/phases.ts';
import type { Picture } from '../gallery/picture.ts';
import { programPictures } from '../gallery/program.ts';
import { settingsPictures } from '../gallery/settings.ts';
import { redeemPictures } from '../gallery/redeem.ts';
import { demoInfo } from './samples.ts';
import { expect, test } from './screen-page.ts';

const hebrew = '\u05e9\u05dc\u05d5\u05dd';

/** Fields of a snapshot that hold text of sellers and users. */
const theirs =
  /^(name|username|label|text|author|notes|version|requiredVersion|announcement|reason|sellerText|subscription|computer|folder|file|program)$/;

function inHebrew(value: unknown, key = '', within = ''): unknown {
  // The name of an option is an identifier of the interface, not text.
  if (typeof value === 'string')
    return theirs.test(key) && !(key === 'name' && within === 'options') ? hebrew : value;
  if (Array.isArray(value)) return value.map((one) => inHebrew(one, '', key));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, inHebrew(one, name, within)]);
  return Object.fromEntries(entries) as object; // with the same fields
}

/** Right-to-left texts that are not isolated from other text, including the window title. */
function turned(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const theirs = /[\u0590-\u05ff]/;
    const others = /[A-Za-z]/;
    const apart = (text: string | null) => (text ?? '').replace(/\u2068[^\u2069]*\u2069/g, '');
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement;
      // Text for screen readers only, or the initial in an avatar.
      if (!theirs.test(apart(node.textContent)) || parent?.closest('.unseen, .initials, .mark'))
        continue;
      const own = parent?.closest('bdi, [dir]') ?? document.body;
      if (own === document.body || others.test(apart(own.textContent)))
        found.push(parent?.outerHTML ?? '');
    }
    if (theirs.test(apart(document.title)) && others.test(document.title))
      found.push(document.title);
    return found;
  });
}

const named = (pictures: readonly Picture[], ...names: readonly string[]) =>
  pictures.filter(({ name }) => names.includes(name));
const openMenu = (page: Page) => page.locator('.menu-button').last().click();

const shown: readonly (readonly [string, readonly Picture[]])[] = [
  ...Object.entries(phasePictures).map(([kind, pictures]) => [kind, pictures.slice(0, 1)] as const),
  ['banned', phasePictures.banned.slice(1)],
  ['ready', named(phasePictures.ready, 'task-running', 'three-days', 'notice-update')],
  ['no-subscription', named(phasePictures['no-subscription'], 'expired-several', 'paused')],
  ['program', named(programPictures, 'program-launch').map((one) => ({ ...one, act: openMenu }))],
  ['program', named(programPictures, 'program-task-waiting', 'program-whats-new')],
  ['accounts', named(accountPictures, 'forgot-sent')],
  ['settings', named(settingsPictures, 'list', 'account', 'security', 'computers', 'program')],
  ['settings', named(settingsPictures, 'subscriptions', 'subscriptions-redeemed', 'about')],
  ['chat', named(chatPictures, 'messages')],
  ['community', communityPictures.slice(0, 1)],
  ['kept', named(savedSignInPictures, 'list', 'menu')],
  ['options', named(optionPictures, 'shown')],
  ['redeem', named(redeemPictures, 'receipt-full')],
];

for (const [group, pictures] of shown)
  for (const { name, open: given, act } of pictures)
    test(`${group}: isolates right-to-left text in ${name}`, async ({ page, open }) => {
      const info = { ...demoInfo, ...given.info };
      const all = inHebrew({ ...given, info }) as Picture['open']; // with the same fields
      const bridge = await open(all);
      await act?.(page, bridge);
      // The settings have no header.
      await expect(page.locator('header, main').first()).toContainText(hebrew);
      expect(await turned(page)).toEqual([]);
    });
