// The pictures in README.md and docs/ still show the screens: each screen is drawn anew and held against what it consisted of when
// the pictures were drawn. A difference means: look at it, and run `npm run pictures` where it is meant.
import type { Page } from '@playwright/test';
import { differences, makeUpOf } from '../pictures/make-up.ts';
import { hashOf, readKept } from '../pictures/record.ts';
import { showPanel } from '../pictures/show-panel.ts';
import { type Panel, strips } from '../pictures/strips.ts';
import { expect, test } from '../screens/screen-page.ts';

const panels = new Map(
  strips.flatMap((strip) => strip.panels.map((panel) => [`${panel.name} ${panel.theme}`, panel])),
);
const advice = 'moved away from its picture: look at it, then run "npm run pictures"';

for (const [name, panel] of panels)
  test(`picture of ${name}`, async ({ page, open }) => {
    await showPanel(page, open, panel);
    expect(differences(readKept().screens.get(name) ?? [], await makeUpOf(page)), advice).toEqual(
      [],
    );
  });

test('the files are those that were drawn', () => {
  const { files, screens } = readKept();
  expect([...files.keys()].sort()).toEqual(strips.map(({ file }) => file).sort());
  for (const [file, hash] of files) expect(hashOf(file), file).toBe(hash);
  expect([...screens.keys()].sort()).toEqual([...panels.keys()].sort());
});

const ready = panels.get('ready.plain light');

/** What is found after `change`, in a screen that had no difference before. */
async function foundAfter(page: Page, change: () => void): Promise<readonly string[]> {
  const before = await makeUpOf(page);
  expect(before.length).toBeGreaterThan(5);
  await page.evaluate(change);
  return differences(before, await makeUpOf(page));
}

const launch = 'main button';
const changes: Readonly<Record<string, () => void>> = {
  'another word': () => {
    document.querySelector('h1, h2')?.append('!');
  },
  'another colour': () => {
    document.querySelector<HTMLElement>('main button')?.style.setProperty('color', 'red');
  },
  'a button somewhere else': () => {
    document.querySelector<HTMLElement>('main button')?.style.setProperty('margin-top', '40px');
  },
  'a button less': () => document.querySelector('main button')?.remove(),
  'other corners': () => {
    document.querySelector<HTMLElement>('main button')?.style.setProperty('border-radius', '0');
  },
  'larger words': () => {
    document.querySelector<HTMLElement>('main button')?.style.setProperty('font-size', '20px');
  },
};
for (const [what, change] of Object.entries(changes))
  test(`noticed: ${what}`, async ({ page, open }) => {
    await showPanel(page, open, ready as Panel); // it is among the strips, or nothing here would be drawn
    await page.locator(launch).first().waitFor();
    expect(await foundAfter(page, change)).not.toEqual([]);
  });

for (const font of ['DejaVu Sans', 'Liberation Serif'])
  test(`not taken for a change: words in ${font}`, async ({ page, open }) => {
    await showPanel(page, open, ready as Panel); // as above
    const before = await makeUpOf(page);
    await page.evaluate((family) => {
      for (const element of document.querySelectorAll<HTMLElement>('*'))
        element.style.setProperty('font-family', family, 'important');
    }, font);
    expect(differences(before, await makeUpOf(page))).toEqual([]);
  });
