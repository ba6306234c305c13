// Renders a gallery state in German and in a pseudo-language, at 320 pixels and with text at 200 %.
// No sentence may be clipped or outside the window. `npm run gallery` also writes pictures for
// review.
import type { Page } from '@playwright/test';
import { german } from '../../src/copy/de/window.ts';
import { english } from '../../src/copy/en/window.ts';
import { expect } from '../screens/screen-page.ts';
import { pseudo } from '../support/pseudo.ts';
import { brokenWords, expectWholeWordsInLargeText } from './broken-words.ts';
import { draw } from './picture.ts';

const exportsOf = /export\{(?<names>[^}]+)\};?\s*$/;
/** Sentences of the first and of the later German texts. */
const germanSentences = [german.signIn.usernameMissing, german.keyScreen.lead];

/**
 * Adds the pseudo-language to a script of German texts. It replaces them from the event that
 * `setPseudo` sends on, or from the start.
 */
function withPseudo(script: string): string {
  const [whole = '', names = ''] = exportsOf.exec(script) ?? [];
  if (!germanSentences.some((sentence) => script.includes(sentence))) return script;
  const texts = names.split(',').map((one, at) => {
    const [own = '', name = own] = one.split(' as ');
    return { own, name, spoken: `spoken${at}` };
  });
  return `${script.slice(0, -whole.length)}
let ${texts.map(({ own, spoken }) => `${spoken} = ${own}`).join()};
const places = ${JSON.stringify(pseudo(english))};
const speak = () => {
  ${texts.map(({ name, spoken }) => `${spoken} = places.${name};`).join('')}
};
if (globalThis.speaksPseudo) speak();
else addEventListener('pseudo', speak);
export { ${texts.map(({ name, spoken }) => `${spoken} as ${name}`).join()} };`;
}

/** Adds the pseudo-language to every German chunk that the page loads from now on. */
export async function putPseudo(page: Page): Promise<void> {
  await page.route(/\/(?:first|later)-texts-[\w-]+\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: withPseudo(await response.text()) });
  });
}

/** Chooses the language in the footer, because the steps that lead to a state run in English. */
async function speak(page: Page, code: 'en' | 'de', locale: string): Promise<void> {
  await page.evaluate((chosen) => {
    const select = document.querySelector<HTMLSelectElement>('footer select');
    if (select === null) throw new Error('no choice of a language');
    select.value = chosen;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }, code);
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
}

/** Returns the left edges of the values of facts, except values below their name. */
async function edgesOfFacts(page: Page): Promise<readonly number[]> {
  const edges = await page.evaluate(() =>
    [...document.querySelectorAll('.fact')].flatMap((fact) => {
      const [name, value] = [...fact.children].map((each) => each.getBoundingClientRect());
      if (name === undefined || value === undefined || value.top >= name.bottom) return [];
      return [Math.round(value.left)];
    }),
  );
  return [...new Set(edges)];
}

export async function look(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 420, height: 680 });
  await draw(page, 'gallery', `${name}.light.narrow`);
  if (name.endsWith('.german')) {
    expect((await edgesOfFacts(page)).length, `${name}: edges of its facts`).toBeLessThan(2);
    for (const width of [420, 400]) {
      await page.setViewportSize({ width, height: 680 });
      await expect
        .poll(() => brokenWords(page), { message: `${name}: words at ${width} px` })
        .toEqual([]);
    }
    await expectWholeWordsInLargeText(page, name);
  }
  await page.setViewportSize({ width: 320, height: 620 });
  await expectNothingClipped(page, `${name} at 320 pixels`);
  await page.setViewportSize({ width: 480, height: 680 });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await expectNothingClipped(page, `${name} at 200 % text`);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
}

/** Waits for the settings, which get their narrow layout only after the resize. */
async function expectNothingClipped(page: Page, message: string): Promise<void> {
  await expect.poll(() => clipped(page), { message }).toEqual([]);
}

/** Turns the pseudo-language on, now and in every page that is opened later. */
export async function setPseudo(page: Page): Promise<void> {
  const set = () => {
    Object.assign(globalThis, { speaksPseudo: true });
    dispatchEvent(new Event('pseudo'));
  };
  await page.addInitScript(set);
  await page.evaluate(set);
}

/** Checks the current state of the page, which was reached in English. */
export async function lookInOtherLanguages(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await putPseudo(page);
  await speak(page, 'de', 'de');
  await look(page, `${name}.german`);
  await speak(page, 'en', 'en-GB');
  await setPseudo(page);
  await speak(page, 'de', 'en-GB');
  await expect(page.locator('footer select')).toHaveValue('de');
  await expect(page.locator('footer .unseen').last()).toHaveText(/^\[.*\]$/);
  await look(page, `${name}.pseudo`);
}

/**
 * Returns texts outside the window and elements that clip their content, except shortened names,
 * the start of release notes, and fields.
 */
export function clipped(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const unseen =
      '.unseen, .tip, .brand-name, .account-name, .excerpt, input, select, textarea, option';
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      if (node.parentElement?.closest(unseen) !== null || node.textContent?.trim() === '') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, right } of range.getClientRects())
        if (left < -1 || right > innerWidth + 1) found.push(`outside: ${node.textContent ?? ''}`);
    }
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (element.closest(unseen) !== null || element.closest('svg') !== null) continue;
      const style = getComputedStyle(element);
      const cutsX =
        style.overflowX !== 'visible' || element.matches('button, .chip, .message, .sheet');
      if (cutsX && style.display !== 'inline' && element.scrollWidth > element.clientWidth + 1)
        found.push(`too wide: ${element.tagName}.${element.className} ${element.textContent}`);
      const cutsY = style.overflowY === 'hidden' || style.overflowY === 'clip';
      if (cutsY && element.scrollHeight > element.clientHeight + 2)
        found.push(`too high: ${element.tagName}.${element.className} ${element.textContent}`);
    }
    return [...new Set(found)];
  });
}
