// The home screen: cards fill what the cover leaves of a wide window, and say what there is.
import type { Page } from '@playwright/test';
import { wideHome } from '../gallery/wide-home.ts';
import { installedSample, programSample, withUpdate } from '../gallery/program.ts';
import { shiftsOf, watchShifts } from './layout-shifts.ts';
import { anna, nowMs, ready } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';
import { running, updated } from './task-samples.ts';

/** The thirds of the window, as columns and as rows, in which nothing is drawn. */
function emptyThirds(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const drawn = [
      ...document.querySelectorAll('.cover, .home-card, .home-actions .button, .foot > *'),
    ].map((element) => element.getBoundingClientRect());
    const cover = document.querySelector('.cover.above')?.getBoundingClientRect();
    const below = cover?.bottom ?? 0;
    const [width, height] = [innerWidth / 3, innerHeight / 3];
    const columns = [0, 1, 2].filter(
      (at) =>
        !drawn.some(
          ({ left, right, bottom }) =>
            bottom > below && Math.min(right, (at + 1) * width) - Math.max(left, at * width) > 100,
        ),
    );
    const edges = drawn.map(({ bottom }) => bottom).toSorted((one, other) => one - other);
    const gaps = edges.filter((bottom, at) => (edges[at + 1] ?? innerHeight) - bottom > height);
    return [...columns.map((at) => `column ${at}`), ...gaps.map((at) => `below ${at}`)];
  });
}

for (const subscriptions of [1, 2])
  test(`leaves no third of a window of 1400 pixels empty: ${subscriptions} subscriptions`, async ({
    page,
    open,
  }) => {
    await page.setViewportSize({ width: 1400, height: 900 });
    const account = {
      ...anna.account,
      subscriptions: anna.account.subscriptions.slice(-subscriptions),
    };
    const bridge = await open(wideHome);
    let revision = 1;
    for (const announcement of [wideHome.phase.announcement, null])
      for (const program of [installedSample, withUpdate, programSample]) {
        const phase = { ...wideHome.phase, account, announcement };
        await bridge.publish(sessionOf(phase, { revision: (revision += 1), program }));
        await expect(page.locator('.announcement')).toHaveCount(announcement === null ? 0 : 1);
        expect(await emptyThirds(page)).toEqual([]);
      }
  });

test('shows what renewing costs beside Renew, unless the brand gives no price', async ({
  page,
  open,
}) => {
  await open({ phase: ready });
  const cards = page.getByRole('list', { name: 'Your subscriptions' }).getByRole('listitem');
  await expect(cards.last()).toContainText(/Renew at northwind\.example.*€19 a year/);
});

test('keeps the notes where they are when the program is installed and removed', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 900, height: 600 });
  const notes = programSample.available?.notes ?? '';
  const bridge = await open({ phase: ready, session: { program: programSample } });
  await page.getByRole('button', { name: "What's new" }).waitFor();
  await page.evaluate(watchShifts);
  await shiftsOf(page);
  const installed = { ...installedSample, installed: { version: '2.5', notes } };
  await bridge.publish(sessionOf(ready, { revision: 2, program: installed }));
  await expect(page.getByText('Version 2.5 is installed')).toBeVisible();
  await bridge.publish(sessionOf(ready, { revision: 3, program: programSample }));
  await expect(page.getByRole('button', { name: 'Install' })).toBeVisible();
  expect(await shiftsOf(page)).toEqual([]);
});

test('shows the notes without their markup in the closed card', async ({ page, open }) => {
  const notes = '# Brushes\nThey follow\nthe wind.\n\n- Large pictures\n- <b>Quieter</b>';
  const available = { version: '2.5', notes, size: 1, stored: 1 };
  await open({ phase: ready, session: { program: { ...installedSample, available } } });
  await expect(page.locator('.notes')).toHaveText(
    'Brushes · They follow the wind. · Large pictures · <b>Quieter</b>',
  );
});

test('expands "What\'s new" to headings, lists and paragraphs', async ({ page, open }) => {
  const notes =
    '# Brushes\nThey follow the wind.\n\n- Large pictures open faster\n- <b>Quieter</b>';
  const available = { version: '2.5', notes, size: 1, stored: 1 };
  await open({ phase: ready, session: { program: { ...installedSample, available } } });
  await page.getByRole('button', { name: "What's new" }).click();
  const shown = page.locator('.notes');
  await expect(shown.getByRole('heading', { name: 'Brushes' })).toBeVisible();
  await expect(shown.getByRole('listitem')).toHaveText([
    'Large pictures open faster',
    '<b>Quieter</b>',
  ]);
  await expect(shown.getByRole('paragraph')).toHaveText('They follow the wind.');
});

test('an update is brought when the running program closes', async ({ page, open }) => {
  const phase = { ...ready, kind: 'running' } as const;
  const bridge = await open({ phase, session: { program: withUpdate } });
  await page.getByRole('button', { name: 'Update when it closes' }).click();
  expect(await bridge.inputsOf('installProgram')).toHaveLength(1);
  const task = { ...running, kind: 'update', stage: 'waiting' } as const;
  await bridge.publish(sessionOf(phase, { revision: 2, program: withUpdate, tasks: [task] }));
  await expect(page.locator('.release')).toContainText('Continues once Northwind Studio is closed');
});

test('the result names what the check found, while it is offered', async ({ page, open }) => {
  const bridge = await open({ phase: ready });
  const found = { subscriptions: false, program: '2.5', loader: '5.3' };
  const notice = { kind: 'checked', at: nowMs, changed: true, found } as const;
  const line = page.locator('.checked');
  await bridge.publish(sessionOf(ready, { revision: 2, program: withUpdate, notice }));
  await expect(line).toHaveText(
    'Checked just now. Version 2.5 is available. Loader 5.3 is available.',
  );
  await bridge.publish(sessionOf(ready, { revision: 3, program: updated, notice }));
  await expect(line).toHaveText('Checked just now. Loader 5.3 is available.');
  const changes = { subscriptions: true, program: null, loader: null };
  const changed = { ...notice, at: nowMs + 1, found: changes };
  await bridge.publish(sessionOf(ready, { revision: 4, notice: changed }));
  await expect(line).toHaveText('Checked just now. Your subscriptions have changed.');
  const same = {
    ...changed,
    at: nowMs + 2,
    changed: false,
    found: { ...changes, subscriptions: false },
  };
  await bridge.publish(sessionOf(ready, { revision: 5, notice: same }));
  await expect(line).toHaveText('Checked just now: nothing has changed.');
});
