// The pictures in README.md and docs/ are up to date: each screen is rendered and compared with the
// record made when the pictures were drawn. On a difference, check the screen and run `npm run
// pictures` if the change is intended.
import type { Page } from '@playwright/test';
import { differences, makeUpOf } from '../pictures/screen-content.ts';
import { hashOf, readRecord } from '../pictures/record.ts';
import { showPanel } from '../pictures/show-panel.ts';
import { type Panel, strips } from '../pictures/strips.ts';
import { expect, test } from '../screens/screen-page.ts';

const panels = new Map(
  strips.flatMap((strip) => strip.panels.map((panel) => [`${panel.name} ${panel.theme}`, panel])),
);
const advice = 'moved away from its picture: look at it, then run "npm run pictures"';

for (const [name, panel] of panels)
  test(`matches the picture of ${name}`, async ({ page, open }) => {
    await showPanel(page, open, panel);
    expect(differences(readRecord().screens.get(name) ?? [], await makeUpOf(page)), advice).toEqual(
      [],
    );
  });

test('has exactly one picture file for each drawn picture', () => {
  const { files, screens } = readRecord();
  expect([...files.keys()].sort()).toEqual(strips.map(({ file }) => file).sort());
  for (const [file, hash] of files) expect(hashOf(file), file).toBe(hash);
  expect([...screens.keys()].sort()).toEqual([...panels.keys()].sort());
});

const ready = panels.get('ready.plain light');

/** Returns the differences that `change` causes on an unchanged screen. */
async function foundAfter(page: Page, change: () => void): Promise<readonly string[]> {
  const before = await makeUpOf(page);
  expect(before.length).toBeGreaterThan(5);
  await page.evaluate(change);
  return differences(before, await makeUpOf(page));
}

const launch = 'main button';
const changes: Readonly<Record<string, () => void>> = {
  'changed text': () => {
    document.querySelector('h1, h2')?.append('!');
  },
  'a changed colour': () => {
    document.querySelector<HTMLElement>('main button')?.style.setProperty('color', 'red');
  },
  'a moved button': () => {
    document.querySelector<HTMLElement>('main button')?.style.setProperty('margin-top', '40px');
  },
  'a removed button': () => document.querySelector('main button')?.remove(),
  'a changed border radius': () => {
    document.querySelector<HTMLElement>('main button')?.style.setProperty('border-radius', '0');
  },
  'a changed font size': () => {
    document.querySelector<HTMLElement>('main button')?.style.setProperty('font-size', '20px');
  },
};
for (const [what, change] of Object.entries(changes))
  test(`detects ${what}`, async ({ page, open }) => {
    await showPanel(page, open, ready as Panel); // it is among the strips, or nothing here would be drawn
    await page.locator(launch).first().waitFor();
    expect(await foundAfter(page, change)).not.toEqual([]);
  });

for (const font of ['DejaVu Sans', 'Liberation Serif'])
  test(`ignores the font ${font}`, async ({ page, open }) => {
    await showPanel(page, open, ready as Panel); // as above
    const before = await makeUpOf(page);
    await page.evaluate((family) => {
      for (const element of document.querySelectorAll<HTMLElement>('*'))
        element.style.setProperty('font-family', family, 'important');
    }, font);
    expect(differences(before, await makeUpOf(page))).toEqual([]);
  });
