// Notices float above the foot: they move nothing, hide no control, and confirmations disappear.
import type { Page } from '@playwright/test';
import { phasePictures } from '../gallery/phases.ts';
import { programSample, withUpdate } from '../gallery/program.ts';
import type { Phase, Notice } from '../../src/shared/session.ts';
import type { Program, Task } from '../../src/shared/program.ts';
import { shiftsOf, watchShifts } from './layout-shifts.ts';
import { failureOf, ready } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';
import { fetching, paused, running, updated } from './task-samples.ts';

const failed: Notice = { kind: 'failure', failure: failureOf({ code: 'offline' }) };
const crashed: Notice = { kind: 'app-exited', exitCode: 3, signal: 'SIGSEGV' };
const installed: Notice = { kind: 'installed', version: '2.5' };
const uninstalled: Notice = { kind: 'uninstalled', freedBytes: 24_000_000 };
const phases = Object.values(phasePictures).flatMap(([first]) => first?.open.phase ?? []);
const shownNotice = (page: Page) => page.locator('aside.notice');

interface Moment {
  readonly phase?: Phase;
  readonly program: Program;
  readonly task?: Task['kind'];
  readonly state?: 'failed';
  readonly notice?: Notice;
}

const broken: Program = { ...updated, next: 'repair' };

/** What a user does with a program. A new offer adds a card, so the second story begins with it. */
const stories: readonly (readonly [string, readonly Moment[]])[] = [
  [
    'install, launch, crash and uninstall',
    [
      { program: programSample },
      { program: programSample, task: 'install' },
      { program: updated, notice: installed },
      { program: updated },
      { phase: { ...ready, kind: 'launching' }, program: updated },
      { phase: { ...ready, kind: 'running' }, program: updated },
      { program: updated, notice: crashed },
      { program: broken, notice: crashed },
      { program: broken, task: 'repair', notice: failed },
      { program: updated, task: 'repair', state: 'failed' },
      { program: programSample, notice: uninstalled },
      { program: programSample },
    ],
  ],
  [
    'update and close',
    [
      { program: withUpdate },
      { program: withUpdate, notice: failed },
      { program: withUpdate, task: 'update' },
      { program: withUpdate, task: 'update', state: 'failed' },
      { program: updated },
      { phase: { ...ready, kind: 'running' }, program: updated },
      { program: updated },
    ],
  ],
];

/**
 * Runs in the page: the names of the controls that a notice covers. Each control of the screen is
 * scrolled into view first if `afterScrolling`, as the keyboard does.
 */
function coveredControls(afterScrolling: boolean): readonly string[] {
  const controls = [
    ...document.querySelectorAll('button, input, select, a[href], [tabindex="0"]'),
  ].filter((one) => one.closest('.notice') === null && one.checkVisibility());
  return controls.flatMap((control) => {
    if (afterScrolling) control.scrollIntoView({ block: 'nearest' });
    const { left, right, top, bottom } = control.getBoundingClientRect();
    const isCovered = [top + 1, (top + bottom) / 2, bottom - 1].some((y) =>
      [left + 1, (left + right) / 2, right - 1].some(
        (x) => (document.elementFromPoint(x, y)?.closest('.notice .message') ?? null) !== null,
      ),
    );
    return isCovered ? [control.ariaLabel ?? control.textContent] : [];
  });
}

for (const viewport of [
  { width: 900, height: 600 },
  { width: 400, height: 560 },
])
  test.describe(`at ${viewport.width} x ${viewport.height}`, () => {
    test.use({ viewport });

    for (const [name, moments] of stories)
      test(`nothing moves through: ${name}`, async ({ page, open }) => {
        await page.addInitScript(watchShifts);
        const [{ program: first } = { program: programSample }] = moments;
        const bridge = await open({ phase: ready, session: { program: first } });
        await page.locator('.control-face .button').waitFor();
        await shiftsOf(page);
        const shifts: string[] = [];
        for (const [
          at,
          { phase = ready, program, task, state, notice = null },
        ] of moments.entries()) {
          const failure = failureOf({ code: 'timeout' });
          const end = state === undefined ? {} : { ...paused, state, failure };
          const tasks = task === undefined ? [] : [{ ...running, ...fetching, kind: task, ...end }];
          await bridge.publish(sessionOf(phase, { revision: 2 + at, program, tasks, notice }));
          shifts.push(...(await shiftsOf(page)).map((one) => `${at}: ${one}`));
        }
        expect(shifts).toEqual([]);
      });

    test('no screen moves when a notice appears, and each control scrolls clear of it', async ({
      page,
      open,
    }) => {
      await page.addInitScript(watchShifts);
      const bridge = await open({ phase: ready });
      const found: Record<string, readonly string[]> = {};
      let revision = 1;
      for (const phase of phases) {
        await bridge.publish(sessionOf(phase, { revision: (revision += 1) }));
        await shiftsOf(page);
        await bridge.publish(sessionOf(phase, { revision: (revision += 1), notice: crashed }));
        await expect(shownNotice(page)).toBeVisible();
        const moved = await shiftsOf(page);
        const covered = await page.evaluate(coveredControls, true);
        if (moved.length + covered.length > 0) found[phase.kind] = [...moved, ...covered];
      }
      expect(found).toEqual({});
    });
  });

