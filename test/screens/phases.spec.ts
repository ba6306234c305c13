// Presses everything that each phase draws, and holds it against the table: no control asks for what the phase does not allow,
// and what is drawn as impossible says why.
import type { Page } from '@playwright/test';
import {
  type SessionCommand,
  sessionCommands,
  type PhaseFacts,
  phases,
} from '../../src/shared/phases.ts';
import type { Phase, PhaseKind } from '../../src/shared/session.ts';
import type { FakeBridge } from '../support/fake-bridge.ts';
import { phaseSamples } from '../support/phase-samples.ts';
import { failureOf } from './samples.ts';
import { expect, test } from './screen-page.ts';

const controls = 'button:not([aria-disabled="true"]), [role=menuitem]:not([aria-disabled="true"])';

async function fill(page: Page): Promise<void> {
  const inputs = page.locator('main input:not([type=checkbox]):not([readonly])');
  for (let index = 0; index < (await inputs.count()); index += 1) {
    const input = inputs.nth(index);
    const code = (await input.getAttribute('autocomplete')) === 'one-time-code';
    await input.fill(code ? '12345' : 'NWND-7K2M-QX4T-91KD');
    if (code) await input.press('6');
  }
}

/** Presses every control, each on a fresh page; a control that brings up others is followed once. */
async function pressAll(page: Page, bridge: FakeBridge, first: readonly number[] = []) {
  const asked = new Set<string>();
  const offWithoutReason: string[] = [];
  const arrive = async () => {
    await page.reload();
    await page.locator('main :is(h1, form)').first().waitFor();
    for (const index of first) await page.locator(controls).nth(index).click();
    const menu = page.locator('[role=menu]');
    // The form that is left has fields, too.
    const form = page.getByRole('heading', { name: 'Redeem a key' });
    if (first.length > 0) await menu.or(form).first().waitFor();
    await fill(page);
  };
  await arrive();
  const count = await page.locator(controls).count();
  for (const off of await page.locator('[aria-disabled="true"][role=menuitem]').all())
    if ((await off.getAttribute('aria-describedby')) === null)
      offWithoutReason.push(await off.innerText());
  const opens: number[] = [];
  for (let index = 0; index < count; index += 1) {
    if (index > 0) await arrive();
    await page.locator(controls).nth(index).click();
    for (const { name } of await bridge.calls()) asked.add(name);
    const menu = (await page.locator('[role=menu]').count()) > 0;
    const form = (await page.getByRole('heading', { name: 'Redeem a key' }).count()) > 0;
    if (first.length === 0 && (menu || form)) opens.push(index);
  }
  return { asked, opens, offWithoutReason };
}

async function pressEverything(page: Page, bridge: FakeBridge) {
  const { asked, opens, offWithoutReason } = await pressAll(page, bridge);
  for (const index of opens) {
    const inner = await pressAll(page, bridge, [index]);
    for (const name of inner.asked) asked.add(name);
    offWithoutReason.push(...inner.offWithoutReason);
  }
  return { drawn: sessionCommands.filter((name) => asked.has(name)), offWithoutReason };
}

const notRedeemed = {
  result: { ok: false, failure: failureOf({ code: 'key-unknown' }) },
} as const;
const leave = ['goBack', 'retry'] as const;
/** What each phase draws. More may be allowed: Redeem stays open while the sign-in behind it comes to its code. */
const drawnIn: { readonly [Kind in PhaseKind]: readonly SessionCommand[] } = {
  starting: [],
  'signed-out': ['signIn', 'redeem'],
  'code-needed': ['submitCode', 'goBack'],
  'no-subscription': ['redeem', 'retry', 'signOut'],
  'update-required': ['retry'],
  'app-paused': ['retry'],
  'app-disabled': ['retry'],
  banned: ['signOut'],
  'wrong-device': leave,
  'session-ended': ['retry'],
  unreachable: leave,
  ready: ['redeem', 'launch', 'retry', 'signOut'],
  launching: [],
  running: [],
};

for (const phase of Object.values(phaseSamples) as readonly Phase[])
  test(`everything that ${phase.kind} draws is allowed there`, async ({ page, open }) => {
    test.slow(); // a fresh page for each control
    const bridge = await open({ phase, replies: { redeem: [notRedeemed] } });
    const { drawn, offWithoutReason } = await pressEverything(page, bridge);
    const { allows }: PhaseFacts = phases[phase.kind];
    expect(drawn.filter((name) => !allows.includes(name))).toEqual([]);
    expect(drawn).toEqual(sessionCommands.filter((name) => drawnIn[phase.kind].includes(name)));
    expect(offWithoutReason).toEqual([]);
  });
