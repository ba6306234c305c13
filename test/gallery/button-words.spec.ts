// No button of the home screen and the sign-in wraps inside of a word, from the smallest window to
// the default one, in both languages, with text at 100 and 200 %.
import type { Page } from '@playwright/test';
import { ready, signedOut } from '../screens/samples.ts';
import { expect, sessionOf, test } from '../screens/screen-page.ts';
import { installedSample, programSample, runningTask, withUpdate } from './program.ts';

const widths = [400, 480, 900] as const;
const paused = { ...runningTask, state: 'paused', bytesPerSecond: null, etaMs: null } as const;
const scenes = [
  sessionOf(signedOut),
  sessionOf(ready, { program: installedSample }),
  sessionOf(ready, { program: withUpdate }),
  sessionOf(ready, { program: programSample, tasks: [runningTask] }),
  sessionOf(ready, { program: programSample, tasks: [paused] }),
];

function brokenWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const button of document.querySelectorAll('button')) {
      if (!button.checkVisibility()) continue;
      const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
        // Hosts, keys and names of users may be longer than a line.
        for (const match of (node.nodeValue ?? '').matchAll(/(?<!\S)\p{L}{2,}(?!\S)/gu)) {
          const range = document.createRange();
          range.setStart(node, match.index);
          range.setEnd(node, match.index + match[0].length);
          const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
          if (new Set(tops).size > 1) found.push(`${match[0]} in "${button.textContent}"`);
        }
    }
    return found;
  });
}

for (const language of ['en', 'de'] as const)
  test(`no button breaks a word: ${language}`, async ({ page, open }) => {
    const offered = { offered: ['en', 'de'], byDefault: 'en', current: language } as const;
    const bridge = await open({ phase: signedOut, info: { language: offered } });
    const found: Record<string, readonly string[]> = {};
    for (const [scene, session] of scenes.entries()) {
      await bridge.publish({ ...session, revision: 2 + scene });
      for (const percent of [100, 200])
        for (const width of widths) {
          await page.setViewportSize({ width, height: 600 });
          await page.evaluate(
            (size) => document.documentElement.style.setProperty('font-size', `${size}%`),
            percent,
          );
          const broken = await brokenWords(page);
          if (broken.length > 0) found[`${scene} at ${width} px, ${percent} %`] = broken;
        }
    }
    expect(found).toEqual({});
  });
