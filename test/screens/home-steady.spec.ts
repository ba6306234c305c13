// No task shifts the layout of the home screen, measured by the browser's own layout-shift API.
import { installedSample, programSample, withUpdate } from '../gallery/program.ts';
import type { Program, Task } from '../../src/shared/program.ts';
import { shiftsOf, watchShifts } from './layout-shifts.ts';
import { dayMs, failureOf, nowMs, ready } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';
import { damaged, fetching, paused, running, updated } from './task-samples.ts';

interface Step {
  readonly name: string;
  readonly program: Program;
  readonly task?: Partial<Task>;
}

/** The snapshots of a task in turn, from its start to its end. */
function stepsOf(kind: Task['kind'], before: Program, after: Program): readonly Step[] {
  const steps: readonly (readonly [string, Partial<Task>])[] = [
    ['start', {}],
    ['waiting', { stage: 'waiting' }],
    ['looking', { stage: 'looking', done: 1_000_000, total: 3_000_000 }],
    ['progress', fetching],
    ['pause', paused],
    ['failure', { ...paused, state: 'failed', failure: failureOf({ code: 'offline' }) }],
    ['resume', { ...fetching, bytesPerSecond: null, etaMs: null }],
    ['standstill', { ...fetching, bytesPerSecond: 0, etaMs: null }],
    ['verifying', { ...fetching, stage: 'verifying', done: 120_000_000 }],
  ];
  return [
    ...steps.map(([name, task]) => ({ name, program: before, task: { kind, ...task } })),
    { name: 'cancel', program: before },
    { name: 'another start', program: before, task: { kind, ...fetching } },
    { name: 'end', program: after },
  ];
}

/** Below 760 pixels, every width has the layout of the smallest window. */
const sizes = [
  { width: 900, height: 600 },
  { width: 480, height: 680 },
  { width: 400, height: 560 },
];
const newest = { version: '2.5', notes: '', size: 214_000_000, stored: 96_400_000 };
const tasks: readonly (readonly [Task['kind'], Program, Program])[] = [
  ['install', programSample, { ...updated, available: null }],
  [
    'install',
    { ...programSample, available: newest },
    { ...updated, available: null, installed: { version: '2.5', notes: '' } },
  ],
  ['update', withUpdate, updated],
  ['update', { ...withUpdate, next: 'update' }, updated],
  [
    'update',
    { ...withUpdate, available: newest },
    { ...updated, installed: { version: '2.5', notes: '' } },
  ],
  ['repair', damaged, installedSample],
];

for (const viewport of sizes)
  test.describe(`at ${viewport.width} x ${viewport.height}`, () => {
    test.use({ viewport });

    for (const [kind, before, after] of tasks)
      test(`no card moves from the start to the end of: ${before.next}, ${kind}, ${before.available?.notes.length ?? 'no'} notes`, async ({
        page,
        open,
      }) => {
        await page.addInitScript(watchShifts);
        const bridge = await open({ phase: ready, session: { program: before } });
        await page.locator('.control-face .button').waitFor();
        const cards = page.locator('.home-card');
        const placeOf = (count: number) =>
          cards.evaluateAll(
            (all, first) =>
              all.slice(0, first).map((card) => Math.round(card.getBoundingClientRect().top / 4)),
            count,
          );
        const count = await cards.count();
        const places = await placeOf(count);
        const shifts: string[] = [...(await shiftsOf(page))].map((one) => `at first: ${one}`);
        for (const [at, { name, program, task }] of stepsOf(kind, before, after).entries()) {
          const now = task === undefined ? [] : [{ ...running, ...task }];
          await bridge.publish(sessionOf(ready, { revision: 2 + at, program, tasks: now }));
          shifts.push(...(await shiftsOf(page)).map((one) => `${name}: ${one}`));
          expect(await placeOf(count), name).toEqual(places);
        }
        expect(shifts).toEqual([]);
      });
  });

test('no card is shown for a version without notes, before and after its installation', async ({
  page,
  open,
}) => {
  const offered = { ...programSample, available: newest };
  const bridge = await open({ phase: ready, session: { program: offered } });
  await page.locator('.control-face .button').waitFor();
  await expect(page.locator('.release')).toHaveCount(0);
  const program = { ...updated, available: null, installed: { version: '2.5', notes: '' } };
  await bridge.publish(sessionOf(ready, { revision: 2, program }));
  await page.getByRole('button', { name: 'Launch' }).waitFor();
  await expect(page.locator('.release')).toHaveCount(0);
});

test('the layout-shift check notices a card that moves @main', async ({ page, open }) => {
  await page.addInitScript(watchShifts);
  const bridge = await open({ phase: ready, session: { program: installedSample } });
  await shiftsOf(page);
  const endings = [{ id: 'a'.repeat(32), name: 'Pro', expiresAt: nowMs + dayMs }];
  await bridge.publish(sessionOf(ready, { revision: 2, program: installedSample, endings }));
  expect(await shiftsOf(page)).not.toEqual([]);
});
