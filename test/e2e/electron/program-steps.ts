// The life of a managed program, from installation to repair, checked in the window, on the network
// and on disk. The program is a release that the command line created and published.
import { appendFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { fill } from '../../../src/copy/sentences.ts';
import { brandName } from '../../support/electron-app.ts';
import { awaitAppEnd } from '../../support/electron-steps.ts';
import { type HoldingProxy } from '../../support/holding-proxy.ts';
import { noise } from '../../support/noise.ts';
import { type TestPublisher } from '../../../packages/cli/test/support/publish-release.ts';

const words = english.delivery;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const state = (page: Page, text: RegExp) => expect(page.getByRole('main')).toContainText(text);

/** A program that prints its version and its working folder. */
const programOf = (version: string) => ({
  'run.sh': `#!/bin/sh\nread line\necho "program ${version} in $(pwd)"\n`,
  'data.bin': noise(9 << 20, 7),
});

async function placeOf(home: string, name: string): Promise<string> {
  const all = await readdir(home, { recursive: true });
  const found = all.filter((one) => one.endsWith(path.join('current', name)));
  expect(found).toHaveLength(1);
  return path.join(home, found[0] ?? '');
}

export interface RunningLoader {
  readonly page: Page;
  /** All output of the loader and its child processes so far. */
  readonly output: () => string;
  readonly quit: () => Promise<void>;
}

export interface ProgramJourney {
  /** Starts the loader and signs in. */
  readonly start: () => Promise<RunningLoader>;
  readonly network: HoldingProxy;
  readonly publisher: TestPublisher;
  /** The program is installed somewhere below this folder. */
  readonly home: string;
  readonly picture: (page: Page, name: string) => Promise<void>;
}

export async function liveWithProgram(journey: ProgramJourney): Promise<void> {
  const { start, network, publisher, home, picture } = journey;
  const launched = async ({ page, output }: RunningLoader, version: string) => {
    await button(page, english.ready.launch).click();
    await expect.poll(output).toContain(`program ${version} in `);
    await awaitAppEnd(page);
  };
  await publisher.publish(programOf('one'), 'The first one');

  // The network stalls after two chunks, so that the download can pause and resume.
  network.release(2);
  const first = await start();
  await state(first.page, /to download/);
  await expect(first.page).toHaveTitle(new RegExp(`^${words.titleNotInstalled}`));
  await expect(button(first.page, words.install)).toBeFocused();
  await first.page.keyboard.press('Enter');
  const bar = first.page.getByRole('progressbar');
  await expect.poll(() => network.downloadedParts.length).toBe(2);
  const share = () => bar.evaluate((element: HTMLProgressElement) => element.position);
  await expect.poll(share).toBeGreaterThan(0);
  expect(await share()).toBeLessThan(0.5);
  await picture(first.page, 'program-fetching');
  await button(first.page, english.task.pause).click();
  await expect(button(first.page, english.task.resume)).toBeVisible();
  await button(first.page, english.task.resume).click();
  await expect(button(first.page, english.task.pause)).toBeVisible();
  await button(first.page, english.task.pause).click();
  await expect(button(first.page, english.task.resume)).toBeVisible();
  await expect(button(first.page, english.ready.launch)).toHaveCount(0);
  await first.quit();

  // A restarted loader shows the paused task and waits for "Resume"; verified chunks are not
  // fetched again.
  const kept = network.downloadedParts.length;
  network.release(Infinity);
  const second = await start();
  const resume = button(second.page, english.task.resume);
  await expect(resume).toBeVisible();
  await expect(button(second.page, words.install)).toHaveCount(0);
  await state(second.page, /Paused · \d[.\d]*\sMB of 9[.\d]*\sMB/);
  await picture(second.page, 'program-resting');
  expect(network.downloadedParts).toHaveLength(kept);
  await expect(resume).toBeFocused();
  await second.page.keyboard.press('Enter');
  await expect(button(second.page, english.ready.launch)).toBeFocused();
  await state(second.page, /Version 1\.1(?!.*to download)/);
  expect(network.downloadedParts.length).toBe(new Set(network.downloadedParts).size);
  await picture(second.page, 'program-installed');
  await launched(second, 'one');
  expect(second.output()).not.toContain(`${path.sep}current\n`);

  // Only changed chunks are fetched.
  await publisher.publish(programOf('two'), 'Brushes follow the wind');
  const before = network.downloadedParts.length;
  await second.quit();
  const third = await start();
  await button(third.page, words.whatsNew).click();
  await expect(third.page.getByText('Brushes follow the wind')).toBeVisible();
  await third.page.getByRole('button', { name: /^Update · / }).click();
  await expect(third.page).toHaveTitle(new RegExp(`^${english.ready.ready}`));
  await state(third.page, /Version 1\.2 is installed/);
  expect(network.downloadedParts.length).toBe(before + 1);
  await launched(third, 'two');

  // A modified program is not launched until it is repaired.
  await appendFile(await placeOf(home, 'run.sh'), 'echo altered\n');
  await button(third.page, english.ready.launch).click();
  await expect(third.page.getByRole('alert')).toContainText(
    fill(english.programFailures['program-damaged'].title, { brand: brandName }),
  );
  await picture(third.page, 'program-damaged');
  await button(third.page, words.repair).click();
  await launched(third, 'two');
  expect(third.output()).not.toContain('altered');
  // removeHome does not find a packaged loader, because /proc does not show its environment.
  await third.quit();
}