/** Runs in the page: how far each part scrolls. */
const scrollRanges = (): readonly string[] =>
  [...document.querySelectorAll('.home, .stage')].map(
    (one) => `${one.className}: ${one.scrollHeight} in ${one.clientHeight}`,
  );

test('a notice over the cover hides no control and adds nothing to scroll @main', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: ready });
  const found: Record<string, unknown> = {};
  let revision = 1;
  const oneCard = {
    ...ready,
    announcement: null,
    account: { ...ready.account, subscriptions: ready.account.subscriptions.slice(0, 1) },
  };
  for (const [at, phase] of [oneCard, ...phases].entries())
    for (const viewport of [
      { width: 900, height: 600 },
      { width: 760, height: 420 },
    ]) {
      await page.setViewportSize(viewport);
      await bridge.publish(sessionOf(phase, { revision: (revision += 1) }));
      await expect(shownNotice(page)).toHaveCount(0);
      const before = await page.evaluate(scrollRanges);
      await bridge.publish(sessionOf(phase, { revision: (revision += 1), notice: crashed }));
      await expect(shownNotice(page)).toBeVisible();
      const after = await page.evaluate(scrollRanges);
      const covered = await page.evaluate(coveredControls, false);
      const changed = after.filter((one) => !before.includes(one));
      if (changed.length + covered.length > 0)
        found[`${at} ${phase.kind} at ${viewport.width}`] = [...changed, ...covered];
    }
  expect(found).toEqual({});
});

test.describe('disappearing', () => {
  const confirmations: readonly Notice[] = [
    installed,
    uninstalled,
    { kind: 'download-removed', freedBytes: 40 },
    { kind: 'renewed', expiresAt: null, lifetime: true },
    { kind: 'name-changed', username: 'anne' },
  ];
  const remaining = { folder: '/home/anna/program', name: 'saved.txt', canShow: true };
  const lasting: readonly Notice[] = [
    failed,
    crashed,
    { kind: 'moved', remaining },
    { kind: 'uninstalled', freedBytes: 40, remaining },
    { kind: 'update-soon', version: '6.0', download: null, supportedUntil: null },
  ];

  for (const [notices, dismissals] of [
    [confirmations, 1],
    [lasting, 0],
  ] as const)
    for (const notice of notices) {
      const isLasting = dismissals === 0;
      const kind = 'remaining' in notice ? `${notice.kind} with files left` : notice.kind;
      test(`${isLasting ? 'keeps' : 'closes after 8 seconds'}: ${kind}`, async ({ page, open }) => {
        const bridge = await open({
          phase: ready,
          session: { revision: 7, notice },
          stoppedClock: true,
        });
        await expect(shownNotice(page)).toBeVisible();
        await page.clock.runFor(7900);
        expect(await bridge.inputsOf('dismissNotice')).toEqual([]);
        await page.clock.runFor(isLasting ? 600_000 : 200);
        expect(await bridge.inputsOf('dismissNotice')).toHaveLength(dismissals);
      });
    }

  test('waits while the pointer or the focus is on the notice', async ({ page, open }) => {
    const session = { revision: 7, notice: installed } as const;
    const bridge = await open({ phase: ready, session, stoppedClock: true });
    await shownNotice(page).getByText('is installed').hover();
    await page.clock.runFor(20_000);
    await page.getByRole('button', { name: 'Close this message' }).focus();
    await page.mouse.move(5, 5);
    await page.clock.runFor(20_000);
    expect(await bridge.inputsOf('dismissNotice')).toEqual([]);
    // A later snapshot with the same notice does not start the time again.
    await page.getByRole('button', { name: 'Launch' }).focus();
    await page.clock.runFor(5000);
    await bridge.publish(sessionOf(ready, { revision: 8, notice: installed, trust: null }));
    await page.clock.runFor(3100);
    expect(await bridge.inputsOf('dismissNotice')).toEqual([{ revision: 8 }]);
  });
});
