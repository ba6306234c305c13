// `npm run pictures`: draws the pictures of README.md and docs/ anew, by the same screens as the gallery, and records what those
// screens consist of, so that the gallery can say when one of them has changed.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, openScreen, test } from '../screens/screen-page.ts';
import { demoCover, drawDemoCover } from './demo-cover.ts';
import { makeUpOf } from './screen-content.ts';
import { deskPrefix, folder, hashOf, pagePrefix, writeRecord } from './record.ts';
import { showPanel } from './show-panel.ts';
import { strips } from './strips.ts';
import { sideBySide } from './webp.ts';

const gap = 24;
const quality = 0.5;

test('the pictures', async ({ clientUrl, browser }) => {
  test.setTimeout(240_000);
  writeFileSync(demoCover, await drawDemoCover(browser));
  const screens = new Map<string, readonly string[]>();
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder))
    if (!file.startsWith(deskPrefix) && !file.startsWith(pagePrefix)) rmSync(join(folder, file));
  for (const { file, panels } of strips) {
    const shots: Buffer[] = [];
    const [{ size } = { size: null }] = panels;
    if (size === null) throw new Error(`${file} has no screens`);
    for (const panel of panels) {
      // A clock that stands still stands still for all pages of a context, and for good.
      const context = await browser.newContext();
      const page = await context.newPage();
      await showPanel(page, (options) => openScreen(page, clientUrl, options), panel);
      screens.set(`${panel.name} ${panel.theme}`, await makeUpOf(page));
      shots.push(await page.screenshot({ animations: 'disabled', caret: 'hide' }));
      await context.close();
    }
    writeFileSync(
      join(folder, file),
      await sideBySide(browser, shots, { ...size, between: gap, quality }),
    );
  }
  const files = new Map(strips.map(({ file }) => [file, hashOf(file)]));
  writeRecord({ files, screens });
  expect(files.size).toBe(strips.length);
});
