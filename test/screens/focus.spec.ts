// The focus never falls back to the body: not on a phase change, whatever had the focus before, nor
// after a form, menu or notice closes.
import type { Page } from '@playwright/test';
import type { Phase, PhaseKind, Session } from '../../src/shared/session.ts';
import { durationSeconds } from '@latchkey/protocol/primitives.ts';
import { openRedeem } from '../gallery/picture.ts';
import { phasePictures } from '../gallery/phases.ts';
import { inEngine } from '../support/engine.ts';
import { failureOf, nowMs, ready, report, signedOut, unknownKey } from './samples.ts';
import { expect, sessionOf, test } from './screen-page.ts';

/** One phase of each kind. */
const phases: readonly Phase[] = Object.values(phasePictures).flatMap(
  ([first]) => first?.open.phase ?? [],
);

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    return at === null || at === document.body ? 'nothing' : at.textContent;
  });

/**
 * Runs in the page: goes from each phase to each other one, with the focus on the last match of
 * `from`.
 */
async function walk({ all, from }: { all: readonly Session[]; from: string }): Promise<string[]> {
  const drawn = () => new Promise((then) => setTimeout(then, 4));
  let revision = 1;
  let before = 'starting';
  const lost: string[] = [];
  const go = async (to: Session) => {
    if (from !== '') [...document.querySelectorAll<HTMLElement>(from)].at(-1)?.focus();
    revision += 1;
    window.stage.publish({ ...to, revision });
    await drawn();
    await drawn();
    if (document.activeElement === document.body) lost.push(`from ${before} to ${to.phase.kind}`);
    before = to.phase.kind;
  };
  for (const [index, one] of all.entries()) {
    await go(one);
    // To the same phase, then to each later one and back.
    for (const other of all.slice(index)) {
      await go(other);
      await go(one);
    }
  }
  return lost;
}

for (const [name, from] of [
  ['where the page put it', ''],
  ['on the last control of the screen', 'main button, main input'],
  ['on the account', 'header button'],
] as const)
  test(
    `keeps the focus in the window on every phase change, with the focus ${name}`,
    { tag: inEngine.focus },
    async ({ page, open }) => {
      expect(new Set(phases.map(({ kind }) => kind)).size).toBe(Object.keys(phasePictures).length);
      await open({ phase: { kind: 'starting' } });
      expect(await focused(page)).not.toBe('nothing');
      const all = phases.map((phase) => sessionOf(phase));
      expect(await page.evaluate(walk, { all, from })).toEqual([]);
    },
  );

test(
  'focuses Launch on the ready screen, and Enter launches @main',
  { tag: inEngine.keyboard },
  async ({ page, open }) => {
    const bridge = await open({ phase: ready });
    await expect(page.getByRole('button', { name: 'Launch' })).toBeFocused();
    await page.keyboard.press('Enter');
    expect(await bridge.inputsOf('launch')).toHaveLength(1);
  },
);

test('returns the focus to Launch after the program ends and its notice is closed', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: ready, replies: { launch: ['hold'] } });
  const launch = page.getByRole('button', { name: 'Launch' });
  await page.keyboard.press('Enter');
  await bridge.publish(sessionOf({ ...ready, kind: 'launching' }, { revision: 2 }));
  await bridge.answer('launch', { ok: true, value: null });
  await bridge.publish(sessionOf({ ...ready, kind: 'running' }, { revision: 3 }));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const notice = { kind: 'app-exited', exitCode: 3, signal: null } as const;
  await bridge.publish(sessionOf(ready, { revision: 4, notice }));
  await expect(launch).toBeFocused();
  await page.getByRole('button', { name: 'Close this message' }).focus();
  await page.keyboard.press('Enter');
  await bridge.publish(sessionOf(ready, { revision: 5 }));
  await expect(launch).toBeFocused();
});

test('keeps the focus on the account button when the program ends', async ({ page, open }) => {
  const bridge = await open({ phase: { ...ready, kind: 'running' } });
  const account = page.getByRole('button', { name: 'Account of anna' });
  await account.focus();
  await bridge.publish(sessionOf(ready, { revision: 2 }));
  await expect(page.getByRole('button', { name: 'Launch' })).toBeVisible();
  await expect(account).toBeFocused();
});

test(
  'keeps the focus in the window when a click outside closes the menu',
  { tag: inEngine.focus },
  async ({ page, open }) => {
    await open({ phase: ready });
    await page.getByRole('button', { name: 'Account of anna' }).click();
    await page.mouse.click(10, 600);
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Account of anna' })).toBeFocused();
  },
);

for (const [kind, phase] of [
  ['signed-out', signedOut],
  ['ready', ready],
  [
    'no-subscription',
    { kind: 'no-subscription', cause: 'never', username: 'nora', lapsed: [], report },
  ],
] as const satisfies readonly (readonly [PhaseKind, Phase])[])
  test(`keeps the focus in the window when the redeem form closes over ${kind}`, async ({
    page,
    open,
  }) => {
    await open({ phase });
    await openRedeem(page);
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('License key')).toHaveCount(0);
    expect(await focused(page)).not.toBe('nothing');
    await openRedeem(page);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByLabel('License key')).toHaveCount(0);
    expect(await focused(page)).not.toBe('nothing');
  });

test('redeems another key for the same account when a redeem leads to the code screen', async ({
  page,
  open,
}) => {
  const added = {
    username: 'erin',
    subscription: 'Pro',
    addedSeconds: durationSeconds.parse(86_400),
    lifetime: false,
    expiresAt: null,
    previousExpiresAt: null,
    maskedKey: 'NWND-...',
    redeemedAt: nowMs,
  };
  const bridge = await open({
    phase: { kind: 'no-subscription', cause: 'expired', username: 'erin', lapsed: [], report },
    replies: {
      redeem: [
        {
          result: { ok: true, value: added },
          then: sessionOf({ kind: 'code-needed', username: 'erin' }, { revision: 2 }),
        },
        { result: { ok: false, failure: failureOf(unknownKey) } },
      ],
    },
  });
  await openRedeem(page);
  await page.getByLabel('License key').fill('NWND-7F3Q-2MXX-91KD');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Redeem another' }).click();
  await expect(page.getByText('erin', { exact: true })).toBeVisible();
  await page.getByLabel('License key').fill('NWND-7F3Q-2MXX-91KE');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('License key')).toBeFocused();
  expect(await bridge.inputsOf('redeem')).toMatchObject([
    { username: 'erin' },
    { username: 'erin', key: 'NWND-7F3Q-2MXX-91KE' },
  ]);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Six-digit code')).toBeFocused();
});

test('goes from a filled user name to the empty password on Enter, and to no other field', async ({
  page,
  open,
}) => {
  const bridge = await open({ phase: signedOut });
  await page.getByLabel('User name').press('Enter');
  await expect(page.getByLabel('User name')).toHaveAccessibleDescription('Enter your user name.');
  await page.keyboard.type('anna');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await bridge.inputsOf('signIn')).toHaveLength(0);
  await page.keyboard.type('correct horse');
  await page.getByLabel('User name').press('Enter');
  expect(await bridge.inputsOf('signIn')).toHaveLength(1);
});
